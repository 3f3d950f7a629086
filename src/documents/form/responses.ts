import type { GapId, IssueId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import type { Lines, ReadDisagreement, ReadResponse } from "../values.ts";
import { type Context, present, refuse, textOf } from "./context.ts";
import { readFields } from "./fields.ts";
import { type Form, readItems } from "./items.ts";
import type { Part } from "./parts.ts";
import { quotationsIn } from "./quotations.ts";
import { saysNone } from "./words.ts";

type Field =
  | "done"
  | "changedIn"
  | "alreadyIn"
  | "stance"
  | "concern"
  | "position"
  | "rationale"
  | "alternative"
  | "request";

const RESPONSES: Form<Field> = {
  expected: "an answer to an issue: `## Response to ISSUE-…` or `## DISAGREE: ISSUE-…`",
  fields: {
    "what was done": "done",
    "changed in": "changedIn",
    "already in": "alreadyIn",
    position: "stance",
    "reviewer concern": "concern",
    "engineer position": "position",
    rationale: "rationale",
    "alternative approach": "alternative",
    "alternative view": "alternative",
    request: "request",
  },
};

export interface Answers {
  readonly responses: ReadResponse[];
  readonly disagreements: ReadDisagreement[];
  /** The issues that have an answer, by id or by the author's own name. */
  readonly answered: Set<string>;
}

interface About extends Lines {
  readonly issue?: IssueId;
  readonly label?: string;
  readonly gap?: GapId;
}

interface Body {
  readonly text: string;
  /** What stands before the fields. */
  readonly before: string;
  readonly values: ReadonlyMap<Field, string>;
}

/** `## Response to ISSUE-…` and `## DISAGREE: ISSUE-…`. */
export function readAnswer(
  context: Context,
  { read, line, endLine, blocks }: Part,
  gap: GapId | undefined,
  into: Answers,
): void {
  const text = blocks[0] === undefined ? "" : textOf(context, { line: blocks[0].line, endLine });
  const body = { text, ...readFields(text, RESPONSES.fields) };
  const names = read.issues.length > 0 ? read.issues.map((issue) => ({ issue })) : [{ label: read.rest }];
  for (const name of names)
    add(context, { ...name, ...present({ gap }), line, endLine }, body, read.kind === "disagree", into);
}

/** A table or a list of answers below one heading. */
export function readAnswers(context: Context, blocks: readonly Block[], gap: GapId | undefined, into: Answers): void {
  for (const { head, text, words, fields, line, endLine } of readItems(context, blocks, RESPONSES)) {
    const about = { ...present({ issue: head.issue, label: head.label, gap }), line, endLine };
    const before = `${words}\n${fields.get("done") ?? ""}`.trim();
    add(context, about, { text, before, values: fields }, false, into);
  }
}

function add(context: Context, about: About, body: Body, disagrees: boolean, into: Answers): void {
  const name = about.issue ?? about.label;
  if (name === undefined || body.text.trim() === "") refuse(context, about, RESPONSES.expected);
  else if (into.answered.has(name)) refuse(context, about, "one answer to each issue");
  into.answered.add(name ?? "");
  const stance = body.values.get("stance") ?? "";
  const claims = [body.values.get("changedIn"), body.values.get("alreadyIn")].some(
    (claim) => claim !== undefined && !saysNone(claim),
  );
  // The older form has it in the place of the position (SPEC 8).
  const isDisagreement = disagrees || [stance, body.values.get("position") ?? ""].some((word) => DISAGREE.test(word));
  if (isDisagreement && claims) refuse(context, about, "either a DISAGREE or what was done, not both");
  if (isDisagreement) into.disagreements.push({ ...about, ...disagreementOf(body) });
  else into.responses.push({ ...about, text: body.text, ...claimOf(body.values) });
}

const DISAGREE = /^[\s*_]*disagreed?\b[\s*_:.,–—-]*/iu;

/** Missing parts are absent; without an Engineer Position the answer's own words are it (SPEC 8, 10). */
function disagreementOf({ before, values }: Body) {
  const said = `${before}\n${(values.get("stance") ?? "").replace(DISAGREE, "")}`.trim();
  const position = values.get("position");
  const isBare = position === undefined || position.replace(DISAGREE, "") === "";
  const [concern, rationale] = [values.get("concern"), values.get("rationale")];
  const [alternative, request] = [values.get("alternative"), values.get("request")];
  return present({
    concern,
    position: isBare ? said || undefined : position,
    rationale,
    alternative,
    request,
  });
}

const NUMBERS = /^(?:changes?\s*)?#?\d{1,4}(?:\s*(?:,|;|&|and|[-–])\s*(?:and\s*)?(?:changes?\s*)?#?\d{1,4})*/iu;

/** `**Changed in:** 2, 3` or `**Already in:** "…"`; in a table the column may hold either. */
function claimOf(values: ReadonlyMap<Field, string>): Pick<ReadResponse, "changedIn" | "alreadyIn"> {
  const changed = plainText(values.get("changedIn") ?? "");
  const changedIn = numbersIn(NUMBERS.exec(changed.slice(0, 300))?.[0] ?? "");
  const quoted = values.get("alreadyIn") ?? (changedIn.length === 0 ? changed : "");
  return present({ changedIn, alreadyIn: quotationsIn(quoted)[0] });
}

function numbersIn(list: string): number[] {
  const numbers = [...list.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].flatMap(([, first = "", last = first]) =>
    Array.from(
      { length: Math.min(100, Math.max(1, Number(last) - Number(first) + 1)) },
      (_, index) => Number(first) + index,
    ),
  );
  return [...new Set(numbers)];
}
