import { answerProblem } from "../../model/answer-problem.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { evidenceTitle, idsAbout, shownEvidence } from "../../model/whole-question.ts";
import type { Asker, AskOutcome } from "../../ports/asker.ts";
import type { Paint } from "../paint.ts";
import { atWords, wrapText } from "../wrap-line.ts";
import { askPassage } from "./ask-passage.ts";
import type { Asking, TerminalAskerOptions, Typed } from "./field-prompts.ts";
import { answerOf, askedFields, fillFields } from "./field-prompts.ts";
import { diffShown } from "./passage-lines.ts";
import { dropKeys, readLines } from "./read-lines.ts";
import { createTerminal, type MenuEntry } from "./terminal.ts";

/** Asks the person at the terminal, one question at a time. Esc goes one step back, Ctrl-C leaves. */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  const around = options.around ?? ((work) => work());
  const typed: Typed = new Map();
  let turn: Promise<unknown> = Promise.resolve();
  let wasAnsweredElsewhere = false;
  return {
    ask(question, signal, refusal) {
      const asked = turn.then(async () => {
        const terminal = createTerminal(options, signal);
        const keys = lastKey(options.input);
        const asking = { question, signal, refusal, options, terminal, wasEscape: keys.wasEscape };
        const outcome = await around(async (): Promise<AskOutcome> => {
          if (wasAnsweredElsewhere && !(await wantsNext(asking))) return signal.aborted ? "later" : "leave";
          return isPassageQuestion(question) ? askPassage(asking, typed) : askQuestion(asking, typed);
        }).finally(keys.end);
        if (outcome === "leave" && keys.wasInterrupt()) options.onInterrupt?.();
        wasAnsweredElsewhere = signal.aborted;
        return outcome;
      });
      turn = asked.catch(() => undefined);
      return asked;
    },
  };
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/** Records the last key: the prompts do not say whether the person left with Ctrl-C or Esc. */
function lastKey(input: TerminalAskerOptions["input"]) {
  let last: Key | undefined;
  const onKey = (_: unknown, key: Key | undefined): void => {
    last = key;
  };
  input.on("keypress", onKey);
  return {
    wasEscape: () => last?.name === "escape",
    wasInterrupt: () => last?.ctrl === true && last.name === "c",
    end: () => void input.off("keypress", onKey),
  };
}

/** Waits for Enter, so that keys typed for a question that another process answered do not answer the next one. */
async function wantsNext({ terminal, options, signal }: Asking): Promise<boolean> {
  terminal.print([
    "",
    options.paint.yellow("That question was answered elsewhere, or is not asked any more. Press Enter to go on."),
  ]);
  const { interrupted } = await readLines(options, "", signal, { single: true });
  return !interrupted && !signal.aborted;
}

async function askQuestion(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, signal, terminal, options } = asking;
  const { columns } = terminal;
  await dropKeys(options.input);
  terminal.print(["", ...questionLines(question, { columns, paint: options.paint })]);
  if (asking.refusal !== undefined) {
    const lines = wrapText(`Your answer was not accepted: ${asking.refusal}`, "", columns);
    terminal.print(["", ...lines.map(options.paint.yellow)]);
  }
  while (!signal.aborted) {
    const chosen = await choose(asking);
    if (chosen === "later" || chosen === "leave") return chosen;
    const fields = await fillFields(asking, chosen, typed);
    if (fields === "leave") return signal.aborted ? "later" : "leave";
    if (fields === undefined) continue;
    const answer = answerOf(question, chosen, fields);
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      terminal.print(wrapText(problem, "", columns).map(options.paint.yellow));
      continue;
    }
    const diff = KIND_FACTS[question.kind].changesSpec ? ((await options.preview?.(question, answer)) ?? []) : [];
    const isPlain = askedFields(question, chosen).length === 0 && !isFinal(question, chosen) && diff.length === 0;
    const next = isPlain ? "confirm" : await confirm(asking, chosen, diff, fields);
    if (next === "later" || next === "leave") return signal.aborted ? "later" : next;
    if (next === "confirm") return answer;
  }
  return "later";
}

function isFinal({ options }: Question, chosen: readonly string[]): boolean {
  return options.some(({ id, final }) => final === true && chosen.includes(id));
}

const LATER: MenuEntry<"#later"> = {
  value: "#later",
  label: "Stop here",
  hint: "decide later; `whetstone resume` asks again",
};
const CHOOSE: MenuEntry<"#choose"> = { value: "#choose", label: "Answer" };

async function choose(asking: Asking): Promise<readonly string[] | "later" | "leave"> {
  const { question, terminal } = asking;
  const entries = optionEntries(question);
  const isLong = linesFor(entries, terminal.columns) > terminal.rows - MENU_ROOM;
  const shown = isLong ? entries.map(({ value, label }) => ({ value, label: visibleLine(label, 60) })) : entries;
  if (isLong) terminal.print(wholeOptions(asking));
  const direct = question.multiple || question.options.length === 0 ? [CHOOSE] : shown;
  const recommended = question.options.filter((option) => option.recommended === true).map(({ id }) => id);
  const heading = KIND_FACTS[question.kind].inWords ? "Your answer?" : "What would you like to do?";
  // A question that offers to pause needs no "Stop here".
  const later = question.options.some(({ id }) => id === "pause") ? [] : [LATER];
  for (;;) {
    const picked = await terminal.menu<string>(heading, [...direct, ...later], recommended[0]);
    if (picked === undefined && asking.wasEscape() && !asking.signal.aborted) continue;
    if (picked === undefined) return asking.signal.aborted ? "later" : "leave";
    if (picked === LATER.value) return "later";
    if (picked !== CHOOSE.value) return [picked];
    if (question.options.length === 0) return [];
    const several = await terminal.choices("Choose one or more", shown, recommended);
    if (several !== undefined) return several;
    if (!asking.wasEscape()) return asking.signal.aborted ? "later" : "leave";
  }
}

/** Nothing is shortened: a person must be able to read all of what they choose (SPEC 10.3). */
function optionEntries({ options }: Question): MenuEntry<string>[] {
  // What several options do alike tells none of them apart; it is shown before the answer is confirmed.
  const isShared = (effect: string) => options.filter((other) => other.effect === effect).length > 1;
  return options.map((option) => {
    const effect = isShared(option.effect) ? option.description : effectOf(option);
    const hint = [...(option.recommended ? ["recommended"] : []), ...(effect === "" ? [] : [effect])].join("; ");
    return { value: option.id, label: visibleLine(nameOf(option)), hint: visibleLine(hint) };
  });
}

/** Options with a letter are spoken of by it. */
function nameOf({ id, label }: Question["options"][number]): string {
  return id.length === 1 ? `${id}: ${label}` : label;
}

function effectOf({ description, effect }: Question["options"][number]): string {
  // Adds the full stop that an agent's description may lack.
  return [description.replace(/[^.?!:;]$/, "$&."), effect].filter(Boolean).join(" ");
}

/** Lines of a menu besides its options: heading, other entries, frame. */
const MENU_ROOM = 8;

function linesFor(entries: readonly MenuEntry<string>[], columns: number): number {
  return entries.flatMap(({ label, hint = "" }) => wrapText(`${label} (${hint})`, "     ", columns)).length;
}

/** Printed above the menu, which would have to scroll. */
function wholeOptions(asking: Asking): string[] {
  return asking.question.options.flatMap((option) => ["", ...optionLines(asking, nameOf(option), effectOf(option))]);
}

function optionLines({ terminal: { columns }, options: { paint } }: Asking, label: string, effect: string): string[] {
  return [...wrapText(label, "  ", columns).map(paint.bold), ...wrapText(effect, "    ", columns)];
}

type Confirmation = "confirm" | "change" | "later" | "leave";

/** Shows what was typed and what cannot be undone, with its effect, before it is sent. */
async function confirm(
  asking: Asking,
  chosen: readonly string[],
  diff: readonly DiffLine[],
  fields: Readonly<Record<string, string>>,
): Promise<Confirmation> {
  const { question, terminal, options } = asking;
  const { columns } = terminal;
  const effects = question.options
    .filter((option) => chosen.includes(option.id))
    .flatMap((option) => optionLines(asking, nameOf(option), option.effect));
  const texts = askedFields(question, chosen)
    .filter((field) => fields[field.id] !== undefined)
    .flatMap(({ id, label }) => wrapText(`${visibleLine(label, 60)}: ${fields[id] ?? ""}`, "  ", columns));
  const shown = diff.length > 0 ? ["", ...diffShown(diff, { columns, paint: options.paint })] : texts;
  terminal.print(["", "This will happen:", ...effects, ...shown]);
  const entries: MenuEntry<Confirmation>[] = [
    { value: "confirm", label: "Confirm" },
    { value: "change", label: "Change the answer" },
    { value: "later", label: LATER.label, hint: "decide later" },
  ];
  return (await terminal.menu("Is this right?", entries)) ?? (asking.wasEscape() ? "change" : "leave");
}

interface Layout {
  readonly columns: number;
  readonly paint: Paint;
}

/** Of a list, which can be ticked off whole; status.md has all of it. */
const MOST_GAPS = 100;

/** Header, text and evidence, whole: what a person reads before they choose (SPEC 10.3). All of it is neutralised. */
function questionLines(question: Question, { columns, paint }: Layout): string[] {
  const about = [question.id, idsAbout(question).join(", ")].filter(Boolean).join("  ");
  const head = `${paint.bold(paint.cyan(visibleLine(question.header, 24)))}  ${paint.dim(visibleLine(about, 200))}`;
  const evidence = shownEvidence(question, MOST_GAPS).flatMap((piece) => [
    "",
    atWords(evidenceTitle(piece, paint), { terminal: true, columns: Math.min(columns, 120), least: 0 }),
    // The first row of a list is indented like the others.
    ...wrapText(piece.body.replace(/^\s*\n/, "").trimEnd(), "  ", columns),
  ]);
  return [head, "", ...wrapText(question.text, "", columns), ...evidence];
}
