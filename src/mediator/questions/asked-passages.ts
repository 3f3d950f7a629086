import { fenced } from "../../documents/rendering/fence.ts";

/** What the interview asks: one sentence, and the passages of the spec that it is about (SPEC 16.4). */
export interface Asked {
  /** Begins with the section: `section "Limits": …`. */
  readonly question: string;
  readonly passages: readonly AskedPassage[];
  /** Words of the first passage whose place an answer may take: a marker, a reference. */
  readonly fill?: string;
  /** A term that one line of the glossary would explain. */
  readonly term?: string;
  /** What is asked for goes below the passage, which stays as it is. */
  readonly add?: true;
  /** The passage is a heading with nothing below it. */
  readonly empty?: true;
  /** More hangs on the passage than is shown: it cannot be struck. */
  readonly whole?: false;
}

export interface AskedPassage {
  /** Letter for letter. */
  readonly text: string;
  readonly marks: readonly string[];
}

/** The question as it stands in the Engineer's document, below BLOCKED_NEEDS_INPUT. */
export function renderAsked({ question, passages, ...facts }: Asked): string {
  return [
    question,
    ...passages.map(({ text }) => fenced(text, "passage")),
    fenced(JSON.stringify({ ...facts, marks: passages.map(({ marks }) => marks) }), "asked"),
  ].join("\n\n");
}

/** The same back; `undefined` for a question of any other Engineer. */
export function readAsked(reason: string): Asked | undefined {
  const fences = [...fencesIn(reason)];
  const facts = factsIn(fences.find(({ info }) => info === "asked")?.text ?? "");
  if (facts === undefined) return undefined;
  const { marks = [], ...rest } = facts;
  const passages = fences
    .filter(({ info }) => info === "passage")
    .map(({ text }, at) => ({ text, marks: marks[at] ?? [] }));
  const question = reason.split("\n").slice(0, fences[0]?.line).join("\n").trim();
  return { ...rest, question, passages };
}

type Facts = Pick<Asked, "fill" | "term" | "add" | "empty" | "whole"> & {
  readonly marks?: readonly (readonly string[])[];
};

function factsIn(json: string): Facts | undefined {
  try {
    return JSON.parse(json) as Facts;
  } catch {
    return undefined;
  }
}

function* fencesIn(text: string): Generator<{ info: string; text: string; line: number }> {
  const lines = text.split("\n");
  for (let line = 0; line < lines.length; line++) {
    const [, marks, info = ""] = /^(`{3,})(passage|asked)$/.exec(lines[line] ?? "") ?? [];
    const end = marks === undefined ? -1 : lines.indexOf(marks, line + 1);
    if (end === -1) continue;
    yield { info, text: lines.slice(line + 1, end).join("\n"), line };
    line = end;
  }
}
