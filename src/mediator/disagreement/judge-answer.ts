import type { Change } from "../../model/change.ts";
import type { DisagreementDigest, ProposalDigest, ResponseDigest } from "../../model/digest.ts";
import { type FlagEvidence, HEURISTICS, type Heuristic } from "../../model/disagreement.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isTakenBack, type PassageFact, passageFacts, type Versions } from "../gate/passage-facts.ts";
import { boundText } from "../round/digest-documents.ts";

/** How a document answers an open issue, judged by ids and exact changes alone (SPEC 9). */
export type AnswerStatus =
  /** By id, with new changes, with words that the spec already has, or because the quoted words are gone. */
  | "ANSWERED"
  | "DISAGREED"
  /** H1: no answer names it. */
  | "UNANSWERED"
  /** H4: it names changes, and they are those of the last version. */
  | "UNCHANGED"
  /** H5: it names neither a change nor words of the spec. */
  | "CLAIM_ONLY"
  /** The document is about other gaps, so that no answer is due. */
  | "NOT_DUE";

export interface AnswerFacts {
  readonly digest: {
    readonly proposals: readonly Pick<ProposalDigest, "gap" | "changes" | "claimsResolved">[];
    readonly responses: readonly ResponseDigest[];
    readonly disagreements: readonly Pick<DisagreementDigest, "issue">[];
  };
  readonly document: string;
  /** Whether the proposed gap is the issue's gap or a part of it, so that an answer is due. */
  succeeds(proposed: GapId, gap: GapId): boolean;
  /** The changes of a gap's last version; `undefined` if it has none. */
  lastChanges(gap: GapId): readonly Change[] | undefined;
  /** The spec with the last and with the present version; absent if one of them does not apply. */
  readonly texts?: Versions["texts"];
  /** Whether the gap was rolled back at least twice in this round, for different patterns (H2). */
  isRolledBack(gap: GapId): boolean;
  /** Whether the working spec, or the spec with the document's changes, has these words. */
  occurs(quotation: string): boolean;
}

export interface Judgement<I extends JudgedIssue = Issue> {
  readonly issue: I;
  readonly status: AnswerStatus;
  readonly confidence: "HIGH" | "MEDIUM";
  readonly heuristics: readonly Heuristic[];
  readonly evidence: readonly FlagEvidence[];
  readonly passages: readonly PassageFact[];
}

export function isFlagged(status: AnswerStatus): boolean {
  return status === "UNANSWERED" || status === "UNCHANGED" || status === "CLAIM_ONLY";
}

export function judgeAnswer<I extends JudgedIssue>(issue: I, facts: AnswerFacts): Judgement<I> {
  const { digest, texts } = facts;
  const proposals = digest.proposals.filter(({ gap }) => facts.succeeds(gap, issue.gap));
  const answers = digest.responses.filter((response) => response.issue === issue.id);
  const changes = digest.proposals.flatMap((proposal) => proposal.changes);
  const lastChanges = digest.proposals.flatMap(({ gap }) => facts.lastChanges(gap) ?? []);
  const named = namedChanges(issue, answers, lastChanges, facts);
  const passages = texts ? passageFacts(issue.quotations, { changes, lastChanges, texts }) : [];
  const found = { issue, answers, named, passages };
  const status = statusOf(found, proposals.length > 0, facts);
  const claims = proposals.some(({ claimsResolved }) => claimsResolved);
  const heuristics = heuristicsOf(status, claims, facts.isRolledBack(issue.gap));
  // If only H1 applies and the quoted words were changed, the issue may be met without an answer (SPEC 9).
  const isWeak = heuristics.join() === "H1" && passages.some(({ changed }) => changed);
  const evidence = answerEvidence(found, heuristics, facts.document);
  return { issue, status, confidence: isWeak ? "MEDIUM" : "HIGH", heuristics, evidence, passages };
}

function statusOf(
  { issue, answers, named, passages }: Found,
  isDue: boolean,
  { digest, occurs }: AnswerFacts,
): AnswerStatus {
  if (digest.disagreements.some((block) => block.issue === issue.id)) return "DISAGREED";
  if (answers.length === 0) return isDue ? "UNANSWERED" : "NOT_DUE";
  if (answers.some(({ alreadyIn }) => alreadyIn !== undefined && occurs(alreadyIn))) return "ANSWERED";
  // What an answer names must exist, also where it has nothing to name.
  const isFalse =
    answers.some(({ alreadyIn }) => alreadyIn !== undefined) || named.some(({ changes }) => changes.length === 0);
  if (!isFalse && passages.some(isTakenBack)) return "ANSWERED";
  const existing = named.filter(({ changes }) => changes.length > 0);
  if (existing.length === 0) return "CLAIM_ONLY";
  return existing.every(({ isSame }) => isSame) ? "UNCHANGED" : "ANSWERED";
}

/** H2 and H3 only add to the signs that an issue is not answered; alone they raise no flag. */
function heuristicsOf(status: AnswerStatus, claims: boolean, rolledBack: boolean): Heuristic[] {
  const signs: Readonly<Record<Heuristic, boolean>> = {
    H1: status === "UNANSWERED",
    H2: rolledBack,
    H3: claims && status === "UNANSWERED",
    H4: status === "UNCHANGED",
    H5: status === "CLAIM_ONLY",
  };
  return isFlagged(status) ? HEURISTICS.filter((heuristic) => signs[heuristic]) : [];
}

/** A joined document may have a change number once per run: that of the issue's own gap is meant first. */
function namedChanges(
  issue: JudgedIssue,
  answers: readonly ResponseDigest[],
  lastChanges: readonly Change[],
  { digest, succeeds }: AnswerFacts,
): NamedChange[] {
  const numbers = [...new Set(answers.flatMap(({ changedIn }) => changedIn))];
  const own = digest.proposals.filter(({ gap }) => succeeds(gap, issue.gap));
  return numbers.map((number) => {
    const numbered = [own, digest.proposals].map((proposals) =>
      proposals.flatMap(({ changes }) => changes.filter((change) => change.number === number)),
    );
    const changes = numbered.find((found) => found.length > 0) ?? [];
    const isOld = (change: Change) => lastChanges.some((other) => sameChange(change, other));
    return { number, changes, isSame: changes.length > 0 && changes.every(isOld) };
  });
}

/** Whether two changes replace the same words by the same words, whatever their numbers and places (SPEC 9, H4). */
export function sameChange(a: Change, b: Change): boolean {
  const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
  // An addition keeps the quoted words.
  const outcome = ({ kind, old, new: text }: Change) => onOneLine(kind === "add-after" ? `${old}\n${text}` : text);
  return onOneLine(a.old) === onOneLine(b.old) && outcome(a) === outcome(b);
}

export type JudgedIssue = Pick<Issue, "id" | "gap" | "quotations">;

/** A change number that an answer names, and the changes with it; none if the document has no such change. */
interface NamedChange {
  readonly number: number;
  readonly changes: readonly Change[];
  /** The last version already had all of them. */
  readonly isSame: boolean;
}

interface Found {
  readonly issue: JudgedIssue;
  readonly answers: readonly ResponseDigest[];
  readonly named: readonly NamedChange[];
  readonly passages: readonly PassageFact[];
}

/** The facts for a flag: what was answered, what was changed, and what became of the quoted words. */
function answerEvidence(found: Found, heuristics: readonly Heuristic[], where: string): FlagEvidence[] {
  const { id, gap } = found.issue;
  const rolledBack = `${gap} was rolled back more than once in this round, for different patterns`;
  const facts: Fact[] = [
    ...(found.answers.length === 0 ? [{ what: `no answer names ${id}, and no DISAGREE does` }] : []),
    ...found.answers.map(answerFact),
    ...found.named.map(changeFact),
    ...found.passages.map(passageFact),
    ...(heuristics.includes("H3") ? [{ what: `the document calls ${gap} resolved` }] : []),
    ...(heuristics.includes("H2") ? [{ what: rolledBack }] : []),
  ];
  return facts.map(({ words = "", ...fact }) => ({ ...fact, where, ...(words && { words: boundText(words) }) }));
}

type Fact = Omit<FlagEvidence, "where">;

function answerFact({ text, line, changedIn, alreadyIn }: ResponseDigest): Fact {
  const nothing = changedIn.length === 0 && alreadyIn === undefined;
  const what = nothing ? "its answer names neither a change nor words of the spec" : "its answer";
  return { what, line, words: text };
}

function changeFact({ number, changes, isSame }: NamedChange): Fact {
  if (changes.length === 0) return { what: `it names change ${number}, which the document does not have` };
  const same = isSame ? ", which is the same as in the last version" : "";
  const words = changes.map(({ old, new: text }) => [old, text].filter((part) => part !== "").join("\n->\n"));
  return { what: `it names change ${number}${same}`, words: words.join("\n\n") };
}

function passageFact({ was, changed, is = "", gone }: PassageFact): Fact {
  if (gone === "before")
    return { what: "the quoted words are not in the text, nor were they in the last version", words: was };
  if (!changed) return { what: "the quoted words stand as they were", words: was };
  if (is === "") return { what: "the quoted words were taken out", words: was };
  return { what: "the quoted words were changed", words: `${was}\n->\n${is}` };
}
