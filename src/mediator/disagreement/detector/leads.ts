import { once } from "./once.ts";
import { fold } from "./passage.ts";

/** The beginning of a block that may name what the block answers: a heading, a row, a quotation, a bold lead-in. */
export interface Lead {
  readonly line: number;
  readonly endLine: number;
  readonly form: "heading" | "table" | "list" | "inline";
  /** The words that may name an issue. */
  readonly name: string;
  /** What is said below or behind them. */
  readonly body: string;
}

/** Leads by the names that they hold: the Reviewer's labels, and runs of words that may be of a title. */
export interface LeadIndex {
  readonly byLabel: ReadonlyMap<string, readonly Lead[]>;
  readonly byRun: ReadonlyMap<string, readonly Lead[]>;
  /** Those that say what they are about: "On reordering:". */
  readonly topics: readonly Lead[];
  /** Whether the earlier text had it too. */
  readonly isOld: (lead: Lead) => boolean;
}

/** Words in a row that a lead shares with a title: fewer meet by chance. */
export const RUN = 4;
/** A lead longer than this is a sentence about something, not a name. */
const LONGEST_NAME = 140;
/** Whether an answer says something, and what it stands for, shows long before this. */
const MOST_READ = 1500;

const REPLYING =
  "(?:re|regarding|responses?|reply|replies|answers?|answering|address(?:ing|ed|es)?|fix(?:ed|es)?|resolved|concerning|about|on|to|for|the|done|closes?)";
const KIND = "(?:issue|finding|point|item|comment|concern|remark|question)";
const LABEL = new RegExp(
  `^\\W{0,8}(?:${REPLYING}\\b\\W{1,4}){0,4}(?:(${KIND})\\s{1,2}#?)?([A-Za-z]{0,10}[-.]?\\d{1,4}(?:[-.]\\d{1,4})?)(?![\\w.-]*\\w)`,
  "i",
);

/** The label that a text begins with, as labels are compared; a bare number only where it is called an issue. */
export function labelAt(text: string): string | undefined {
  const match = LABEL.exec(text.slice(0, LONGEST_NAME));
  const label = match?.[2]?.toLowerCase();
  if (label === undefined) return undefined;
  if (/^\d+$/.test(label)) return match?.[1] === undefined ? undefined : label;
  return /^[a-z]/.test(label) ? label : undefined;
}

/** The runs of words of a name, and the whole name where it has no run. What it quotes and ids are names of other things. */
export function runsOf(name: string): string[] {
  const words = fold(name.replace(OTHER_NAMES, " ")).split(" ");
  if (words.length < RUN) return words.length >= 2 ? [words.join(" ")] : [];
  return words.slice(0, words.length - RUN + 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

const OTHER_NAMES = /["“][^"“”\n]{1,140}["”]|`[^`\n]{1,140}`|\bGAP-[A-Z]{2,10}-\d{3}[a-z]?/g;

/** Indexes the leads of a text; those that an earlier one had too are its own sections, and name no answer. */
export function indexLeads(lines: readonly string[], earlier: readonly string[] = []): LeadIndex {
  const leads = leadsOf(lines);
  const before = once(() => new Set(leadsOf(earlier).map(({ name }) => fold(name))));
  const byLabel = new Map<string, Lead[]>();
  const byRun = new Map<string, Lead[]>();
  const topics: Lead[] = [];
  const add = (map: Map<string, Lead[]>, key: string, lead: Lead) => {
    const known = map.get(key);
    if (known) known.push(lead);
    else map.set(key, [lead]);
  };
  for (const lead of leads) {
    const label = labelAt(lead.name);
    if (label !== undefined) add(byLabel, label, lead);
    if (topicOf(lead) !== undefined) topics.push(lead);
    if (lead.form !== "table") for (const run of new Set(runsOf(lead.name))) add(byRun, run, lead);
  }
  return { byLabel, byRun, topics, isOld: ({ name }) => before().has(fold(name)) };
}

/** What a lead says that it is about. */
export function topicOf({ name, form }: Lead): string | undefined {
  return form === "table"
    ? undefined
    : /^\W{0,6}(?:on|re|regarding|about|as (?:for|to)|concerning)\b:?\s(.{2,80})$/i.exec(name)?.[1];
}

/** The leads of a text, fences left out. */
function leadsOf(lines: readonly string[]): Lead[] {
  const found: Lead[] = [];
  const plain = outsideFences(lines);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (plain[at] !== 1 || line.trim() === "") continue;
    const lead = leadAt(lines, at, line);
    if (lead) found.push(lead);
  }
  return found;
}

function leadAt(lines: readonly string[], at: number, line: string): Lead | undefined {
  const first = line.trimStart().charAt(0);
  if (first === "#") return headingLead(lines, at, line);
  if (first === "|") return rowLead(at, line);
  const begins = at === 0 || (lines[at - 1] ?? "").trim() === "" || /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line);
  return begins ? blockLead(lines, at, line, first === ">") : undefined;
}

function headingLead(lines: readonly string[], at: number, line: string): Lead {
  const end = nextLine(lines, at + 1, (next) => /^\s{0,3}#/.test(next));
  return {
    line: at + 1,
    endLine: end,
    form: "heading",
    name: line.replace(/^[\s#]+/, ""),
    body: textOf(lines, at + 1, end),
  };
}

/** The name is in the first cell, what is said in the others. */
function rowLead(at: number, line: string): Lead | undefined {
  const cells = line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());
  const [name = "", ...rest] = cells;
  if (name === "" || name.length > LONGEST_NAME || rest.length === 0) return undefined;
  return { line: at + 1, endLine: at + 1, form: "table", name, body: rest.join(". ") };
}

/** A paragraph, an item or a quotation: the name is bold, or ends with a colon or an arrow, or is all there is. */
function blockLead(lines: readonly string[], at: number, line: string, quotes: boolean): Lead | undefined {
  const text = line.replace(/^\s*(?:>\s*|[-*+]\s+|\d{1,3}[.)]\s+){0,3}/, "");
  const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line);
  const match =
    /^(\*\*[^*]{2,140}\*\*:?)(.*)$/.exec(text) ??
    /^(\[[^\]]{2,60}\]:?)(.*)$/.exec(text) ??
    /^([^:→]{2,140}(?::|→|\s[–—]\s))(.*)$/.exec(text) ??
    (quotes && text.length <= LONGEST_NAME ? [text, text, ""] : undefined);
  if (!match) return undefined;
  const [, name = "", rest = ""] = match;
  const own = nextLine(
    lines,
    at + 1,
    (next) => next.trim() === "" || (item && /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(next)),
  );
  const body = [rest, textOf(lines, at + 1, own)].join("\n").trim();
  const form = item ? "list" : "inline";
  const about = /^\s*((?:On|Regarding|About|As for|As to|Concerning)\s[^.:]{2,60}:)\s(.*)$/s.exec(body);
  if (about)
    return { line: at + 1, endLine: own, form, name: about[1] ?? "", body: (about[2] ?? "").slice(0, MOST_READ) };
  if (/\p{L}{2}/u.test(body)) return { line: at + 1, endLine: own, form, name, body: body.slice(0, MOST_READ) };
  // A name with nothing behind it leads in what follows, down to the next heading, quotation or rule.
  const end = nextLine(lines, own, (next) => /^\s{0,3}(?:#|>|-{3,}\s*$)|^\*\*/.test(next));
  return { line: at + 1, endLine: end, form, name, body: textOf(lines, own, end) };
}

function nextLine(lines: readonly string[], from: number, test: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !test(lines[at] ?? "")) at += 1;
  return at;
}

function textOf(lines: readonly string[], from: number, end: number): string {
  let last = from;
  for (let length = 0; last < end && length <= MOST_READ; last++) length += (lines[last]?.length ?? 0) + 1;
  return lines
    .slice(from, last)
    .map((line) => line.replace(/^\s*>\s?/, ""))
    .join("\n")
    .trim()
    .slice(0, MOST_READ);
}

/** Of each line: 1 where it stands outside fences. */
export function outsideFences(lines: readonly string[]): Uint8Array {
  const plain = new Uint8Array(lines.length);
  let fence: string | undefined;
  lines.forEach((line, at) => {
    const fences = line.includes("```") || line.includes("~~~");
    const mark = fences ? /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    else if (fence === undefined) plain[at] = 1;
  });
  return plain;
}
