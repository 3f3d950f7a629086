import { defined } from "../../model/defined.ts";
import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { plainText } from "../markdown/inline.ts";
import type { RecheckStatus } from "../values.ts";
import { AFTER_ID } from "./ids-in-text.ts";
import { severityOf, statusOf, visible } from "./words.ts";

/** The beginning of an item: its name, what stands in brackets beside it, its title. */
export interface Head {
  readonly issue?: IssueId;
  readonly gap?: GapId;
  /** The author's own name, where it is no id. */
  readonly label?: string;
  /** What stands in brackets on its first line, of the severities the first. */
  readonly severity?: Severity;
  readonly status?: RecheckStatus;
  /** What follows the name, as written. */
  readonly rest: string;
  readonly title: string;
}

const SEPARATED = "(?=\\]|[\\s*_~)]*(?:[:([–—]|-\\s|\\.\\s|$))";
/** An id, or what is written like one; `H1`, `CRIT-001` before a separator only (SPEC 3.1). */
const NAME = new RegExp(
  `^(?:(?:ISSUE-R[1-9]\\d{0,5}-\\d{3}|GAP-[A-Za-z0-9]{1,24}(?:[-_.][A-Za-z0-9]{1,24}){0,4})${AFTER_ID}|[A-Z]{1,16}(?:-[A-Z0-9]{1,12}){0,3}-?\\d{1,4}[a-z]?${AFTER_ID}${SEPARATED})`,
  "u",
);
const IN_BRACKETS = /[([]([^()[\]\n]{1,40})[)\]]/gu;

/** Reads how an item begins: `**ISSUE-R3-001** (HIGH): title`, `[H1] title`, `**Title** (HIGH): …`. */
export function readHead(lead: string): Head {
  const text = visible(lead);
  const words = text.replace(/^[*_~[(\s]+/u, "");
  const name = nameAt(words);
  const [line = ""] = text.slice(0, 600).split("\n", 1);
  const marks = [...line.matchAll(IN_BRACKETS)].map(([, mark = ""]) => mark);
  const bold = name === undefined ? /^\s*(?:\*\*|__)([^\n]{1,400}?)(?:\*\*|__)/u.exec(text)?.[1] : undefined;
  const first = name ?? bold;
  const rest = first === undefined ? words : restOf(words.slice(first.length));
  return {
    ...defined({
      issue: name !== undefined && isIssueId(name) ? name : undefined,
      gap: name !== undefined && isGapId(name) ? name : undefined,
      label: name !== undefined && !isIssueId(name) && !isGapId(name) ? name : undefined,
      severity: marks.map(severityOf).find((severity) => severity !== undefined),
      status: marks.map(statusOf).find((status) => status !== undefined),
    }),
    rest,
    title: titleOf(bold ?? rest),
  };
}

/** The name that a text begins with. */
export function nameAt(text: string): string | undefined {
  return NAME.exec(text.slice(0, 140).replace(/^[*_~[(\s]+/u, ""))?.[0];
}

/** Whether an item begins with a name: an id, or the author's own. */
export function isNamed({ issue, gap, label }: Head): boolean {
  return (issue ?? gap ?? label) !== undefined;
}

/** What follows a name, its severity or status in brackets, and a separator. */
function restOf(text: string): string {
  const [mark = "", words = ""] = /^[\s*_~\])]*[([]([^()[\]\n]{1,40})[)\]]/u.exec(text) ?? [];
  const known = severityOf(words) ?? statusOf(words);
  return text.slice(known === undefined ? 0 : mark.length).replace(/^[\s*_~\])]*[:.–—-]*[\s*_~]*(?:[:–—-]\s)?/u, "");
}

const LONGEST_TITLE = 240;

/** The first paragraph in plain words; its first sentence where it is long. */
function titleOf(text: string): string {
  const words = plainText(text.slice(0, 4000)).replace(/\s+/g, " ").replace(/:$/, "").trim();
  const end = words.length > LONGEST_TITLE ? /[.!?](?=\s+[\p{Lu}"“])/u.exec(words.slice(20))?.index : undefined;
  return end === undefined ? words : words.slice(0, end + 21);
}
