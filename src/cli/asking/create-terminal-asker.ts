import { answerProblem } from "../../model/answer-problem.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import { listedWords } from "../../model/ids.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Question, QuestionOption } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { evidenceTitle, idsAbout, shownEvidence } from "../../model/whole-question.ts";
import type { Asker, AskOutcome } from "../../ports/asker.ts";
import { atWords, wrapText } from "../wrap-line.ts";
import { askPassage } from "./ask-passage.ts";
import {
  type Asking,
  askKey,
  type NamedKey,
  print,
  readLine,
  remark,
  type TerminalAskerOptions,
  type Typed,
  warn,
} from "./asking.ts";
import { answerOf, askedFields, fillFields } from "./field-prompts.ts";
import { diffShown } from "./passage-lines.ts";
import { dropKeys } from "./read-lines.ts";

/** Asks the person at the terminal, one question at a time. Esc goes one step back, Ctrl-C leaves. */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  const around = options.around ?? ((work) => work());
  const typed: Typed = new Map();
  let turn: Promise<unknown> = Promise.resolve();
  let wasAnsweredElsewhere = false;
  return {
    ask(question, signal, refusal) {
      const asked = turn.then(async () => {
        const asking = { question, signal, refusal, options, columns: options.output.columns || 80 };
        const outcome = await around(async (): Promise<AskOutcome> => {
          if (wasAnsweredElsewhere && !(await wantsNext(asking))) return signal.aborted ? "later" : "leave";
          return isPassageQuestion(question) ? askPassage(asking, typed) : askQuestion(asking, typed);
        });
        wasAnsweredElsewhere = signal.aborted;
        return outcome;
      });
      turn = asked.catch(() => undefined);
      return asked;
    },
  };
}

/** Waits for Enter, so that keys typed for a question that another process answered do not answer the next one. */
async function wantsNext(asking: Asking): Promise<boolean> {
  warn(asking, "That question was answered elsewhere, or is not asked any more. Press Enter to go on.");
  const { interrupted } = await readLine(asking);
  return !interrupted && !asking.signal.aborted;
}

async function askQuestion(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, signal, options } = asking;
  await dropKeys(options.input);
  print(asking, ["", ...questionLines(asking)]);
  if (asking.refusal !== undefined) warn(asking, `Your answer was not accepted: ${asking.refusal}`);
  while (!signal.aborted) {
    const chosen = await choose(asking);
    if (chosen === "later" || chosen === "leave") return chosen;
    const fields = await fillFields(asking, chosen, typed);
    if (fields === "leave") return signal.aborted ? "later" : "leave";
    if (fields === undefined) continue;
    const answer = answerOf(question, chosen, fields);
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      warn(asking, problem);
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

/** The options that the person names by their keys; Enter alone takes the recommended ones. */
async function choose(asking: Asking): Promise<readonly string[] | "later" | "leave"> {
  const { question, signal } = asking;
  print(asking, ["", ...choiceLines(asking)]);
  const recommended = question.options
    .filter((option) => option.recommended)
    .slice(0, question.multiple ? undefined : 1);
  const byEnter = question.options.length === 0 ? "; Enter alone answers" : "; Enter alone takes the recommended";
  const what = question.multiple ? "Type one or more, with spaces between" : "Type one";
  const how = `${what}, then press Enter${question.options.length === 0 || recommended.length > 0 ? byEnter : ""}:`;
  while (!signal.aborted) {
    remark(asking, how);
    const { text, left, interrupted } = await readLine(asking);
    if (interrupted) return "leave";
    if (left) continue;
    const words = listedWords(text);
    if (words.length === 0 && question.options.length === 0) return [];
    if (words.join() === LATER_KEY) return "later";
    const named = words.map((word) => question.options.find((option) => isKeyOf(question, option, word)));
    const chosen = words.length === 0 ? recommended : named.filter((option) => option !== undefined);
    const isWhole = chosen.length > 0 && chosen.length === (words.length || chosen.length);
    if (isWhole && (question.multiple || chosen.length === 1)) return [...new Set(chosen.map(({ id }) => id))];
    warn(asking, `There is no choice ${JSON.stringify(text.trim())}.`);
  }
  return "later";
}

const LATER_KEY = "q";

/** Options with a letter are spoken of by it; the others have numbers. */
function keyOf({ options }: Question, option: QuestionOption): string {
  return option.id.length === 1 ? option.id : String(options.indexOf(option) + 1);
}

function isKeyOf(question: Question, option: QuestionOption, word: string): boolean {
  return keyOf(question, option).toLowerCase() === word.toLowerCase();
}

/** Nothing is shortened: a person must be able to read all of what they choose (SPEC 10.3). */
function choiceLines(asking: Asking): string[] {
  const { question } = asking;
  // What several options do alike tells none of them apart; it is shown before the answer is confirmed.
  const isShared = (effect: string) => question.options.filter((other) => other.effect === effect).length > 1;
  const lines = question.options.flatMap((option) => {
    const effect = isShared(option.effect) ? option.description : effectOf(option);
    return optionLines(asking, option, option.recommended ? " (recommended)" : "", effect);
  });
  const later = `  ${LATER_KEY}  Stop here; \`whetstone resume\` asks again`;
  return [
    asking.options.paint.bold(KIND_FACTS[question.kind].inWords ? "Your answer?" : "What would you like to do?"),
    ...lines,
    // A question that offers to pause needs no "Stop here".
    ...(question.options.some(({ id }) => id === "pause") ? [] : [later]),
  ];
}

function effectOf({ description, effect }: QuestionOption): string {
  // Adds the full stop that an agent's description may lack.
  return [description.replace(/[^.?!:;]$/, "$&."), effect].filter(Boolean).join(" ");
}

function optionLines(asking: Asking, option: QuestionOption, mark: string, effect: string): string[] {
  const { question, columns, options } = asking;
  const label = `${keyOf(question, option)}  ${visibleLine(option.label)}${mark}`;
  return [
    ...wrapText(label, "  ", columns).map(options.paint.bold),
    ...wrapText(visibleLine(effect), "     ", columns),
  ];
}

type Confirmation = "confirm" | "change" | "later" | "leave";

const CONFIRMING: readonly NamedKey<Confirmation>[] = [
  ["y", "confirm", "confirm"],
  ["c", "change", "change the answer"],
  [LATER_KEY, "later", "stop here"],
];

/** Shows what was typed and what cannot be undone, with its effect, before it is sent. */
async function confirm(
  asking: Asking,
  chosen: readonly string[],
  diff: readonly DiffLine[],
  fields: Readonly<Record<string, string>>,
): Promise<Confirmation> {
  const { question, columns, options } = asking;
  const effects = question.options
    .filter((option) => chosen.includes(option.id))
    .flatMap((option) => optionLines(asking, option, "", option.effect));
  const texts = askedFields(question, chosen)
    .filter((field) => fields[field.id] !== undefined)
    .flatMap(({ id, label }) => wrapText(`${visibleLine(label, 60)}: ${fields[id] ?? ""}`, "  ", columns));
  const shown = diff.length > 0 ? ["", ...diffShown(diff, { columns, paint: options.paint })] : texts;
  // Keys that were pressed before the person saw this do not confirm it.
  await dropKeys(options.input);
  print(asking, ["", "This will happen:", ...effects, ...shown, "", "Is this right?"]);
  return (await askKey(asking, CONFIRMING)) ?? "change";
}

/** Of a list, which can be ticked off whole; status.md has all of it. */
const MOST_GAPS = 100;

/** Header, text and evidence, whole: what a person reads before they choose (SPEC 10.3). All of it is neutralised. */
function questionLines({ question, columns, options: { paint } }: Asking): string[] {
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
