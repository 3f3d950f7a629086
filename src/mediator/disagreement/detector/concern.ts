import type { GapId, IssueId } from "../../../model/ids.ts";
import type { Severity } from "../../../model/severity.ts";
import { wantedOf } from "./wanted.ts";

/** An open issue, from the ledger or read from a review. */
export interface OpenIssue {
  readonly id?: IssueId;
  /** The Reviewer's own name for it: `H1`. */
  readonly label?: string;
  readonly gap?: GapId;
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly location?: string;
  readonly suggestion?: string;
  /** What must be done, once a conflict about it was decided: stands for the suggestion (SPEC 3.6). */
  readonly decided?: string;
}

/** What an issue is about, as weighted terms: what an answer has to speak of. */
export interface Concern {
  /** Its terms by number, heaviest first. */
  readonly terms: readonly number[];
  readonly weights: readonly number[];
  /** All of them together. */
  readonly weight: number;
  /** What a statement gains that holds the term. */
  readonly gains: readonly number[];
  /** Of a term: where it stands among them, one higher; 0 for any other. */
  readonly ranks: Uint8Array;
  /** Length of the vector of its heaviest terms: a long issue asks no more of an answer than a short one. */
  readonly length: number;
  /** What the least statement is taken to weigh: three common words in a row are no answer. */
  readonly leastLength: number;
}

/** Terms that an answer is measured by; those beyond are detail of the Reviewer's telling. */
const HEAVIEST = 8;
const MOST_TERMS = 31;
/** What a term of neither title nor suggestion counts: the rest tells what goes wrong, not what is wanted. */
const REST = 0.1;
const LEAST_TERMS = 4;

/** Weighs an issue's words by their rarity: the title and the suggestion in full, the rest by a tenth. */
export function concernOf(
  issue: OpenIssue,
  numbers: (text: string) => readonly number[],
  rarities: Float64Array,
  /** Room to weigh in, all zeros before and after. */
  weights = new Float64Array(rarities.length),
): Concern {
  const parts = partsOf(issue);
  const own = issue.gap === undefined ? -1 : (numbers(issue.gap)[0] ?? -1);
  const all: number[] = [];
  const add = (text: string, share: number) => {
    for (const term of numbers(text)) {
      const weight = term === own ? 0 : (rarities[term] ?? 0) * share;
      const known = weights[term] ?? 0;
      if (known === 0 && weight > 0) all.push(term);
      if (weight > known) weights[term] = weight;
    }
  };
  add(parts.title, 1);
  add(parts.wanted, 1);
  add(parts.rest, parts.wanted === "" ? 1 : REST);
  for (const [gap] of parts.location.matchAll(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g)) add(gap, 1);
  const terms = all.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0)).slice(0, MOST_TERMS);
  const heaviest = terms.map((term) => weights[term] ?? 0);
  for (const term of all) weights[term] = 0;
  const squares = heaviest.map((weight) => weight ** 2);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    terms,
    weights: heaviest,
    weight: sum(heaviest),
    gains: terms.map((term, rank) => (heaviest[rank] ?? 0) * (rarities[term] ?? 0)),
    ranks: ranksOf(terms, rarities.length),
    length: Math.sqrt(sum(squares.slice(0, HEAVIEST))),
    leastLength: Math.sqrt((LEAST_TERMS * sum(squares)) / Math.max(1, squares.length)),
  };
}

function ranksOf(terms: readonly number[], size: number): Uint8Array {
  const ranks = new Uint8Array(size);
  terms.forEach((term, rank) => {
    ranks[term] = rank + 1;
  });
  return ranks;
}

interface Parts {
  readonly title: string;
  readonly wanted: string;
  readonly rest: string;
  readonly location: string;
}

/** An issue by its parts, without the names of its fields. The location quotes the old text, which answers nothing. */
function partsOf(issue: OpenIssue): Parts {
  const location = issue.location ?? "";
  const wanted = wantedOf(issue);
  let rest = issue.text;
  for (const known of [issue.title, location, wanted]) if (known !== "") rest = rest.replace(known, " ");
  return {
    title: issue.title,
    wanted: withoutFields(wanted),
    rest: withoutFields(rest),
    location,
  };
}

function withoutFields(text: string): string {
  return text
    .replace(/\b(?:location|impact|suggestion|suggested (?:fix|alternative)|recommendation|gap):?(?=\W|$)/gi, " ")
    .replace(/^\W{0,8}(?:issue|finding|concern|problem)\s{0,2}\([a-z, -]{1,30}\)\s{0,2}:/i, " ");
}
