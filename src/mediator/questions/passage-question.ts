import { alignedThrough } from "../../documents/changes/aligned-lines.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { capitalised, inWords } from "../../model/in-words.ts";
import { headOf } from "../../model/passage-answer.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { compareSeverity } from "../../model/severity.ts";
import { fileLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { workAgain } from "../ledger-events.ts";
import { field, makeQuestion, option, withdraw } from "../make-question.ts";
import { engineerIsInterview, heldBy } from "../queries.ts";
import type { State, WorkingSpec } from "../state.ts";

/** The interview's question about a passage: edit it, add to it, keep it, strike it, or later (SPEC 16.4). */
export function passageQuestion(state: State, gap: GapId, asked: Asked): Question {
  const { severity = "Question", places = [] } = state.gaps.get(gap) ?? {};
  const found = places.map((place) => whereOf(state, place));
  const wheres = asked.passages.map(({ place }, at) => (place === undefined ? found[at] : lineText(state, place)));
  const [firstPlace] = found;
  const { question, section } = asked;
  const inSection = section === undefined ? question : `section "${section}": ${question}`;
  const draft = {
    kind: "input" as const,
    header: severity,
    text: [wheres[0] ?? firstPlace, inSection].filter((part) => part !== undefined).join(", "),
    shortText: question,
    evidence: asked.passages.map(({ text, marks }, index) => {
      const title = asked.passages.length === 1 ? "The passage" : `Passage ${index + 1}`;
      return {
        title,
        body: text,
        marks,
        ...defined({ where: wheres[index], section: index === 0 ? section : undefined }),
      };
    }),
    options: optionsFor(asked),
    fields: fieldsFor(asked),
    about: firstPlace === undefined ? [gap] : [gap, firstPlace],
    // Only the User knows the answer, so no policy may give one.
    personOnly: true,
  };
  // The id depends on the gap only, so that an id noted earlier still works when the question is asked again.
  return { ...makeQuestion(state, draft), id: gap.replace(/^GAP-/, "Q-") };
}

/** The first option is the one that words typed without a choice belong to. */
function optionsFor(asked: Asked): QuestionOption[] {
  const { passages, fill, term, add, empty } = asked;
  const isTwo = passages.length > 1;
  const named = passages.slice(0, 2).map((passage, at) => {
    return { ...passage, suffix: at === 0 ? "" : "-2", which: isTwo ? `passage ${at + 1}` : "the passage" };
  });
  const edits = empty ? [] : named.map(({ suffix, which }) => editOption(`edit${suffix}`, which));
  const strikes = named
    .filter(({ whole }) => whole !== false)
    .map(({ suffix, which, nested }) => strikeOption(`strike${suffix}`, empty ? "the heading" : which, nested));
  const adding = option("add", ...addWords(asked), "add");
  const writing = add || term !== undefined ? [adding, ...edits] : [...edits, ...(takesAdded(asked) ? [adding] : [])];
  const kept = "You will not be asked about it again.";
  return [
    ...(fill === undefined ? [] : [fillOption(fill)]),
    ...writing,
    option("keep", isTwo ? "Keep both" : "Keep it as it is", kept, "Nothing changes."),
    ...strikes,
    option("later", "Later", "It stays listed as open.", "Nothing changes."),
  ];
}

/** Not of two passages, of which one must change, and not below a marker that is all there is: the words take its place. */
function takesAdded({ passages: [first, second], fill }: Asked): boolean {
  if (second !== undefined) return false;
  const { text } = first ?? { text: "" };
  return fill === undefined || /[\p{L}\p{N}]/u.test(text.slice(headOf(text).length).replace(fill, ""));
}

function fillOption(words: string): QuestionOption {
  return option("fill", `Replace "${visibleLine(words, 60)}"`, "The rest stays.", "Your words replace it.", "fill");
}

function editOption(id: string, which: string): QuestionOption {
  const effect = `${capitalised(which)} becomes exactly what you write.`;
  return option(id, `Edit ${which}`, "Rewrite it, or change a few words.", effect, id);
}

function addWords({ passages, term, empty }: Asked): [string, string, string] {
  if (passages.length === 0)
    return ["Add it to the spec", "Your words, at the end of its last section.", "They are added there."];
  if (empty) return ["Write the section", "Your words, below the heading.", "They become the section."];
  if (term !== undefined)
    return [`Explain "${visibleLine(term, 40)}"`, "One line in the glossary.", "The line is added."];
  return ["Add below it", "Your words, on a line of their own.", "Your words are added; the passage stays."];
}

function strikeOption(id: string, which: string, nested = 0): QuestionOption {
  const more = nested === 0 ? "" : `, with ${nested === 1 ? "the line" : `${nested} lines`} nested in it`;
  return option(
    id,
    `Strike ${which}${more}`,
    "It is not needed.",
    `${capitalised(which)} is removed from the spec${more}.`,
  );
}

function fieldsFor(asked: Asked): QuestionField[] {
  const { passages, fill, marker, term, empty, before } = asked;
  const edits = passages.slice(0, empty ? 0 : 2).map(({ text }, index) => {
    const label = passages.length > 1 ? `Passage ${index + 1}` : "The passage";
    const isLong = text.includes("\n") || text.length > 600;
    const answered = index === 0 && before?.kind === "edit" ? before.text : undefined;
    return field(index === 0 ? "edit" : "edit-2", label, {
      initial: answered ?? text,
      ...(isLong ? { long: true } : {}),
      ...defined({ marker }),
    });
  });
  const filled = fill === undefined ? [] : [field("fill", `Replace "${fill}" with`, { replaces: fill })];
  if (!takesAdded(asked)) return [...filled, ...edits];
  const more = { ...(empty ? { long: true } : {}), ...(before?.kind === "add" ? { initial: before.text } : {}) };
  return [...filled, ...edits, field("add", term === undefined ? "Your words" : `"${term}" means`, more)];
}

/** What the interview asks: a sentence, and the passages of the spec that it is about (SPEC 16.4). */
export interface Asked {
  readonly question: string;
  readonly section?: string;
  readonly passages: readonly AskedPassage[];
  /** Words of the passage, such as its marker, that the answer replaces verbatim. */
  readonly fill?: string;
  /** The marker in question, which an edit must remove. */
  readonly marker?: string;
  /** A term that a line in the glossary would explain. */
  readonly term?: string;
  /** The answer goes below the passage, which stays as it is. */
  readonly add?: true;
  /** The passage is a heading with nothing below it. */
  readonly empty?: true;
  /** The answer given before the passage changed; for an edit, the passage as that edit would read now (SPEC 12). */
  readonly before?: Pick<PassageAnswer, "kind" | "text">;
  /** How often the author's edits had been merged; after the next merge the gap is checked again. */
  readonly edits?: number;
}

interface AskedPassage {
  readonly text: string;
  readonly marks: readonly string[];
  /** Its place, if it is not the gap's first place. */
  readonly place?: SourcePlace;
  /** The passage cannot be struck, because more of the text depends on it than is shown. */
  readonly whole?: false;
  /** How many lines that are not shown are struck with it. */
  readonly nested?: number;
}

/** The question as it is written in the Engineer's document, below BLOCKED_NEEDS_INPUT. */
export function renderAsked({ question, ...facts }: Asked): string {
  return `${question}\n\n\`\`\`asked\n${JSON.stringify(facts)}\n\`\`\``;
}

/** Reads what `renderAsked` wrote; `undefined` for a question of any other Engineer. */
export function readAsked(reason: string): Asked | undefined {
  const [question = "", json = ""] = reason.split(/^```asked\n/m);
  try {
    const facts = JSON.parse(json.split("\n", 1)[0] ?? "") as Omit<Asked, "question">;
    return Array.isArray(facts.passages) ? { ...facts, question: question.trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** In an interview: a question about a passage that has changed is withdrawn, its gap worked on (SPEC 12, 16.4). */
export function overtakenEvents(state: State): SessionEvent[] {
  if (!engineerIsInterview(state)) return [];
  const why = "the spec has changed since";
  return state.gaps
    .filter(({ state: now, blocker }) => {
      return now === "BLOCKED" && blocker?.type === "USER_INPUT" && isOvertaken(state.spec, blocker.reason);
    })
    .flatMap(({ id }) => {
      const waiting = state.questions.filter(({ about }) => about.includes(id));
      // A running round that has no question open on the gap is done with it: the next round takes it up.
      if (state.round && waiting.length === 0) return [];
      return [...waiting.map((question) => withdraw(question, why)), ...workAgain(state, id, why)];
    });
}

const joined = rememberFor((spec: Spec) => joinFiles(spec).replace(/\r\n?/g, "\n"));

/** Whether the author edited the spec since a question, or its passage is gone. */
function isOvertaken({ text, edits }: WorkingSpec, reason: string): boolean {
  const asked = readAsked(reason);
  if (!asked) return false;
  return asked.edits !== edits || asked.passages.some((passage) => !joined(text).includes(passage.text));
}

/** Keeps events small in sessions with thousands of gaps. */
const MOST_LISTED = 100;

export function openGapsEvidence(state: State, gaps: readonly Gap[]): Evidence {
  const left = gaps.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const lines = left.slice(0, MOST_LISTED).map((gap) => {
    const { id, severity, title, state: now, blocker } = gap;
    const standing = blocker?.type === "USER_INPUT" ? "waiting for your answer" : now === "OPEN" ? "" : inWords(now);
    const facts = [standing, heldBy(state, gap)].filter(Boolean).join(", ");
    return `- ${severity}: ${id} ${visibleLine(title, 160)}${facts === "" ? "" : ` (${facts})`}`;
  });
  const more = left.length > MOST_LISTED ? [`- and ${left.length - MOST_LISTED} more, all listed in status.md`] : [];
  return { title: "Open gaps", body: [...lines, ...more].join("\n") || "none" };
}

/** Each gap with its text, or with its title and `why`. */
export function gapEvidence(state: State, gaps: readonly GapId[], why?: string): Evidence[] {
  return gaps.flatMap((id) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const [place] = gap.places;
    const where = place === undefined ? {} : { where: whereOf(state, place) };
    // Quotations that the text already contains are not repeated.
    const text = why === undefined ? gap.text : [gap.title, why].filter(Boolean).join("\n\n");
    const quoted = (gap.quotations ?? []).filter((words) => !text.includes(words));
    const body = [text, ...quoted.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n");
    return [{ title: `${id} (${gap.severity})`, body, ...where }];
  });
}

/** `booking.md:12`: the place in the User's own file as last read. */
export function whereOf(state: Pick<State, "session" | "spec">, place: SourcePlace): string {
  const { line } = placeNow(state.spec, place);
  return lineText(state, { line, ...defined({ file: place.file && { ...place.file, line } }) });
}

export function lineText({ session }: Pick<State, "session">, { line, file }: Pick<SourcePlace, "line" | "file">) {
  return `${file?.path ?? session.specPath.split("/").at(-1) ?? ""}:${file?.line ?? line}`;
}

interface FileLine {
  readonly file: SpecFile | undefined;
  readonly line: number;
}

export function placeNow(spec: Pick<WorkingSpec, "first" | "source" | "read">, place: SourcePlace): FileLine {
  const { first, source, read = source } = spec;
  const [file, line] = [fileOf(read, place), place.file?.line ?? place.line];
  const files = new Set([first, source, read].flatMap((version) => fileOf(version, place) ?? []));
  return { file, line: files.size < 2 ? line : movedLine([...files].map(fileLines), line) };
}

function fileOf(spec: Spec, { file }: SourcePlace): SpecFile | undefined {
  return file === undefined ? spec[0] : spec.find(({ path }) => path === file.path);
}

/** The line's number now; for a removed line, that of the nearest line above it that is left. */
function movedLine(texts: readonly (readonly string[])[], line: number): number {
  const { now } = alignedThrough(texts);
  let at = line;
  while (at > 1 && now(at) === undefined) at -= 1;
  return now(at)?.line ?? 1;
}
