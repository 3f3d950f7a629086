import { type IssueId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { severityOfWord } from "./severity-words.ts";

/** The name that a document gives to an issue (SPEC 3.1): a proper id, or a label of the author's own. */
export interface IssueName {
  readonly issue?: IssueId;
  readonly label?: string;
  /** `1.` before a title: no name, only an order. */
  readonly ordinal: boolean;
  readonly severity?: Severity;
  readonly observation: boolean;
  /** The characters it takes. */
  readonly length: number;
}

const TOKEN =
  /^[A-Za-z]{1,16}(?:[-_#]?[A-Za-z]{0,16}\d{1,6}[a-z]?)(?:[-_.](?=[A-Za-z\d])[A-Za-z]{0,12}\d{0,6}[a-z]?){0,4}/u;
const GLUED = /^(?:[\p{L}\p{N}]|[-_.][\p{L}\p{N}])/u;
/** After a name comes a colon, a bracket, a dash, the end; a plain word only after a full id. */
const ENDS = /^(?:$|\s*[:.)\]|,;–—]|\s+[-–—([→]|\*\*|__|~~|\s*$)/u;
const WORDED =
  /^(?:issue|finding|concern|problem|observation|comment|question|note|point|item|defect|bug|nit|suggestion|critique|remark|risk)\s*(?:#|no\.?|number)?\s*(\d{1,3}|[A-Z])(?=\s*(?:$|[:.)\]–—|(]|-\s|\*\*|__))/iu;
const ORDINAL = /^(?:(?:#\s?)?(\d{1,3})(?:[.):]|\s+[-–—])|\(([a-z]|\d{1,3}|[ivx]{1,4})\))(?=\s|\*|$)/u;

const PREFIXES: Readonly<Record<string, Severity | "observation" | "other">> = {
  C: "CRITICAL",
  CR: "CRITICAL",
  H: "HIGH",
  M: "MEDIUM",
  L: "LOW",
  N: "LOW",
  B: "HIGH",
  P: "other",
  S: "other",
  I: "other",
  R: "other",
  F: "other",
  Q: "other",
  O: "observation",
  OBS: "observation",
  NOTE: "observation",
  COMPRESS: "observation",
  ISSUE: "other",
  ISS: "other",
  FIND: "other",
  FINDING: "other",
  CONCERN: "other",
  PROBLEM: "other",
  DEFECT: "other",
  BUG: "other",
  REV: "other",
  REVIEW: "other",
  RISK: "other",
  SUG: "observation",
  SUGGESTION: "observation",
  REC: "other",
  QUESTION: "other",
  COMMENT: "other",
  RI: "other",
};

/** The name at the start of a text, when it stands as one: followed by a separator, never part of a longer token. */
export function leadingName(text: string): IssueName | undefined {
  return named(text) ?? introduced(text) ?? worded(text) ?? ordinal(text);
}

/** `Issue H1: …`, `Finding R3-001 - …`. */
function introduced(text: string): IssueName | undefined {
  const word = /^(?:issue|finding|concern|problem|defect)\s+(?=[A-Z]{1,16}-?[A-Z]?\d)/iu.exec(text.slice(0, 20))?.[0];
  const name = word === undefined ? undefined : named(text.slice(word.length));
  return name === undefined || word === undefined ? undefined : { ...name, length: word.length + name.length };
}

function named(text: string): IssueName | undefined {
  const token = TOKEN.exec(text.slice(0, 80))?.[0];
  if (token === undefined || GLUED.test(text.slice(token.length, token.length + 2))) return undefined;
  const after = text.slice(token.length, token.length + 12);
  if (isIssueId(token)) return { issue: token, ordinal: false, observation: false, length: token.length };
  const prefix = /^[A-Za-z]+/.exec(token)?.[0] ?? "";
  const meaning = prefixMeaning(prefix, token);
  if (meaning === undefined || !ENDS.test(after)) return undefined;
  const severity = meaning === "other" ? prioritySeverity(token) : meaning === "observation" ? "LOW" : meaning;
  return {
    label: token,
    ordinal: false,
    observation: meaning === "observation",
    length: token.length,
    ...(severity === undefined ? {} : { severity }),
  };
}

function prefixMeaning(prefix: string, token: string): Severity | "observation" | "other" | undefined {
  const upper = prefix.toUpperCase();
  if (upper === "GAP" || upper === "DECISION" || upper === "DIVERGE") return undefined;
  if (prefix !== upper) return undefined;
  if (upper === "OBSERVATION" || upper === "OBSERVATIONS") return "observation";
  if (Object.hasOwn(PREFIXES, upper)) return PREFIXES[upper];
  // `CRIT-001` and `HIGH-2` say their severity; `UX-001` is a name because it is numbered like one, `SHA-256` is not.
  return severityOfWord(upper) ?? (/^[A-Z]{2,16}-0\d{1,3}$/.test(token) ? "other" : undefined);
}

/** `P1`, `P0-3`, `P2.1` */
function prioritySeverity(token: string): Severity | undefined {
  const priority = /^P[0-4](?=$|[-_.])/.exec(token)?.[0];
  return priority === undefined ? undefined : severityOfWord(priority);
}

function worded(text: string): IssueName | undefined {
  const match = WORDED.exec(text.slice(0, 60));
  if (match === null) return undefined;
  const observation = /^(?:observation|note|suggestion|remark)/iu.test(match[0]);
  return { label: match[0].trim(), ordinal: false, observation, length: match[0].length };
}

function ordinal(text: string): IssueName | undefined {
  const match = ORDINAL.exec(text.slice(0, 16));
  const label = match?.[1] ?? match?.[2];
  if (match === null || label === undefined) return undefined;
  return { label, ordinal: true, observation: false, length: match[0].length };
}

/** `R4-001` is how reviews abbreviate `ISSUE-R4-001`. */
export function expandShortId(label: string): IssueId | undefined {
  const id = `ISSUE-${label}`;
  return /^R\d/.test(label) && isIssueId(id) ? id : undefined;
}
