import type { IssueId } from "../../model/ids.ts";
import { rememberLines } from "../../model/remember-lines.ts";
import type { Severity } from "../../model/severity.ts";
import type { RecheckStatus } from "../values.ts";
import { visible } from "./fold.ts";
import { expandShortId, leadingName } from "./label.ts";
import { severityOfSign, severityOfWord, severityPhrase } from "./severity-words.ts";
import { statusPhrase } from "./status-words.ts";

/** What the beginning of an item says before its words: `[x] **H1 (NEW): title** - RESOLVED`. */
export interface Head {
  readonly issue?: IssueId;
  readonly label?: string;
  /** The label is only a number in a list. */
  readonly ordinal: boolean;
  readonly severity?: Severity;
  readonly severityAsWritten?: string;
  /** The severity comes from the label alone (`H1`), so that a section or field may say better. */
  readonly severityFromLabel: boolean;
  readonly status?: RecheckStatus;
  readonly isNew: boolean;
  readonly observation: boolean;
  readonly struck: boolean;
  /** `issue (blocking):`, `nitpick:`, `praise:`, as conventional comments are written. */
  readonly comment?: "issue" | "remark" | "praise";
  /** `[x]` and `[ ]`. */
  readonly checked?: boolean;
  /** The rest, in the author's markup. */
  readonly rest: string;
}

type Draft = { -readonly [Key in keyof Head]: Head[Key] };

/** Something that a head can begin with: a mark, a sign, a name with a number, a status; or one of the words below. */
const MARK = /^(?:[^\p{L}"'`]|`\[?[A-Za-z]{2,16}\]?`|[A-Za-z]{1,16}[-_#]?[A-Za-z]{0,16}\d|[A-Z][A-Z_]{2})/u;
const WORD =
  /^(?:issue|finding|concern|problem|observation|comment|question|note|point|item|defect|bug|nit|suggestion|critique|remark|risk|severity|todo|chore|typo|quibble|thought|praise|critical|high|medium|moderate|low|minor|major|must|should|block|trivial|cosmetic|polish|optional|important|severe|serious|showstopper|fatal|med|crit|non)/iu;
const ENDS = /(?:[)\]*_~:.`A-Z✅✓✔☑❌✗✘]|\ufe0f|[Ss]everity\W.{1,20})$/u;

/** Reads the head of an item's first line. Linear: each step takes something off a bounded beginning. */
export const readHead: (line: string) => Head = rememberLines(headOf);

function headOf(line: string): Head {
  const draft: Draft = {
    ordinal: false,
    severityFromLabel: false,
    isNew: false,
    observation: false,
    struck: false,
    rest: "",
  };
  const text = visible(line).trim();
  if (!MARK.test(text) && !WORD.test(text)) {
    draft.rest = ENDS.test(text) ? takeSuffix(text, draft) : text;
    return draft;
  }
  let at = 0;
  for (let step = 0; step < 12; step++) {
    const taken = takeMark(text.slice(at, at + 120), draft);
    if (taken === 0) break;
    at += taken;
  }
  const rest = takeSuffix(text.slice(at), draft);
  draft.rest = takeInfix(balance(rest, text.slice(0, at)), draft);
  return draft;
}

function takeMark(text: string, draft: Draft): number {
  return (
    takeCheckbox(text, draft) ||
    takeSpace(text, draft) ||
    takeSign(text, draft) ||
    takeBracket(text, draft) ||
    takeComment(text, draft) ||
    takeName(text, draft) ||
    takeSeverity(text, draft) ||
    takeStatus(text, draft)
  );
}

function takeCheckbox(text: string, draft: Draft): number {
  const match = /^\[([ xX])\]\s+/.exec(text);
  if (match === null) return 0;
  draft.checked = match[1] !== " ";
  return match[0].length;
}

/** White space, emphasis marks, and the separators after something was taken. */
function takeSpace(text: string, draft: Draft): number {
  const begun =
    draft.label !== undefined ||
    draft.issue !== undefined ||
    draft.severity !== undefined ||
    draft.isNew ||
    draft.comment !== undefined ||
    draft.status !== undefined;
  const match = (
    begun
      ? /^(?::[*_](?=\s)|[\s:|,·•]|[-–—.](?=\s|\*|$)|\*\*|__|~~|\*(?=\S)|\\(?=\[))+/
      : /^(?:\s|•|\*\*|__|~~|\*(?=\S)|\\(?=\[))+/
  ).exec(text);
  if (match === null) return 0;
  if (match[0].includes("~~")) draft.struck = true;
  return match[0].length;
}

function takeSign(text: string, draft: Draft): number {
  const match = /^(?:[\p{Extended_Pictographic}✓✔☑✗✘]|\ufe0f)+/u.exec(text);
  if (match === null) return 0;
  const severity = severityOfSign(match[0]);
  if (severity !== undefined && draft.severity === undefined) setSeverity(draft, severity, match[0]);
  if (/[✅✓✔☑]/u.test(match[0])) draft.status ??= "RESOLVED";
  return match[0].length;
}

function takeBracket(text: string, draft: Draft): number {
  const match = /^\\?(?:\[([^\][\n]{1,60})\\?\]|\(([^()\n]{1,60})\)|`([^`\n]{2,16})`)(?!\()/.exec(text);
  const inner = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || inner === undefined) return 0;
  // A name in code is text (SPEC 3.1); a severity set so is one.
  return takeInner(inner, draft, match[3] === undefined) ? match[0].length : 0;
}

/** Every part of a bracket must be something known, or the bracket belongs to the title. A name stands in front. */
function takeInner(inner: string, draft: Draft, names: boolean): boolean {
  const parts = inner.split(/\s*[,;|/]\s*|\s+[-–—]\s+/u).filter((part) => part !== "");
  // `(CRITICAL/HIGH/MEDIUM/LOW)` lists the severities that there are; `(HIGH/MEDIUM)` is the worse one.
  const rated = parts.filter((part) => severityPhrase(part) !== undefined).length;
  if (rated > 2) return false;
  if (rated === 2 && parts.length === 2 && takePart(inner, draft, names)) return true;
  const trial: Draft = { ...draft };
  for (const part of parts) if (!takePart(part, trial, names)) return false;
  Object.assign(draft, trial);
  return parts.length > 0;
}

function takePart(part: string, draft: Draft, names: boolean): boolean {
  const word = part.replace(/^severity\s*[:=]\s*|^\[|\]$/giu, "").trim();
  // It does not block: that is no severity, and takes none away.
  if (NON_BLOCKING.test(word)) return true;
  const phrase = severityPhrase(word);
  if (phrase !== undefined) {
    if (/\bobservations?\b/iu.test(word)) draft.observation = true;
    setSeverity(draft, phrase.severity, phrase.asWritten);
    return true;
  }
  if (/^(?:new|newly found|new issue)$/iu.test(word)) {
    draft.isNew = true;
    return true;
  }
  if (/^(?:withdrawn|retracted)$/iu.test(word)) {
    draft.struck = true;
    return true;
  }
  const status = statusPhrase(word);
  if (status !== undefined) {
    draft.status = status;
    return true;
  }
  const name = names ? leadingName(word) : undefined;
  if (name === undefined || name.length < word.length || draft.label !== undefined) return false;
  // `ISSUE-R2-001 (H1)`: an id, and what its author calls it.
  if (draft.issue !== undefined) draft.label = word;
  else setName(draft, word);
  return true;
}

const COMMENT =
  /^(issue|problem|bug|defect|todo|chore|nitpick|nit|typo|quibble|suggestion|question|thought|note|praise)(?:\s*\(([^()\n]{1,40})\))?\s*:(?=\s|\*|_|$)/iu;

/** What a comment is, and how much it weighs. Without a bracket most of the words are names of fields. */
function takeComment(text: string, draft: Draft): number {
  const match = COMMENT.exec(text);
  const word = match?.[1]?.toLowerCase() ?? "";
  if (match === null || draft.comment !== undefined || draft.label !== undefined || draft.issue !== undefined) return 0;
  const marks = (match[2] ?? "").split(/\s*[,;/]\s*/u).filter((mark) => mark !== "");
  const known = marks.filter((mark) => NON_BLOCKING.test(mark) || severityPhrase(mark) !== undefined);
  const alone = /^(?:nitpick|nit|typo|quibble|praise|todo)$/u.test(word);
  if (known.length === 0 && (marks.length > 0 || !alone)) return 0;
  draft.comment =
    word === "praise" ? "praise" : /^(?:suggestion|question|thought|note)$/u.test(word) ? "remark" : "issue";
  if (draft.comment === "remark") draft.observation = true;
  if (/^(?:nitpick|nit|typo|quibble)$/u.test(word)) setSeverity(draft, "LOW", word);
  for (const mark of known) takePart(mark, draft, false);
  return match[0].length;
}

const NON_BLOCKING = /^(?:non|not)[\s-]?blocking$/iu;

function takeName(text: string, draft: Draft): number {
  if (draft.issue !== undefined || (draft.label !== undefined && !draft.ordinal)) return 0;
  const name = leadingName(text);
  if (name === undefined || (name.ordinal && draft.label !== undefined)) return 0;
  setName(draft, text);
  return name.length;
}

function setName(draft: Draft, text: string): void {
  const name = leadingName(text);
  if (name === undefined) return;
  const short = name.label === undefined ? undefined : expandShortId(name.label);
  const issue = name.issue ?? short;
  if (issue !== undefined) draft.issue = issue;
  if (name.label === undefined) delete draft.label;
  else draft.label = name.label;
  draft.ordinal = name.ordinal;
  if (name.observation) draft.observation = true;
  if (name.severity !== undefined && draft.severity === undefined) {
    draft.severity = name.severity;
    draft.severityFromLabel = true;
  }
}

function takeSeverity(text: string, draft: Draft): number {
  // `ISSUE-R3-001, high, …`: between commas behind a name.
  const named = draft.issue !== undefined || (draft.label !== undefined && !draft.ordinal);
  const listed = named ? /^([A-Za-z]{3,12})(?=[,.](?:\s|\*))/u.exec(text)?.[1] : undefined;
  const rated = listed === undefined ? undefined : severityOfWord(listed);
  if (listed !== undefined && rated !== undefined) {
    setSeverity(draft, rated, listed);
    return listed.length;
  }
  const light = /^(?:non|not)[\s-]?blocking(?=\s*(?:[:|–—]|\*\*|__))/iu.exec(text)?.[0];
  if (light !== undefined) {
    if (draft.severity === undefined) setSeverity(draft, "LOW", light);
    return light.length;
  }
  const match =
    /^(?:severity\s*[:=]\s*)?((?:sev-\d|[A-Za-z]{2,12}\d?)(?:[\s-]?(?:priority|severity|issue|risk|impact|fix|have))?)(?=\s*(?:[:|–—\])·•]|\*\*|__|-\s|$)|\s+-\s)/iu.exec(
      text,
    );
  const word = match?.[1];
  const phrase = word === undefined ? undefined : severityPhrase(word);
  if (match === null || phrase === undefined) return 0;
  if (/^observations?$/iu.test(word ?? "")) draft.observation = true;
  setSeverity(draft, phrase.severity, phrase.asWritten);
  return match[0].length;
}

function takeStatus(text: string, draft: Draft): number {
  const match = /^([A-Z][A-Z_ ]{2,20})(?=\s*(?:[:|–—]|\*\*|__|-\s)|\s+ISSUE-R\d|\s*$)/u.exec(text);
  const word = match?.[1]?.trim();
  if (match === null || word === undefined) return 0;
  if (word === "NEW") {
    draft.isNew = true;
    return match[0].length;
  }
  if (/^(?:WITHDRAWN|RETRACTED)$/u.test(word)) {
    draft.struck = true;
    return match[0].length;
  }
  const status = statusPhrase(word);
  if (status === undefined) return 0;
  draft.status = status;
  return match[0].length;
}

/** `**title** [HIGH]: more`: what stands behind a title in bold. */
function takeInfix(text: string, draft: Draft): string {
  const match =
    /^(\*\*[^*\n]{2,160}\*\*)\s*(?:\[([^\][\n]{2,30})\]|\(([^()\n]{2,30})\)|`([^`\n]{2,16})`)(?=\s*[:.–—-]\s*\S)/u.exec(
      text.slice(0, 220),
    );
  const inner = match?.[2] ?? match?.[3] ?? match?.[4];
  if (match === null || inner === undefined || !takeInner(inner, draft, false)) return text;
  return `${match[1] ?? ""}${text.slice(match[0].length)}`;
}

/** `title (LOW)`, `title [HIGH]`, title `HIGH`, `title - RESOLVED`. */
function takeSuffix(text: string, draft: Draft): string {
  let rest = suffixField(text.trimEnd(), draft);
  for (let step = 0; step < 4; step++) {
    const last = /(.)[*_~:.]*$/su.exec(rest.slice(-8))?.[1] ?? "";
    const sign = draft.status === undefined ? /\s[✅✓✔☑❌✗✘]\ufe0f?$/u.exec(rest.slice(-4))?.[0] : undefined;
    if (sign !== undefined) {
      const status = statusPhrase(sign.replace("\ufe0f", ""));
      if (status !== undefined) draft.status = status;
      rest = rest.slice(0, -sign.length);
      continue;
    }
    const shorter = /[)\]`]/.test(last)
      ? suffixBracket(rest, draft)
      : LOUD.test(last)
        ? suffixWord(rest, draft)
        : undefined;
    if (shorter === undefined) break;
    rest = shorter;
  }
  return rest;
}

/** `title — *Severity: High*` */
function suffixField(text: string, draft: Draft): string {
  if (!/severity\W/iu.test(text.slice(-40))) return text;
  const match =
    /(\*\*|__)?\s*[-–—|,·]{1,2}\s*[*_]{0,2}severity[*_]{0,2}\s*[:=][*_]{0,2}\s*[*_]{0,2}([A-Za-z]{2,12})[*_]{0,2}\.?$/iu.exec(
      text.slice(-60),
    );
  const phrase = severityPhrase(match?.[2] ?? "");
  if (match === null || phrase === undefined) return text;
  setSeverity(draft, phrase.severity, phrase.asWritten);
  return text.slice(0, text.length - match[0].length) + (match[1] ?? "");
}

const LOUD = /[A-Z✅✓✔☑❌✗✘]|\ufe0f/u;

function suffixBracket(text: string, draft: Draft): string | undefined {
  const match = /\s*\\?(?:\[([^\][\n]{2,40})\\?\]|\(([^()\n]{2,40})\)|`([^`\n]{2,16})`)((?:\*\*|__|~~|:|\.)*)$/u.exec(
    text.slice(-60),
  );
  const inner = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || inner === undefined || !takeInner(inner, draft, false)) return undefined;
  return text.slice(0, text.length - match[0].length) + (match[4] ?? "").replace(/[:.]/g, "");
}

function suffixWord(text: string, draft: Draft): string | undefined {
  const match =
    /(\*\*|__|~~)?\s*(?:[-–—→:]|->|=>)\s*(?:\*\*|__)?([\p{L}_' ]{2,30}|[✅✓✔☑❌✗✘]\ufe0f?\s?[\p{L}_' ]{0,30})(?:\*\*|__)?\.?$/u.exec(
      text.slice(-60),
    );
  const word = match?.[2]?.trim();
  if (match === null || word === undefined || word !== word.toUpperCase()) return undefined;
  if (!takePart(word.replace(/^[✅✓✔☑]\ufe0f?\s*(?=\p{L})/u, ""), draft, false)) return undefined;
  return text.slice(0, text.length - match[0].length) + (match[1] ?? "");
}

function setSeverity(draft: Draft, severity: Severity, asWritten: string): void {
  draft.severity = severity;
  draft.severityAsWritten = asWritten;
  draft.severityFromLabel = false;
}

/** Taking `**H1: ` off `**H1: title** more` leaves a closing mark without its partner. */
function balance(rest: string, taken: string): string {
  let text = rest.trim();
  for (const mark of ["**", "__", "~~"]) {
    if (!taken.includes(mark) || count(text, mark) % 2 === 0) continue;
    text = text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : `${mark}${text}`;
  }
  return text;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
