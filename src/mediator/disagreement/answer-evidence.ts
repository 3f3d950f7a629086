import type { Change } from "../../model/change.ts";
import type { ResponseDigest } from "../../model/digest.ts";
import type { FlagEvidence, Heuristic } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { clip } from "../round/digest.ts";
import type { PassageFact } from "./passage.ts";

export type JudgedIssue = Pick<Issue, "id" | "gap" | "quotations">;

/** A change that an answer names, as far as the document has it. */
export interface NamedChange {
  readonly number: number;
  readonly changes: readonly Change[];
  /** The last version of its gap has it already. */
  readonly isSame: boolean;
}

export interface Found {
  readonly issue: JudgedIssue;
  readonly answers: readonly ResponseDigest[];
  readonly named: readonly NamedChange[];
  readonly passages: readonly PassageFact[];
}

type Fact = Omit<FlagEvidence, "where">;

/** The facts, in the order in which a person asks for them: what was answered, what was changed, what the text says. */
export function answerEvidence(found: Found, heuristics: readonly Heuristic[], where: string): FlagEvidence[] {
  const { id, gap } = found.issue;
  const facts: Fact[] = [
    ...(found.answers.length === 0 ? [{ what: `no answer names ${id}, and no DISAGREE does` }] : []),
    ...found.answers.map(answerFact),
    ...found.named.map(changeFact),
    ...found.passages.map(passageFact),
    ...(heuristics.includes("H3") ? [{ what: `the document calls ${gap} resolved` }] : []),
    ...(heuristics.includes("H2")
      ? [{ what: `${gap} was rolled back more than once in this round, for different patterns` }]
      : []),
  ];
  return facts.map((fact) => ({ ...fact, where }));
}

function answerFact({ text, line, changedIn, alreadyIn }: ResponseDigest): Fact {
  const nothing = changedIn.length === 0 && alreadyIn === undefined;
  const what = nothing ? "its answer names neither a change nor words of the spec" : "its answer";
  return { what, line, words: clip(text) };
}

function changeFact({ number, changes, isSame }: NamedChange): Fact {
  if (changes.length === 0) return { what: `it names change ${number}, which the document does not have` };
  const same = isSame ? ", which is the same as in the last version" : "";
  const words = changes.map(({ old, new: text }) => [old, text].filter((part) => part !== "").join("\n->\n"));
  return { what: `it names change ${number}${same}`, words: clip(words.join("\n\n")) };
}

function passageFact({ was, changed, is = "", gone }: PassageFact): Fact {
  if (gone === "before") {
    return { what: "the quoted words are not in the text, nor were they in the last version", words: clip(was) };
  }
  if (!changed) return { what: "the quoted words stand as they were", words: clip(was) };
  if (is === "") return { what: "the quoted words were taken out", words: clip(was) };
  return { what: "the quoted words were changed", words: clip(`${was}\n->\n${is}`) };
}
