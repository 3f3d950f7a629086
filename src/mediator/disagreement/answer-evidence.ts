import type { Change } from "../../model/change.ts";
import type { ResponseDigest } from "../../model/digest.ts";
import type { FlagEvidence, Heuristic } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { clip } from "../round/digest-engineer.ts";
import type { PassageFact } from "./passage.ts";

/** What of an issue is judged by. */
export type JudgedIssue = Pick<Issue, "id" | "gap" | "quotations">;

/** A change that an answer names, as far as the document has it. */
export interface NamedChange {
  readonly number: number;
  readonly changes: readonly Change[];
  /** The last version of its gap has it already. */
  readonly isSame: boolean;
}

/** What of a document is about an issue. */
export interface Found {
  readonly issue: JudgedIssue;
  readonly answers: readonly ResponseDigest[];
  readonly named: readonly NamedChange[];
  readonly passages: readonly PassageFact[];
}

/** The facts, in the order in which a person asks for them: what was answered, what was changed, what the text says. */
export function answerEvidence(found: Found, heuristics: readonly Heuristic[], document: string): FlagEvidence[] {
  const { issue } = found;
  const about = (heuristic: Heuristic, what: string): FlagEvidence[] =>
    heuristics.includes(heuristic) ? [{ what, where: document }] : [];
  return [
    ...answered(found, document),
    ...found.named.map((named) => changeFact(named, document)),
    ...found.passages.map((passage) => passageEvidence(passage, document)),
    ...about("H3", `the document calls ${issue.gap} resolved`),
    ...about("H2", `${issue.gap} was rolled back more than once in this round, for different patterns`),
  ];
}

function answered({ issue, answers }: Found, document: string): FlagEvidence[] {
  if (answers.length === 0) {
    return [{ what: `no answer names ${issue.id}, and no DISAGREE does`, where: document }];
  }
  return answers.map(({ text, line, changedIn, alreadyIn }): FlagEvidence => {
    const nothing = changedIn.length === 0 && alreadyIn === undefined;
    const what = nothing ? "its answer names neither a change nor words of the spec" : "its answer";
    return { what, where: document, line, words: clip(text) };
  });
}

function changeFact({ number, changes, isSame }: NamedChange, where: string): FlagEvidence {
  if (changes.length === 0) return { what: `it names change ${number}, which the document does not have`, where };
  const same = isSame ? ", which is the same as in the last version" : "";
  const words = changes.map(({ old, new: text }) => [old, text].filter((part) => part !== "").join("\n->\n"));
  return { what: `it names change ${number}${same}`, where, words: clip(words.join("\n\n")) };
}

function passageEvidence({ was, changed, is = "", gone }: PassageFact, where: string): FlagEvidence {
  if (gone === "before") {
    return { what: "the quoted words are not in the text, nor were they in the last version", where, words: clip(was) };
  }
  if (!changed) return { what: "the quoted words stand as they were", where, words: clip(was) };
  const what = is === "" ? "the quoted words were taken out" : "the quoted words were changed";
  return { what, where, words: clip(is === "" ? was : `${was}\n->\n${is}`) };
}
