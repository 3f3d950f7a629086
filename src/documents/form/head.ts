import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { plainText } from "../markdown/inline.ts";
import type { RecheckStatus } from "../values.ts";
import { present } from "./context.ts";
import { AFTER_ID } from "./ids-in-text.ts";
import { severityOf, statusOf, visible } from "./words.ts";

/** The beginning of an item: its name, what stands in brackets beside it, its title. */
export interface Head {
  readonly issue?: IssueId;
  readonly gap?: GapId;
  /** The author's own name, where it is no id. */
  readonly label?: string;
  readonly severity?: Severity;
  readonly severityAsWritten?: string;
  readonly status?: RecheckStatus;
  /** Struck through: taken back. */
  readonly struck: boolean;
  /** `[x]` or `[ ]`. */
  readonly ticked?: boolean;
  /** What follows the name, as written. */
  readonly rest: string;
  readonly title: string;
}

const SEPARATED = "(?=\\]|[\\s*_~)]*(?:[:([–—]|-\\s|\\.\\s|$))";
const NAMES: readonly RegExp[] = [
  new RegExp(`^(?:ISSUE-R[1-9]\\d{0,5}-\\d{3}|GAP-[A-Za-z0-9]{1,24}(?:[-_.][A-Za-z0-9]{1,24}){0,4})${AFTER_ID}`, "u"),
  // `H1`, `CRIT-001`, `Issue 3`: before a separator only.
  new RegExp(`^[A-Z]{1,16}(?:-[A-Z0-9]{1,12}){0,3}-?\\d{1,4}[a-z]?${AFTER_ID}${SEPARATED}`, "u"),
  new RegExp(`^(?:issue|finding|concern|problem|gap) #?\\d{1,3}${SEPARATED}`, "iu"),
  /^#?\d{1,3}(?=[*_~\])]*[:.)]\s)/u,
];
const TICK = /^\[([ xX✓✔])\]\s+/u;
const MARK = /^[\s*_~]*[([]([^()[\]\n]{1,40})[)\]]/u;

/** Reads how an item begins: `**ISSUE-R3-001** (HIGH): title`, `[H1] title`, `[HIGH] title`, `**Title** (HIGH): …`. */
export function readHead(lead: string): Head {
  const ticked = TICK.exec(lead)?.[1];
  const text = visible(lead).replace(TICK, "");
  const first = /^[*_\s]*[[(]?([A-Za-z]{3,10})[\])]?[*_\s]*(?:[:\])–—]|-\s)/u.exec(text.slice(0, 40));
  const leading = first !== null && severityOf(first[1] ?? "") !== undefined ? first : undefined;
  const words = text.slice(leading?.[0].length ?? 0).replace(/^[*_~[(\s]+/u, "");
  const name = NAMES.map((pattern) => pattern.exec(words.slice(0, 120))?.[0]).find((found) => found !== undefined);
  const bold =
    name === undefined && /^[[(\s]*(?:\*\*|__)/.test(text) ? /^[^\n]{1,400}?(?=\*\*|__)/u.exec(words)?.[0] : undefined;
  const { marks, rest } = marksAt(words.slice((name ?? bold ?? "").length).replace(/^[*_~\]).]+/u, ""));
  const after =
    name === undefined && bold === undefined ? rest : rest.replace(/^[\s*_~]*[:.–—-]*[\s*_~]*(?:[:–—-]\s)?/u, "");
  const last = /[([]([^()[\]]{1,40})[)\]][\s*_~.]*$/u.exec((after.split("\n", 1)[0] ?? "").slice(-60))?.[1];
  const asWritten = [leading?.[1], ...marks, last].find((mark) => mark !== undefined && severityOf(mark) !== undefined);
  return {
    ...present({
      issue: name !== undefined && isIssueId(name) ? name : undefined,
      gap: name !== undefined && isGapId(name) ? name : undefined,
      label: name !== undefined && !isIssueId(name) && !isGapId(name) ? name : undefined,
      severity: asWritten === undefined ? undefined : severityOf(asWritten),
      severityAsWritten: asWritten,
      status: marks.map(statusOf).find((status) => status !== undefined),
      ticked: ticked === undefined ? undefined : ticked !== " ",
    }),
    struck: /^[*_[\s]*~~/.test(text),
    rest: after,
    title: titleOf(bold ?? after),
  };
}

/** The severity, status or label in brackets that follows a name. */
function marksAt(text: string): { marks: string[]; rest: string } {
  const marks: string[] = [];
  let rest = text;
  for (let mark = MARK.exec(rest); mark !== null; mark = MARK.exec(rest)) {
    const words = mark[1] ?? "";
    if (severityOf(words) === undefined && statusOf(words) === undefined && !/^[A-Z][A-Z0-9-]{0,20}\d$/.test(words))
      break;
    marks.push(words);
    rest = rest.slice(mark[0].length);
  }
  return { marks, rest };
}

const LONGEST_TITLE = 240;

/** The first paragraph in plain words; its first sentence where it is long. */
function titleOf(text: string): string {
  const words = plainText(text.slice(0, 4000)).replace(/\s+/g, " ").replace(/:$/, "").trim();
  const end = words.length > LONGEST_TITLE ? /[.!?](?=\s+[\p{Lu}"“])/u.exec(words.slice(20))?.index : undefined;
  return end === undefined ? words : words.slice(0, end + 21);
}
