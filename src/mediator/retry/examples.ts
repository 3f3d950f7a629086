import type { SectionPart } from "../../documents/agent-document.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { allSections, type Markdown, parseMarkdown, textOfLines } from "../../documents/markdown/markdown.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import type { ExampleRecord } from "../../model/events/round-events.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import { isDone } from "../ledger-events.ts";
import { clip, fits } from "../prompts/clip.ts";
import type { FormName, PromptMaterial, PromptOrder } from "../prompts/prompt-kit.ts";
import { textAt } from "../prompts/reviewer-task.ts";
import type { State, TextRef } from "../state.ts";

interface Found extends Pick<ExampleRecord, "tier" | "origin"> {
  readonly text: string;
  readonly of?: number;
}

/** The sources of an example for each failure: the first one that has any is used (SPEC 6). */
const SOURCES: Readonly<Partial<Record<FailureType, readonly ("canonical" | "session" | FormName | "blanks")[]>>> = {
  EMPTY_OUTPUT: ["canonical", "session", "blanks"],
  WRONG_FORMAT: ["canonical", "blanks"],
  NO_GAPS_ADDRESSED: ["session", "canonical", "blanks"],
  INCONSISTENT_REFS: ["session", "blanks"],
  CLAIM_WITHOUT_CHANGE: ["answer"],
  PARTIAL_REVIEW: ["earlier-issues"],
  INVALID_DISAGREE_REF: ["disagreement"],
  MALFORMED_DISAGREE: ["disagreement"],
};

const ORIGINS: Readonly<Partial<Record<FormName, string>>> = {
  answer: "the form of an answer",
  "earlier-issues": "the form of a word on earlier issues",
  disagreement: "the form of a disagreement",
};

/** The paths of the session's documents that `chooseExample` needs. */
export function exampleNeeds(state: State, order: PromptOrder): readonly string[] {
  const { failure } = exampleReason(state, order) ?? {};
  const isWanted = failure !== undefined && SOURCES[failure]?.includes("session");
  return isWanted ? exampleCandidates(state, order).map(({ ref }) => ref.path) : [];
}

/** Tokens of the sentence and the fence around an example. */
const WRAPPING = 50;

/** The example for a prompt, with its record for the journal; `undefined` if the prompt needs none. */
export function chooseExample(state: State, order: PromptOrder, { kit, files }: PromptMaterial) {
  const { failure, tokens } = exampleReason(state, order) ?? {};
  if (failure === undefined || tokens === undefined) return undefined;
  const { role } = order;
  const find = (source: NonNullable<(typeof SOURCES)[FailureType]>[number]): Found | undefined => {
    if (source === "session") return sessionExample(state, order, files, failure);
    if (source === "canonical") {
      const text = role === "engineer" || role === "reviewer" ? (kit.examples[role]?.trim() ?? "") : "";
      return text === "" ? undefined : { tier: "canonical", origin: `the canonical example of the ${role}`, text };
    }
    // A final review passes over passages to compare: its whole form is shown.
    const form = source === "blanks" || role === "final-review" ? role : source;
    return { tier: "template", origin: ORIGINS[form] ?? "the form with its blanks", text: kit.forms[form] };
  };
  const found = SOURCES[failure]?.map(find).find((each) => each !== undefined);
  return found && withinBudget(found, order, tokens - WRAPPING);
}

function withinBudget({ text, of = 1, tier, origin }: Found, { role }: PromptOrder, budget: number) {
  const whole = text.trim();
  const shown = shortenExample(text, role === "reviewer" ? "reviewer" : "engineer", budget);
  const cut = shown === whole ? {} : { cutFrom: whole.length };
  return {
    record: { tier, origin, size: { chars: shown.length, tokens: estimateTokens(shown), ...cut, of } },
    text: `Example, from ${origin}. Take its form, not its content:\n\n${fenceAsData(shown, "markdown")}`,
  };
}

const ATTEMPTS_LOOKED_AT = 6;
const LEAST_FORMLESS = 2;

/** The failure that the example is for, and its tokens; a first attempt has one if half of the last failed (SPEC 6). */
function exampleReason(state: State, { role, attempt, failure: gate }: PromptOrder) {
  const { retry, first } = state.config.exampleTokens;
  const failure = gate?.failureType;
  if (failure !== undefined) return { failure, tokens: retry };
  if (attempt > 1 || (role !== "engineer" && role !== "reviewer")) return undefined;
  const attempts = [...state.recent.flatMap((log) => log.runs), ...(state.round?.runs ?? [])]
    .filter((run) => run.role === role && run.attempt === 1 && run.end !== undefined)
    .slice(-ATTEMPTS_LOOKED_AT);
  const formless = attempts.filter(({ end }) => SOURCES[end?.gate.failureType ?? "NO_CHANGE"]?.includes("canonical"));
  const isFormOftenMissing = formless.length >= LEAST_FORMLESS && formless.length * 2 >= attempts.length;
  return isFormOftenMissing ? { failure: "EMPTY_OUTPUT" as const, tokens: first } : undefined;
}

const MOST_CANDIDATES = 12;

/** Valid documents of earlier rounds, those of done gaps first, then the newest (SPEC 6, tier 2). */
function exampleCandidates(state: State, { role, round: now }: Pick<PromptOrder, "role" | "round">) {
  const proposals = [...state.proposals].map((ref) => ({ ref: ref as TextRef, round: ref.round, gaps: [ref.id] }));
  const reviews = state.recent.flatMap(({ record, reviewerDocument: review }) => {
    const whole = { path: review?.path ?? "", line: 1, endLine: Number.POSITIVE_INFINITY };
    return review ? { ref: whole, round: record.round, gaps: [...review.digest.reviewed] } : [];
  });
  return (role === "engineer" ? proposals : role === "reviewer" ? reviews : [])
    .filter(({ round }) => round < now)
    .map((earlier) => ({ ...earlier, hasDoneGap: earlier.gaps.some((gap) => isDone(state, gap)) }))
    .sort((a, b) => Number(b.hasDoneGap) - Number(a.hasDoneGap) || b.round - a.round)
    .slice(0, MOST_CANDIDATES);
}

/** The document of this session that shows best what the failed one lacked. */
function sessionExample(state: State, order: PromptOrder, files: PromptMaterial["files"], failure: FailureType) {
  const scored = exampleCandidates(state, order).flatMap((candidate) => {
    const text = textAt(files, candidate.ref)?.trim() ?? "";
    const score = (candidate.hasDoneGap ? 20 : 0) + scoreExample(candidate.gaps, text, failure, order.gaps);
    return text === "" ? [] : { ...candidate, text, score };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.round - a.round);
  if (best === undefined) return undefined;
  const states = new Set(best.gaps.map((gap) => state.gaps.get(gap)?.state ?? "unknown"));
  const origin = `round ${best.round}, ${best.gaps.join(" ")}, ${[...states].join(", ")}`;
  return { tier: "session" as const, origin, text: best.text, of: scored.length };
}

function scoreExample(about: readonly GapId[], text: string, failure: FailureType, gaps: readonly GapId[]): number {
  const { length } = text;
  const wanted = gaps.map(categoryOf);
  // As the reader finds them: ids in code are no references (SPEC 3.1).
  const references = () => new Set(readForm(text, "engineer").document.references.map(({ gap }) => gap)).size;
  return (
    (failure === "NO_GAPS_ADDRESSED" ? Math.min(10, 2 * references()) : 0) +
    (length < 500 || length > 10_000 ? 0 : length <= 5000 ? 5 : 2) +
    (about.some((gap) => wanted.includes(categoryOf(gap))) ? 3 : 0)
  );
}

function categoryOf(gap: GapId): string {
  return parseGapId(gap)?.category ?? gap;
}

const NOTE = "[This example was shortened to fit. A document of yours has every section, in full.]";
const NOTE_TOKENS = estimateTokens(NOTE) + 4;

/** Cuts an example to its budget along its structure, so that the rest still shows the form (SPEC 6). */
export function shortenExample(text: string, role: "engineer" | "reviewer", tokens: number): string {
  if (fits(text, tokens)) return text.trim();
  const left = tokens - NOTE_TOKENS;
  const pieces = role === "engineer" ? resolutionPieces(text) : reviewPieces(parseMarkdown(text));
  const shortened = keepWithin(pieces, left);
  const kept = shortened !== "" && fits(shortened, left) ? shortened : clip(text.trim(), Math.max(20, left));
  return `${kept.trimEnd()}\n\n${NOTE}`;
}

interface Piece {
  readonly line: number;
  readonly text: string;
  readonly most: number;
}

const LEAST_PIECE = 25;

/** Takes the pieces, the most important first, as long as they fit, and puts them in the order of the document. */
function keepWithin(pieces: readonly Piece[], tokens: number): string {
  let left = tokens;
  const kept: Omit<Piece, "most">[] = [];
  for (const { line, text, most } of pieces) {
    // A piece that is too large is cut, so that it leaves room for others.
    const budget = Math.min(most, left) - 2;
    if (budget < LEAST_PIECE && !fits(text, budget)) continue;
    const shown = clip(text, budget);
    const cost = estimateTokens(shown) + 2;
    if (cost > left) continue;
    kept.push({ line, text: shown });
    left -= cost;
  }
  return kept
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text.trim())
    .join("\n\n");
}

/** The sections of a resolution that are kept beside its head, in the order of SPEC 6, and the budget of each. */
const PARTS: readonly [part: SectionPart, most: number][] = [
  ["solution", 250],
  ["changes", 700],
  ["trade-offs", 250],
  ["examples", 250],
  ["new-gaps", 150],
];

function resolutionPieces(example: string): Piece[] {
  const { document, text } = readForm(example, "engineer");
  const markdown = parseMarkdown(text);
  const [resolution] = document.role === "engineer" ? document.resolutions : [];
  if (resolution === undefined) return [];
  const { line, endLine, sections, changes } = resolution;
  const piece = (from: number, to: number, most: number) => ({
    line: from,
    text: textOfLines(markdown, from, to),
    most,
  });
  const parts = PARTS.flatMap(([part, most]) => {
    const section = sections.find((candidate) => candidate.part === part);
    if (section === undefined) return [];
    const blocks = markdown.blocks.filter((block) => block.line > section.line && block.endLine <= section.endLine);
    const whole = piece(section.line, section.endLine, most);
    if (part === "changes") return piece(section.line, changes[0]?.endLine ?? section.endLine, most);
    // If the first block of an example is followed by code, both are kept.
    const count = part === "examples" && blocks[1]?.type === "fence" ? 2 : 1;
    if (part === "solution" || part === "examples")
      return piece(section.line, blocks.slice(0, count).at(-1)?.endLine ?? section.line, most);
    if (part === "new-gaps" || fits(whole.text, most)) return whole;
    // Of each list the first point: trade-offs usually have one list of pros and one of cons.
    const points = blocks.map((block) =>
      block.type === "list"
        ? firstSentences(markdown, block.items, 1)
        : textOfLines(markdown, block.line, block.endLine),
    );
    return { ...whole, text: [textOfLines(markdown, section.line, section.line), ...points].join("\n\n") };
  });
  return [piece(line, (sections[0]?.line ?? endLine + 1) - 1, 120), ...parts];
}

/** The first sentences of the first items of a list, then the number of those left out. */
function firstSentences(markdown: Markdown, items: readonly { readonly line: number }[], most: number): string {
  const lines = items.slice(0, most).map(({ line }) => {
    const text = textOfLines(markdown, line, line);
    return /^.{10,240}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 240);
  });
  if (items.length > most) lines.push(`- [… and ${items.length - most} more]`);
  return lines.join("\n");
}

const MOST_FURTHER = 3;

/** Headings, the first issue of each section whole, and the first sentences of further ones. */
function reviewPieces(markdown: Markdown): Piece[] {
  const sections = [...allSections(markdown.root)];
  const heads = sections.map(({ line }) => ({ line, text: textOfLines(markdown, line, line), most: 60 }));
  const first = sections.flatMap(({ blocks }) =>
    blocks.slice(0, 2).map((block) => {
      const [end, most] = block.type === "list" ? [block.items[0]?.endLine, 300] : [undefined, 80];
      return { line: block.line, text: textOfLines(markdown, block.line, end ?? block.endLine), most };
    }),
  );
  const further = sections.flatMap(({ blocks }) => {
    const list = blocks.find((block) => block.type === "list");
    const [, ...others] = list?.type === "list" ? list.items : [];
    return others
      .slice(0, 1)
      .map(({ line }) => ({ line, text: firstSentences(markdown, others, MOST_FURTHER), most: 200 }));
  });
  return [...heads, ...first, ...further];
}
