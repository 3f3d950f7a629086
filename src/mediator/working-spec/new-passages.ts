import { checkEach } from "../../checks/check.ts";
import { viewOf } from "../../documents/changes/file-view.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { sectionAt, sectionsIn, shortPathText } from "../../documents/changes/section-places.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";
import { isOpen } from "../../model/counting.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State, WorkingSpec } from "../state.ts";

/** The share of `context_tokens` for this list; the spec itself is shown beside it. */
const SHARE = 1 / 6;
/** A passage is cut here; it is whole in the spec. */
const LONGEST = 600;

/** The passages of the working spec that the author's text does not have, in the order of the spec (SPEC 12). */
export function changesToCompare({ spec, config }: Pick<State, "spec" | "config">) {
  const passages = spec.text.flatMap((file) => newPassages(file, spec.source));
  let room = config.contextTokens * SHARE;
  const shown = passages.filter((passage) => {
    room -= estimateTokens(passage);
    return room >= 0;
  });
  return { shown, left: passages.length - shown.length };
}

/** Each is what is new in one paragraph, item or row: one number for what speaks of one thing. */
function newPassages(file: SpecFile, source: Spec): string[] {
  const view = viewOf(file);
  const sections = sectionsIn(view);
  const passages: string[] = [];
  let isJoined = false;
  for (const [at, line] of view.lineTexts.entries()) {
    if (BEGINS.test(line)) isJoined = false;
    const isHead = RULE.test(view.lineTexts[at + 1] ?? "");
    const words = (isHead ? [] : sentencesOf(line)).filter((sentence) => !occursIn(source, sentence)).join(" ");
    if (words === "") continue;
    const place = shortPathText(sectionAt(sections, at + 1));
    if (isJoined) passages.push(`${passages.pop()} ${words}`);
    else passages.push(place === "" ? words : `in "${place}": ${words}`);
    isJoined = true;
  }
  return passages.map((passage) => visibleLine(passage, LONGEST));
}

/** A line that continues no paragraph or item. */
const BEGINS = /^\s*(?:$|[-*+]\s|\d+[.)]\s|\||#|>)/;

/** The line below the head of a table. */
const RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+[\s:-]*$/;

/** A table row is one sentence; headings, rules and heads of tables say nothing. */
function sentencesOf(line: string): string[] {
  if (/^\s*(?:#{1,6}\s|\|?[\s|:-]*$)/.test(line)) return [];
  return (/^\s*\|/.test(line) ? [line] : line.split(/(?<=[.!?])\s+/)).map((sentence) => sentence.trim());
}

const MOST_FINDINGS = 20;

interface Found {
  readonly message: string;
  readonly subject: string;
}

/** What the checks find in lines of accepted changes; nothing in an interview, which asks about it. */
export function findingsInChanges(state: Pick<State, "spec" | "config" | "gaps">): readonly string[] {
  if (state.config.agents.engineer.kind === "interview") return [];
  return messagesOf(findingsSinceSource(state.spec)(state.config), state);
}

/** What the checks find in lines that the state has and an earlier spec has not (SPEC 4.5). */
export function findingsSince(before: Spec, state: Pick<State, "spec" | "config" | "gaps">): readonly string[] {
  return messagesOf(findingsInNew(before, state.spec.text, state.config.checks), state);
}

const findingsSinceSource = rememberFor((spec: WorkingSpec) =>
  rememberFor((config: Config) => findingsInNew(spec.source, spec.text, config.checks)),
);

function findingsInNew(before: Spec, after: Spec, rules: Config["checks"]): Found[] {
  const found = after.flatMap(({ path, text }) => {
    const known = new Set(splitLines(before.find((file) => file.path === path)?.text ?? ""));
    const lines = splitLines(text);
    return checkEach(text, { rules })
      .filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((words) => !known.has(words)))
      .map(({ line, message, subject }) => ({ message: `${path}:${line}: ${message}`, subject }));
  });
  return found.slice(0, MOST_FINDINGS);
}

/** Without what an open gap is about anyway: a change elsewhere in the line of its marker does not bring it in. */
function messagesOf(found: readonly Found[], { gaps }: Pick<State, "gaps">): string[] {
  const open = found.length === 0 ? [] : gaps.filter(isOpen).map(({ title, text }) => `${title}\n${text}`);
  const isKnown = (subject: string) => subject !== "" && open.some((words) => words.includes(subject));
  return found.filter(({ subject }) => !isKnown(subject)).map(({ message }) => message);
}
