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

type Texts = "session" | "line" | "quote" | "file" | "text" | "category";

/** The options of all these commands. Required ones are there: the parser refuses a command without them. */
interface Options extends Readonly<Partial<Record<Texts, string>>> {
  readonly severity: string;
  readonly reason: string;
  readonly of: GapId;
  readonly part: readonly string[];
  readonly dependsOn?: readonly GapId[];
  readonly yes?: true;
}

const WHY = "why; recorded in decisions.md";
const REASON: OptionRow = ["--reason <TEXT>", WHY, true];
const SEVERITY: OptionRow = ["--severity <SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW", "MEDIUM"];
/** A place in the working spec; lines are counted as `whetstone blame` does. */
const PLACE: readonly OptionRow[] = [
  ["--line <LINE>", "the line of the current spec it is about"],
  ["--quote <WORDS>", "the words of the spec it is about"],
  ["--file <FILE>", "the file of that line, if the spec has several"],
];

/** A command that is sent to the session, whether a process has it open or not. */
function sessionCommand(
  usage: string,
  text: string,
  options: readonly OptionRow[],
  make: (options: Options, ...words: string[]) => Command,
): CommandRow {
  const load = async () => {
    const { confirmClosing, sendAndReport } = await import("../session/send-command.ts");
    return async (...given: unknown[]) => {
      const [options, context] = given.splice(-2) as [Options, CliContext];
      const command = make(options, ...(given.flat() as string[]));
      if (command.type === "gap-wont-fix" && "gaps" in command && !options.yes)
        await confirmClosing(options.session, command, context);
      return sendAndReport(options.session, command, context);
    };
  };
  return { usage, text, options: [...SESSION, ...options], load };
}

/** Commands on a list of gaps, with their options. */
const ON_GAPS: readonly [name: string, text: string, ...options: OptionRow[]][] = [
  ["defer", "defer gaps; each counts as half an open gap", REASON],
  [
    "wont-fix",
    "close gaps without a resolution",
    REASON,
    ["-y, --yes", "without asking, also where a severity or a range names several"],
  ],
  ["reopen", "reopen accepted gaps for revision", REASON],
  ["unblock", "work on gaps despite their blockers", REASON],
  [
    "park",
    "set gaps aside until you take them up again",
    ["--reason <TEXT>", `${WHY}; required for CRITICAL and HIGH`],
  ],
  ["take", "take up deferred or parked gaps again"],
  [
    "duplicate",
    "close gaps as duplicates of another one",
    ["--of <GAP>", "the gap to keep", true],
    ["--reason <TEXT>", WHY],
  ],
];

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
    (options, title = "") => ({
      type: "gap-add",
      title,
      text: options.text ?? title,
      severity: severityOf(options.severity),
      category: categoryOf(options.category ?? ""),
      dependsOn: options.dependsOn ?? [],
      ...(options.line === undefined && options.quote === undefined ? {} : { at: placeOf(options) }),
    }),
  ),
  ...ON_GAPS.map(([name, text, ...options]) =>
    sessionCommand(`gap ${name} <GAPS...>`, text, options, ({ reason, of }, ...gaps) => {
      return { type: `gap-${name}`, gaps: gaps.join(" "), ...defined({ reason, of }) } as Command;
    }),
  ),
  {
    ...sessionCommand(
      "gap severity <GAPS...>",
      "set the severity of gaps; agents cannot override it",
      [REASON],
      ({ reason }, ...words) => {
        const severity = severityOf(words.at(-1) ?? "");
        return { type: "gap-severity", gaps: words.slice(0, -1).join(" "), severity, reason };
      },
    ),
    shown: "[options] <GAPS...> <SEVERITY>",
  },
  sessionCommand(
    "gap split <GAP>",
    "split a gap into parts",
    [["--part <TITLE...>", "the title of each part, two or more", true], REASON],
    ({ part, reason }, gap) => {
      return { type: "gap-split", gap: gap as GapId, parts: part.map((title) => ({ title, text: title })), reason };
    },
  ),
];

/** Commands on what a summary lists: a flag, an issue or a note (SPEC 4.6, 9). */
export const FLAG_COMMANDS: readonly CommandRow[] = [
  settling("ask", "ask the Engineer to answer it"),
  settling("conflict", "make it a conflict, which you decide"),
  settling("false-positive", "dismiss it as wrong or irrelevant"),
  settling("explain", "tell the Engineer what it needs to know, and ask for an answer", [
    "--text <TEXT>",
    "your words; they go into the prompt",
    true,
  ]),
  settling("waive", "accept an issue without a fix", REASON),
  sessionCommand(
    "flag raise <TEXT>",
    "raise your own issue about words that a gap added",
    [...PLACE, SEVERITY],
    (options, text = "") => {
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
    ({ reason }, name = "", word = "") => {
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
    ({ reason }, name = "") =>
      isIssueId(name)
        ? { type: "issue-reopen", issue: name, reason }
        : { type: "note-settle", note: name, action: "reopen", text: reason },
  ),
];

/** The session refuses an unknown name. */
function settling(action: FlagAction, text: string, ...options: readonly OptionRow[]): CommandRow {
  return sessionCommand(
    `flag ${action} <FLAG_ISSUE_OR_NOTE>`,
    text,
    options,
    ({ reason, text = reason }, name = "") => {
      if (action === "waive" && isIssueId(name)) return { type: "issue-waive", issue: name, reason };
      if (name.startsWith("NOTE-")) return { type: "note-settle", note: name, action, ...defined({ text }) };
      return { type: "flag-settle", flag: name, action, ...defined({ text }) };
    },
  );
}

function placeOf({ line, quote, file }: Options): SpecPlace {
  return defined({ line: line === undefined ? line : typedNumber(line, "--line", 1, 999_999_999), quote, file });
}

function severityOf(text: string): Severity {
  return typedChoice(text, "a severity", SEVERITIES);
}

function categoryOf(text: string): string {
  if (/^[A-Z]{2,10}$/.test(text)) return text;
  throw new UsageError("not a valid category", { target: text, fix: "Write 2 to 10 capitals, like FLOW." });
}
