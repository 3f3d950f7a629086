import { defined } from "../../model/defined.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { ReadDisagreement, ReadResponse } from "../agent-document.ts";
import type { Block, Lines } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { type Context, refuse, textOf } from "./context.ts";
import { saysNone } from "./form-words.ts";
import { readFields, readItems } from "./read-items.ts";
import { readQuotations } from "./read-quotations.ts";
import type { Part } from "./read-sections.ts";

const RESPONSES = {
  expected: "an answer to an issue: `## Response to ISSUE-…` or `## DISAGREE: ISSUE-…`",
  fields: {
    done: /^what was done$/,
    changedIn: /^changed in$/,
    alreadyIn: /^already in$/,
    stance: /^position$/,
    concern: /^reviewer concern$/,
    position: /^engineer position$/,
    rationale: /^rationale$/,
    alternative: /^alternative (?:approach|view)$/,
    request: /^request$/,
  },
};

type Field = keyof typeof RESPONSES.fields;

/** The state of a reading, with the answers so far. */
export interface Answers extends Context {
  readonly responses: ReadResponse[];
  readonly disagreements: ReadDisagreement[];
  readonly answered: Set<IssueId>;
}

interface Answer extends Lines {
  readonly issue: IssueId;
  readonly text: string;
  /** The text before the fields. */
  readonly before: string;
  readonly values: ReadonlyMap<Field, string>;
  readonly disagrees: boolean;
}

/** Reads `## Response to ISSUE-…` and `## DISAGREE: ISSUE-…`. */
export function readAnswer(into: Answers, { read, line, endLine, blocks }: Part, gap: GapId | undefined): void {
  const text = blocks[0] === undefined ? "" : textOf(into, { line: blocks[0].line, endLine });
  const answer = { issue: read.id as IssueId, text, disagrees: read.kind === "disagree", line, endLine };
  add(into, { ...answer, ...readFields(text, RESPONSES) }, gap);
}

/** Reads a table or a list of answers below one heading. */
export function readAnswers(into: Answers, blocks: readonly Block[], gap: GapId | undefined): void {
  const answers = readItems(into, blocks, RESPONSES, ({ head, text, words, fields, line, endLine }) => {
    const before = `${words}\n${fields.get("done") ?? ""}`.trim();
    if (head.issue === undefined) return RESPONSES.expected;
    return { issue: head.issue, text, before, values: fields, disagrees: false, line, endLine };
  });
  for (const answer of answers) add(into, answer, gap);
}

function add(into: Answers, answer: Answer, gap: GapId | undefined): void {
  const { issue, text, values, disagrees, line, endLine } = answer;
  if (text.trim() === "") refuse(into, answer, RESPONSES.expected);
  else if (into.answered.has(issue)) refuse(into, answer, "one answer to each issue");
  into.answered.add(issue);
  const claims = [values.get("changedIn"), values.get("alreadyIn")].some((claim) => !saysNone(claim ?? ""));
  // The older form has DISAGREE as the text of a position (SPEC 8).
  const stances = [values.get("stance") ?? "", values.get("position") ?? ""];
  const isDisagreement = disagrees || stances.some((word) => DISAGREE.test(word));
  if (isDisagreement && claims) refuse(into, answer, "either a DISAGREE or what was done, not both");
  const about = { issue, ...defined({ gap }), line, endLine };
  if (isDisagreement) into.disagreements.push({ ...about, ...disagreementOf(answer) });
  else into.responses.push({ ...about, text, ...claimOf(values) });
}

const DISAGREE = /^[\s*_]*disagreed?\b[\s*_:.,–—-]*/iu;

/** The parts of a disagreement; without an Engineer Position, the text before the fields is it (SPEC 8, 10). */
function disagreementOf({ before, values }: Answer) {
  const text = `${before}\n${(values.get("stance") ?? "").replace(DISAGREE, "")}`.trim();
  const position = values.get("position");
  const isBare = position === undefined || position.replace(DISAGREE, "") === "";
  return defined({
    concern: values.get("concern"),
    position: isBare ? text || undefined : position,
    rationale: values.get("rationale"),
    alternative: values.get("alternative"),
    request: values.get("request"),
  });
}

const NUMBERS = /^(?:changes?\s*)?#?\d{1,4}(?:\s*(?:,|;|&|and|[-–])\s*(?:and\s*)?(?:changes?\s*)?#?\d{1,4})*/iu;
const MOST_CHANGES = 100;

/** `**Changed in:** 2, 3` or `**Already in:** "…"`; in a table the column may hold either. */
function claimOf(values: ReadonlyMap<Field, string>): Pick<ReadResponse, "changedIn" | "alreadyIn"> {
  const changed = plainText(values.get("changedIn") ?? "");
  const changedIn = numbersIn(NUMBERS.exec(changed.slice(0, 300))?.[0] ?? "");
  const quoted = values.get("alreadyIn") ?? (changedIn.length === 0 ? changed : "");
  return defined({ changedIn, alreadyIn: readQuotations(quoted)[0] });
}

/** The numbers of a list such as `2, 4-6`. */
function numbersIn(list: string): number[] {
  const numbers = [...list.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].flatMap(([, from = "", to = from]) => {
    const length = Math.min(MOST_CHANGES, Math.max(1, Number(to) - Number(from) + 1));
    return Array.from({ length }, (_, index) => Number(from) + index);
  });
  return [...new Set(numbers)];
}
