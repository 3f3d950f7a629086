import type { PassageAnswer } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { field, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";
import { lineText, whereOf } from "./gap-evidence.ts";

/** The interview's question: edit the passage, add to it, keep it, strike it, or later (SPEC 16.4). */
export function passageQuestion(state: State, gap: GapId, asked: Asked): Question {
  const { severity = "Question", places = [] } = state.gaps.get(gap) ?? {};
  const found = places.map((place) => whereOf(state, place));
  const wheres = asked.passages.map(({ place }, at) => (place === undefined ? found[at] : lineText(state, place)));
  const [own] = found;
  const draft = {
    kind: "input" as const,
    header: severity,
    text: [wheres[0] ?? own, asked.question].filter((part) => part !== undefined).join(", "),
    evidence: evidenceOf(asked, wheres),
    options: optionsFor(asked),
    fields: fieldsFor(asked),
    about: own === undefined ? [gap] : [gap, own],
    // Nobody but the person knows, and nothing is written in their place.
    personOnly: true,
  };
  // Asked again it is the same question: whoever noted its id can still answer it.
  return { ...makeQuestion(state, draft), id: gap.replace(/^GAP-/, "Q-") };
}

function evidenceOf({ passages }: Asked, places: readonly (string | undefined)[]): Evidence[] {
  return passages.map(({ text, marks }, index) => {
    const title = passages.length === 1 ? "The passage" : `Passage ${index + 1}`;
    return { title, body: text, marks, ...defined({ where: places[index] }) };
  });
}

/** The first one is what words mean that are typed without choosing. */
function optionsFor(asked: Asked): QuestionOption[] {
  const { passages, fill, term, add, empty, either } = asked;
  const isTwo = passages.length > 1;
  const named = passages.slice(0, 2).map((passage, at) => {
    return { ...passage, suffix: at === 0 ? "" : "-2", which: isTwo ? `passage ${at + 1}` : "the passage" };
  });
  const edits = empty ? [] : named.map(({ suffix, which }) => editOption(`edit${suffix}`, which));
  const strikes = named
    .filter(({ whole }) => whole !== false)
    .map(({ suffix, which, nested }) => strikeOption(`strike${suffix}`, empty ? "the heading" : which, nested));
  const adding = option("add", ...addWords(asked), "add");
  const writing = add || term !== undefined ? [adding, ...edits] : [...edits, ...(either ? [] : [adding])];
  const kept = "You will not be asked about it again.";
  return [
    ...(fill === undefined ? writing : [fillOption(fill), ...edits]),
    option("keep", isTwo ? "Keep both" : "Keep it as it is", kept, "Nothing changes."),
    ...strikes,
    option("later", "Later", "It stays listed as open.", "Nothing changes."),
  ];
}

function fillOption(words: string): QuestionOption {
  return option("fill", `Replace "${visibleLine(words, 60)}"`, "The rest stays.", "Your words replace it.", "fill");
}

function editOption(id: string, which: string): QuestionOption {
  const effect = `${upper(which)} becomes exactly what you write.`;
  return option(id, `Edit ${which}`, "Rewrite it, or change a few words.", effect, id);
}

/** The label, the description and the effect of adding words. */
function addWords({ passages, term, empty, code }: Asked): [string, string, string] {
  if (passages.length === 0)
    return ["Add it to the spec", "Your words, at the end of its last section.", "They are added there."];
  if (empty) return ["Write the section", "Your words, below the heading.", "They become the section."];
  if (term !== undefined && !code)
    return [`Explain "${visibleLine(term, 40)}"`, "One line in the glossary.", "The line is added."];
  const below = passages.length > 1 ? "Add below passage 1" : "Add below it";
  const how = code
    ? "Your words: a transition in the diagram, anything else below the code."
    : "Your words, on a line of their own.";
  return [below, how, "Your words are added; the passage stays."];
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function strikeOption(id: string, which: string, nested = 0): QuestionOption {
  const more = nested === 0 ? "" : `, with ${nested === 1 ? "the line" : `${nested} lines`} nested in it`;
  return option(id, `Strike ${which}${more}`, "It is not needed.", `${upper(which)} is removed from the spec${more}.`);
}

function fieldsFor(asked: Asked): QuestionField[] {
  const { passages, fill, about, replaces, sentence, aside, keeps, marker, term, empty, code, either, before } = asked;
  const edits = passages.slice(0, empty ? 0 : 2).map(({ text, marks: [mark = ""] }, index) => {
    const label = passages.length > 1 ? `Passage ${index + 1}` : "The passage";
    const isLong = code || text.includes("\n") || text.length > 600;
    const answered = index === 0 && before?.kind === "edit" ? before.text : undefined;
    // What was answered before takes the place of the note.
    const note = answered === undefined ? about : undefined;
    const opened = note !== undefined && mark === replaces ? text.replace(mark, () => note) : answered;
    const facts = defined({ replaces, sentence, about: note, aside, keeps, marker });
    const more = { ...(isLong ? { long: true } : {}), ...facts };
    return field(index === 0 ? "edit" : "edit-2", label, {
      initial: opened ?? text,
      ...more,
    });
  });
  if (fill !== undefined)
    return [field("fill", `Replace "${fill}" with`, { replaces: fill, ...defined({ keeps }) }), ...edits];
  if (either) return edits;
  const more = { ...(empty ? { long: true } : {}), ...(before?.kind === "add" ? { initial: before.text } : {}) };
  return [...edits, field("add", term === undefined ? "Your words" : `"${term}" means`, more)];
}

/** What the interview asks: one sentence, and the passages of the spec that it is about (SPEC 16.4). */
export interface Asked {
  /** Begins with the section: `section "Limits": …`. */
  readonly question: string;
  readonly passages: readonly AskedPassage[];
  /** Words of the passage that stand alone, whose place an answer takes verbatim. */
  readonly fill?: string;
  /** The question of a marker that is all the passage says: it stays, and the answer goes below it. */
  readonly asks?: string;
  /** The note of a marker that is all the passage says: the line is opened with it alone. */
  readonly about?: string;
  /** The marker inside a sentence, or a wrong name, in whose place a phrase is shown. */
  readonly replaces?: string;
  /** The sentence that the marker stands in, in whose place sentences are shown. */
  readonly sentence?: string;
  /** What takes the marker's place stands in brackets. */
  readonly aside?: true;
  /** The question of the marker. */
  readonly keeps?: string;
  /** The marker that is asked about: an edit may not leave it as it is. */
  readonly marker?: string;
  /** A term that one line of the glossary would explain. */
  readonly term?: string;
  /** What is asked for goes below the passage, which stays as it is. */
  readonly add?: true;
  /** One of two passages must change: a line more would settle nothing. */
  readonly either?: true;
  /** The passage is a heading with nothing below it. */
  readonly empty?: true;
  /** The passage stands in a block of code. */
  readonly code?: true;
  /** What was answered before the passage changed; of an edit, what it makes of the passage now (SPEC 12). */
  readonly before?: Pick<PassageAnswer, "kind" | "text">;
  /** How often the author's edits had been taken over: after another one the gap is looked at again. */
  readonly edits?: number;
}

export interface AskedPassage {
  /** Letter for letter. */
  readonly text: string;
  readonly marks: readonly string[];
  /** In the author's file as they had it when this was asked; absent in records of earlier versions. */
  readonly place?: SourcePlace;
  /** More hangs on it than is shown: it cannot be struck. */
  readonly whole?: false;
  /** So many lines that are not shown go with it where it is struck. */
  readonly nested?: number;
}

/** The question as it stands in the Engineer's document, below BLOCKED_NEEDS_INPUT. */
export function renderAsked({ question, ...facts }: Asked): string {
  return `${question}\n\n\`\`\`asked\n${JSON.stringify(facts)}\n\`\`\``;
}

/** The same back; `undefined` for a question of any other Engineer. */
export function readAsked(reason: string): Asked | undefined {
  const [question = "", json = ""] = reason.split(/^```asked\n/m);
  try {
    const facts = JSON.parse(json.split("\n", 1)[0] ?? "") as Omit<Asked, "question">;
    return Array.isArray(facts.passages) ? { ...facts, question: question.trim() } : undefined;
  } catch {
    return undefined;
  }
}
