import { occursIn } from "../../documents/changes/occurs.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/joined-files.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isDone } from "../ledger-events.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";

/** Something that an earlier session on a spec left open: it is taken from its records, not from what it wrote. */
export interface LeftOpen {
  readonly gap: Gap;
  /** Passages and quoted words that it is about and that stood in the spec when that session ended. */
  readonly words: readonly string[];
  readonly passages: readonly { readonly text: string; readonly heading: string }[];
}

/** Open gaps, issues that are open on others, and blockers that the User let stand (SPEC 12). */
export function leftOpenIn(state: State): LeftOpen[] {
  const first = joinFiles(state.spec.first).split(LINE_END);
  const issues = liveIssues(state).filter(isUnsettled);
  const gaps = state.gaps.filter(isOpen).map((gap) => withIssues(gap, issues));
  const others = issues.filter(({ gap }) => isDone(state, gap)).map((issue) => gapOf(issue));
  const { result, blockers } = state.finalReview;
  return [...gaps, ...others, ...(result === "accepted" ? blockers : [])].map((gap) => {
    const all = gap.places.map(({ heading, line, endLine }) => {
      return { heading, text: first.slice(line - 1, endLine).join("\n") };
    });
    const passages = all.filter(({ text }) => stands(state.spec.text, text));
    const quoted = (gap.quotations ?? []).filter((words) => stands(state.spec.text, words));
    return { gap, passages, words: [...passages.map(({ text }) => text), ...quoted] };
  });
}

const LINE_END = /\r\n|\r|\n/;

function stands(spec: Spec, words: string): boolean {
  return words.trim() !== "" && occursIn(spec, words);
}

function withIssues(gap: Gap, issues: readonly Issue[]): Gap {
  const own = issues.filter((issue) => issue.gap === gap.id);
  if (own.length === 0) return gap;
  const quotations = [...(gap.quotations ?? []), ...own.flatMap((issue) => issue.quotations)];
  return { ...gap, text: [gap.text, ...own.map(({ text }) => text)].join("\n\n").slice(0, 6_000), quotations };
}

function gapOf({ gap, title, text, severity, quotations, by }: Issue): Gap {
  const severityBy = by ?? "reviewer";
  return newGap(0, { id: gap, title, text, severity, severityBy, origin: severityBy, quotations });
}

/** What was left open and is not found in the source anyway. Where the author has changed the words, it is theirs. */
export function takeUp(left: readonly LeftOpen[], found: readonly Gap[], source: Spec): Gap[] {
  const text = joinFiles(source);
  const lines = text.split(LINE_END);
  const inFile = placesInFiles(text);
  const mint = gapIdMint(found.map(({ id }) => id));
  return left.flatMap(({ gap, words, passages }) => {
    if (words.length > 0 && !words.some((each) => stands(source, each))) return [];
    const places = passages.flatMap((passage) => placesOf(passage, lines)).map(inFile);
    // What the text itself says is open was looked for there.
    if ((gap.origin === "source" || gap.origin === "check") && places.length > 0) return [];
    const { title, severity, severityBy, origin, label, quotations, why } = gap;
    const id = mint.claim(gap.id) ? gap.id : mint.next(parseGapId(gap.id)?.category ?? "");
    const rest = defined({ label, quotations, why });
    return [newGap(0, { id, title, text: gap.text, severity, severityBy, origin, places, ...rest })];
  });
}

function placesOf({ text, heading }: LeftOpen["passages"][number], lines: readonly string[]): SourcePlace[] {
  const own = text.split("\n");
  const at = lines.findIndex((_, index) => own.every((line, offset) => lines[index + offset]?.trim() === line.trim()));
  return at === -1 ? [] : [{ heading, line: at + 1, endLine: at + own.length }];
}
