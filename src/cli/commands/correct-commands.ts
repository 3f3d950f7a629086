import { UsageError } from "../../errors/whetstone-error.ts";
import type { Command } from "../../mediator/commands/command.ts";
import type { SpecPlace } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { FlagAction } from "../../model/disagreement.ts";
import { type GapId, isIssueId } from "../../model/ids.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { CliContext } from "../cli-context.ts";
import { typedChoice, typedNumber } from "../typed-word.ts";
import { type CommandRow, type OptionRow, SESSION } from "./command-row.ts";

interface PlaceOptions {
  readonly line?: string;
  readonly quote?: string;
  readonly file?: string;
}

interface Reason {
  readonly reason: string;
}

interface AddOptions extends PlaceOptions {
  readonly text?: string;
  readonly severity: string;
  readonly category: string;
  readonly dependsOn?: readonly GapId[];
}

const WHY = "why; recorded in decisions.md";
const REASON: OptionRow = ["--reason <TEXT>", WHY, true];
const OF: OptionRow = ["--of <GAP>", "the gap to keep", true];
const SEVERITY: OptionRow = ["--severity <SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW", "MEDIUM"];
/** A place in the working spec; lines are counted as `whetstone blame` does. */
const PLACE: readonly OptionRow[] = [
  ["--line <LINE>", "the line of the current spec it is about"],
  ["--quote <WORDS>", "the words of the spec it is about"],
  ["--file <FILE>", "the file of that line, if the spec has several"],
];

/** A command that is sent to the session, whether a process has it open or not. */
function sessionCommand<Options, Args extends readonly unknown[]>(
  usage: string,
  text: string,
  options: readonly OptionRow[],
  make: (options: Options, ...args: Args) => Command,
): CommandRow {
  return {
    usage,
    text,
    options: [...SESSION, ...options],
    load: async () => {
      const { confirmClosing, sendAndReport } = await import("../session/send-command.ts");
      return async (...given: unknown[]) => {
        const [options, context] = given.splice(-2) as [Options & { session?: string; yes?: true }, CliContext];
        const command = make(options, ...(given as unknown as Args));
        if (command.type === "gap-wont-fix" && "gaps" in command && !options.yes)
          await confirmClosing(options.session, command, context);
        return sendAndReport(options.session, command, context);
      };
    },
  };
}

function gapCommand<Options>(
  name: string,
  text: string,
  options: readonly OptionRow[],
  make: (gaps: string, options: Options) => Command,
): CommandRow {
  const making = (given: Options, words: readonly string[]) => make(words.join(" "), given);
  return sessionCommand(`gap ${name} <GAPS...>`, text, options, making);
}

/** Commands on a list of gaps, with their options. */
const ON_GAPS = [
  ["defer", "defer gaps; each counts as half an open gap", [REASON]],
  [
    "wont-fix",
    "close gaps without a resolution",
    [REASON, ["-y, --yes", "without asking, also where a severity or a range names several"]],
  ],
  ["reopen", "reopen accepted gaps for revision", [REASON]],
  ["unblock", "work on gaps despite their blockers", [REASON]],
  [
    "park",
    "set gaps aside until you take them up again",
    [["--reason <TEXT>", `${WHY}; required for CRITICAL and HIGH`]],
  ],
  ["take", "take up deferred or parked gaps again", []],
  ["duplicate", "close gaps as duplicates of another one", [OF, ["--reason <TEXT>", WHY]]],
] as const;

export const GAP_COMMANDS: readonly CommandRow[] = [
  sessionCommand(
    "gap add <TITLE>",
    "add a gap that the spec leaves open",
    [
      ...PLACE,
      ["--text <TEXT>", "what is missing, in full (default: the title)"],
      SEVERITY,
      ["--category <CATEGORY>", "2 to 10 capitals, for the id", "USER"],
      ["--depends-on <GAPS...>", "gaps that must be resolved first"],
    ],
    (options: AddOptions, title: string) => ({
      type: "gap-add",
      title,
      text: options.text ?? title,
      severity: severityOf(options.severity),
      category: categoryOf(options.category),
      dependsOn: options.dependsOn ?? [],
      ...(options.line === undefined && options.quote === undefined ? {} : { at: placeOf(options) }),
    }),
  ),
  ...ON_GAPS.map(([name, text, options]) =>
    gapCommand(name, text, options, (gaps, { reason, of }: Partial<Reason> & { of?: GapId }) => {
      return { type: `gap-${name}`, gaps, ...defined({ reason, of }) } as Command;
    }),
  ),
  {
    ...gapCommand(
      "severity",
      "set the severity of gaps; agents cannot override it",
      [REASON],
      (words, { reason }: Reason) => {
        const [severity = "", ...gaps] = words.split(" ").reverse();
        return { type: "gap-severity", gaps: gaps.reverse().join(" "), severity: severityOf(severity), reason };
      },
    ),
    shown: "[options] <GAPS...> <SEVERITY>",
  },
  sessionCommand(
    "gap split <GAP>",
    "split a gap into parts",
    [["--part <TITLE...>", "the title of each part, two or more", true], REASON],
    ({ part, reason }: Reason & { part: readonly string[] }, gap: GapId) => {
      return { type: "gap-split", gap, parts: part.map((title) => ({ title, text: title })), reason };
    },
  ),
];

const LISTED = "<FLAG_ISSUE_OR_NOTE>";
const SETTLING = [
  ["ask", "ask the Engineer to answer it"],
  ["conflict", "make it a conflict, which you decide"],
  ["false-positive", "dismiss it as wrong or irrelevant"],
] as const;

/** Commands on what a summary lists: a flag, an issue or a note (SPEC 4.6, 9). */
export const FLAG_COMMANDS: readonly CommandRow[] = [
  ...SETTLING.map(([action, text]) =>
    sessionCommand(`flag ${action} ${LISTED}`, text, [], (_: object, name: string) => settleCommand(name, action)),
  ),
  sessionCommand(
    `flag explain ${LISTED}`,
    "tell the Engineer what it needs to know, and ask for an answer",
    [["--text <TEXT>", "your words; they go into the prompt", true]],
    ({ text }: { text: string }, name: string) => settleCommand(name, "explain", text),
  ),
  sessionCommand(
    `flag waive ${LISTED}`,
    "accept an issue without a fix",
    [REASON],
    ({ reason }: Reason, name: string) =>
      isIssueId(name) ? { type: "issue-waive", issue: name, reason } : settleCommand(name, "waive", reason),
  ),
  sessionCommand(
    "flag raise <TEXT>",
    "raise your own issue about words that a gap added",
    [...PLACE, SEVERITY],
    (options: PlaceOptions & { severity: string }, text: string) => {
      const at = placeOf(options);
      if (at.line === undefined && at.quote === undefined) {
        throw new UsageError("an issue must point to words in the spec", {
          fix: "Name them with `--line` or `--quote`.",
        });
      }
      return { type: "issue-add", text, severity: severityOf(options.severity), at };
    },
  ),
  sessionCommand(
    "flag severity <ISSUE_OR_NOTE> <SEVERITY>",
    "change the severity of an issue, or of the gap in a severity conflict",
    [REASON],
    ({ reason }: Reason, name: string, word: string) => {
      const severity = severityOf(word);
      return isIssueId(name)
        ? { type: "issue-severity", issue: name, severity, reason }
        : { type: "note-settle", note: name, action: "severity", severity, text: reason };
    },
  ),
  sessionCommand(
    "flag reopen <ISSUE_OR_NOTE>",
    "reopen an issue, or the gap of a note",
    [REASON],
    ({ reason }: Reason, name: string) =>
      isIssueId(name)
        ? { type: "issue-reopen", issue: name, reason }
        : { type: "note-settle", note: name, action: "reopen", text: reason },
  ),
];

function placeOf({ line, quote, file }: PlaceOptions): SpecPlace {
  return defined({ line: line === undefined ? line : typedNumber(line, "--line", 1, 999_999_999), quote, file });
}

/** Builds the command; the session refuses an unknown name. */
function settleCommand(name: string, action: FlagAction, text?: string): Command {
  if (name.startsWith("NOTE-")) return { type: "note-settle", note: name, action, ...defined({ text }) };
  return { type: "flag-settle", flag: name, action, ...defined({ text }) };
}

function severityOf(text: string): Severity {
  return typedChoice(text, "a severity", SEVERITIES);
}

function categoryOf(text: string): string {
  if (/^[A-Z]{2,10}$/.test(text)) return text;
  throw new UsageError("not a valid category", { target: text, fix: "Write 2 to 10 capitals, like FLOW." });
}
