import { type ReadingProblem, readingProblem } from "./read-findings.ts";

/** What an agent that was asked for a middle ground says (SPEC 10.2), or why it cannot be told. */
export type MiddleGroundReading =
  | { readonly type: "sentence"; readonly text: string }
  | { readonly type: "none" }
  | ReadingProblem;

/** Characters that one sentence may have. */
const LONGEST = 600;

/** One sentence, or NONE, below an optional heading. Anything more is no answer to the question. */
export function readMiddleGround(text: string): MiddleGroundReading {
  const paragraphs = text
    .slice(0, 20_000)
    .split(/\n[ \t]*\n/)
    .map((part) => part.replace(/^#{1,6} .*$/gm, "").trim())
    .filter((part) => part !== "");
  const [first, ...more] = paragraphs;
  if (first === undefined || more.length > 0) return problem("must be one sentence, or the word NONE");
  if (/^\W*none\W*$/i.test(first)) return { type: "none" };
  const sentence = first.replace(/\s+/g, " ");
  if (sentence.length > LONGEST) return problem(`has ${sentence.length} characters; one sentence is wanted`);
  return { type: "sentence", text: sentence };
}

function problem(what: string): MiddleGroundReading {
  return readingProblem(`The middle ground ${what}.`);
}
