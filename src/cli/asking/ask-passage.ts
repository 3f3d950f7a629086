import { editorCommand, openWith } from "../../agents/human/editor.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import type { Asking } from "./asking.ts";
import { editText } from "./edit-text.ts";
import { diffShown, passageLines } from "./passage-lines.ts";
import { readLines } from "./read-line.ts";

/** What a person typed, by question and field: it is there again whenever they come back to it. */
export type Typed = Map<string, string>;

/** The key of each option, and how it is called on the one line of choices. */
const KEYS: readonly (readonly [key: string, option: string, name: string])[] = [
  ["f", "fill", "fill"],
  ["e", "edit", "edit"],
  ["2", "edit-2", "edit 2nd"],
  ["a", "add", "add"],
  ["k", "keep", "keep"],
  ["s", "strike", "strike"],
  ["d", "strike-2", "strike 2nd"],
  ["l", "later", "later"],
];

/** Asks about a passage: one key, the person's words, the diff, and it is taken (SPEC 16.4). */
export async function askPassage(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, terminal, options } = asking;
  const layout = { columns: terminal.columns, paint: options.paint, position: options.position?.(question) };
  terminal.print(["", ...passageLines(question, layout)]);
  if (asking.refusal !== undefined) terminal.print([options.paint.yellow(`Not taken: ${visibleLine(asking.refusal)}`)]);
  const keys = KEYS.filter(([, option]) => question.options.some(({ id }) => id === option));
  const choices = [...keys, ["n", "", "skip"], ["b", "", "back"], ["q", "", "stop"]] as const;
  for (;;) {
    terminal.print(["", `  ${choices.map(([key, , name]) => `${options.paint.bold(key)} ${name}`).join(" · ")}`]);
    const key = await terminal.key(choices.map(([each]) => each));
    if (key === undefined) return asking.signal.aborted ? "later" : "leave";
    if (key === "n") return "later";
    if (key === "b") return "back";
    if (key === "q") return "leave";
    const option = keys.find(([each]) => each === key)?.[1] ?? "";
    const answer = await answerWith(asking, option, typed);
    if (answer !== undefined) return answer;
  }
}

/** The answer that an option and the person's words make, once they have seen what it changes. */
async function answerWith(asking: Asking, option: string, typed: Typed): Promise<Answer | undefined> {
  const { question, terminal, options } = asking;
  for (;;) {
    const fields = await fill(asking, option, typed);
    if (fields === undefined) return undefined;
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      terminal.print([options.paint.yellow(`  ${visibleLine(problem)}`)]);
      return undefined;
    }
    const next = await confirm(asking, answer);
    if (next === "take") return answer;
    if (next === "back" || Object.keys(fields).length === 0) return undefined;
  }
}

async function fill(asking: Asking, option: string, typed: Typed): Promise<Record<string, string> | undefined> {
  const { question } = asking;
  const field = question.fields.find(({ id }) => id === option);
  if (field === undefined) return {};
  const place = `${question.about[0] ?? question.id} ${field.id}`;
  const before = typed.get(place) ?? field.initial ?? "";
  const { text, left } = await write(asking, field.label, before, field.long === true);
  if (text.trim() !== "") typed.set(place, text);
  return left || text.trim() === "" ? undefined : { [field.id]: text };
}

async function write(asking: Asking, label: string, before: string, long: boolean) {
  const { terminal, options, signal } = asking;
  const isLong = long || before.includes("\n");
  const editor = isLong ? editorCommand(options.env) : undefined;
  if (editor === undefined) {
    const hint = isLong ? " (Enter: next line; an empty line ends it)" : "";
    terminal.print([options.paint.dim(`  ${visibleLine(label, 100)}${hint}`)]);
    return readLines(options, before, signal, !isLong);
  }
  try {
    return { text: await editText(openWith(editor, options.env), before, asking.question.text, signal), left: false };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    terminal.print([options.paint.yellow(`  ${visibleLine(error.message)}`)]);
    return readLines(options, before, signal);
  }
}

/** What changes nothing is taken with its key; everything else is shown first. */
async function confirm({ question, terminal, options }: Asking, answer: Answer): Promise<"take" | "again" | "back"> {
  const diff = await options.preview?.(question, answer);
  if (diff === undefined && isChange(question, answer)) {
    terminal.print([options.paint.yellow("  That does not fit there. Edit the passage instead.")]);
    return "again";
  }
  if (diff === undefined || diff.length === 0) return "take";
  const { columns } = terminal;
  terminal.print([
    "",
    ...diffShown(diff, { columns, paint: options.paint }),
    "",
    "  Enter accept · e edit again · b back",
  ]);
  const key = await terminal.key(["return", "e", "b"]);
  return key === "return" ? "take" : key === "e" ? "again" : "back";
}

function isChange({ options }: Question, { options: [chosen] }: Answer): boolean {
  return chosen !== "keep" && chosen !== "later" && options.length > 0;
}
