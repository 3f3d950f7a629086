import { joinFiles } from "../../documents/layouts/join-files.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen, openBySeverity } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { changesInventory, type InventoryChoice, readInventoryChoice } from "../../model/inventory-choice.ts";
import { namesOf, plural } from "../../model/plural.ts";
import type { ListedGap, Question, QuestionField } from "../../model/question.ts";
import { isProblem } from "../../model/select-gaps.ts";
import { isSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { ask, type Effect, record } from "../effect.ts";
import { expectedNow } from "../estimate.ts";
import { applyEvents, collect } from "../evolve/evolve.ts";
import { decide, decideGaps, mergeGaps, setSeverities } from "../ledger-events.ts";
import { type Answered, asked, field, makeQuestion, option, pauseOption } from "../make-question.ts";
import { isModelOrProgram, parkedGaps, unusedGapIds } from "../queries.ts";
import { openGapsEvidence, whereOf } from "../questions/passage-question.ts";
import { bySeverity } from "../record-text.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import { singleRunEffect } from "../round/slot.ts";
import type { State } from "../state.ts";

/** Shows the ranked inventory before round 1, to be accepted or changed (SPEC 16.1). */
function inventoryQuestion(state: State): Question {
  const { scope } = state.session;
  const open = state.gaps.filter(isOpen);
  const expected = expectedNow(state);
  const parked = parkedGaps(state);
  const changes = CHANGES.filter(([id]) => id !== "take" || parked.length > 0);
  return makeQuestion(state, {
    kind: "inventory",
    text: `${plural(open.length, "gap")} (${bySeverity(openBySeverity(open))}). Work on these, in this order?`,
    evidence: [
      {
        title: "The scope",
        body: scope || "The spec does not state its scope. What you write here goes into every prompt.",
      },
      ...(expected === undefined ? [] : [{ title: "Expected", body: expected }]),
      ...(parked.length === 0 ? [] : [{ ...openGapsEvidence(state, parked), title: "Not worked on" }]),
    ],
    gaps: listedGaps(state),
    options: [
      option("accept", "Use this list", "You can change it later with `whetstone gap`.", "Round 1 starts.", {
        recommended: true,
      }),
      ...changes.map(([id, label, description, offers = []]) =>
        option(id, label, description, "", { requires: [id], ...(offers.length === 0 ? {} : { offers }) }),
      ),
      pauseOption(),
    ],
    fields: [
      ...FIELDS.map((field) => (field.id === "scope" ? { ...field, initial: scope } : field)),
      ...(parked.length === 0
        ? []
        : [field("take", "Parked gaps to take up, by id", { ids: parked.map(({ id }) => id) })]),
    ],
  });
}

/** The options that change the inventory; after each, the inventory is shown again. */
const CHANGES: readonly (readonly [string, string, string, (readonly string[])?])[] = [
  ["only", "Work on these only", "All others are dropped.", ["reason"]],
  ["drop", "Drop gaps", "They become WONT_FIX and are listed with your reason.", ["reason"]],
  ["park", "Park gaps", "Not needed now; CRITICAL and HIGH ones need a reason.", ["reason"]],
  ["take", "Take up parked gaps", "They join the list."],
  [
    "duplicate",
    "Merge duplicates",
    "The other gap counts instead, at the higher severity. Parked gaps can be merged, too.",
    ["reason"],
  ],
  ["severity", "Set severities", "They decide what comes first."],
  ["order", "Set the order", "The gaps you name come first."],
  ["add", "Add gaps", "One per line."],
  ["scope", "Change the scope", "What the session covers, and what it does not. It goes into every prompt."],
];

const FIELDS: readonly QuestionField[] = [
  field("only", "Gaps to work on (3-9, GAP-PAY-001..004, HIGH+)"),
  field("drop", "Gaps to drop (3-9, GAP-PAY-001..004, LOW)"),
  field("park", "Gaps to park (3-9, GAP-PAY-001..004, LOW)"),
  field("duplicate", "Duplicates (5=2: gap 5 is a duplicate of gap 2)"),
  field("severity", "New severities (3-9 HIGH, GAP-FLOW-001 LOW)"),
  field("order", "Gaps that go first, in order (7, GAP-FLOW-001)"),
  field("add", "New gaps, one per line (HIGH: what is missing)", { long: true }),
  field("scope", "The scope, in your words", { long: true }),
  field("reason", "Why"),
];

/** Applies all fields; then round 1 opens, the session pauses, or the inventory is shown again (SPEC 16.1). */
export function applyInventory(state: State, { question, answer, choice }: Answered): SessionEvent[] {
  const parked = question.fields.find(({ id }) => id === "take")?.ids;
  const read = readInventoryChoice(question.gaps ?? [], answer.fields, parked);
  if (isProblem(read)) throw new InternalError(`an accepted answer does not fit: ${read.problem}`);
  const events = inventoryEvents(state, read);
  if (choice === "accept") return [...events, { type: "inventory_approved" }];
  if (choice === "pause") return [...events, { type: "paused", reason: "before the inventory was approved" }];
  return [...events, asked(inventoryQuestion(applyEvents(state, events)))];
}

export function inventoryEvents(state: State, choice: InventoryChoice): SessionEvent[] {
  if (!changesInventory(choice, state.session.scope)) return [];
  const { reason, severities, order, add, scope } = choice;
  // A command may have changed the gap since the answer was given.
  const isThere = (id: GapId) => {
    const gap = state.gaps.get(id);
    return gap !== undefined && isOpen(gap);
  };
  const isParked = (id: GapId) => state.gaps.get(id)?.state === "PARKED";
  const duplicates = choice.duplicates.filter(({ gap, of }) => (isThere(gap) || isParked(gap)) && isThere(of));
  const take = [...new Set([...choice.take, ...duplicates.map(({ gap }) => gap).filter(isParked)])];
  return collect(
    state,
    (current) => setSeverities(current, severities, "set in the inventory"),
    (current) => leave(current, choice.drop.filter(isThere), "dropped", reason),
    (current) => leave(current, choice.park.filter(isThere), "parked", reason),
    (current) => takeUp(current, take),
    (current) => mergeGaps(current, duplicates, reason),
    () => (order.length === 0 ? [] : [{ type: "gaps_ordered", gaps: order }]),
    (current) => addGaps(current, add),
    (current) => {
      const draft = { type: "scope", title: "What the session is about", decision: scope };
      if (scope === "" || scope === current.session.scope) return [];
      return [decide(current, draft), { type: "scope_set", scope }];
    },
  );
}

function leave(state: State, gaps: readonly GapId[], type: "dropped" | "parked", reason: string) {
  const to = type === "parked" ? "PARKED" : "WONT_FIX";
  const decision = `${type} from the inventory`;
  const draft = { type, title: `${namesOf(gaps)}: ${type}`, gaps, decision, rationale: reason };
  return decideGaps(state, draft, to, reason || decision);
}

function takeUp(state: State, named: readonly GapId[]): SessionEvent[] {
  const gaps = state.gaps.pick(named).flatMap((gap) => (gap.state === "PARKED" ? [gap.id] : []));
  const decision = "taken up in the inventory";
  return decideGaps(state, { type: "taken-up", title: `${namesOf(gaps)}: taken up`, gaps, decision }, "OPEN", decision);
}

/** Adds a gap per line: `HIGH: what happens to a file that is too large`. */
function addGaps(state: State, lines: readonly string[]): SessionEvent[] {
  const mint = unusedGapIds(state);
  return lines.map((line): SessionEvent => {
    const [, word = "", rest] = /^[[(]?(CRITICAL|HIGH|MEDIUM|LOW)\b[\])]?[\s:,–—-]*(.+)$/i.exec(line) ?? [];
    const text = rest ?? line;
    const given = word.toUpperCase();
    const facts = { severityBy: "user", origin: "user", severity: isSeverity(given) ? given : "MEDIUM" } as const;
    const gap = newGap(0, { id: mint.next("USER"), title: text.slice(0, LONGEST_TITLE), text, ...facts });
    return { type: "gap_added", gap };
  });
}

/** The gaps to be worked on, in that order, with the words that each is about. */
export function listedGaps(state: State): ListedGap[] {
  const lines = splitLines(joinFiles(state.spec.text));
  return assignableGaps(state).map((gap) => {
    const { id, severity, origin } = gap;
    const title = visibleLine(gap.title, LONGEST_TITLE);
    const quote = quoteOf(gap, lines) || undefined;
    return { id, severity, title, origin, ...defined({ where: placeOf(state, gap), quote }) };
  });
}

const LONGEST_TITLE = 300;
const LONGEST_QUOTE = 160;

function placeOf(state: State, { places: [place] }: Gap): string | undefined {
  const heading = place?.heading ? `, ${visibleLine(place.heading, 80)}` : "";
  return place && `${whereOf(state, place)}${heading}`;
}

/** The marks of a list item, heading or quotation; emphasis of the first word is not one of them. */
const LEAD = /^(?:\s{0,20}(?:>|[*+-](?=\s)|#{1,6}(?=\s))){0,5}\s*/;

/** The gap's quotations, or else its passage. */
function quoteOf({ quotations, places: [place], title }: Gap, lines: readonly string[]): string {
  const passage = place === undefined ? "" : lines.slice(place.line - 1, place.endLine).join(" ");
  const words = quotations?.slice(0, 2) ?? [passage.replace(LEAD, "").replaceAll("**", "")];
  return words
    .map((text) => visibleLine(text.trim(), LONGEST_QUOTE))
    .filter((text) => text !== "" && !place?.heading.endsWith(text) && !title.includes(text) && !text.includes(title))
    .map((text) => `"${text}"`)
    .join(" and ");
}

/** What happens before round 1 (SPEC 16.1): the survey, then the User's approval of the inventory. */
export function setupEffect(state: State): Effect | undefined {
  if (state.setup.approved || state.records.length > 0) return undefined;
  if (wantsSurvey(state) && state.setup.survey === "none") return surveyEffect(state);
  return needsApproval(state) ? ask(inventoryQuestion(state)) : undefined;
}

/** By default every Reviewer that is a model looks for gaps, whatever the source states (SPEC 16.1). */
export function wantsSurvey({ config }: Pick<State, "config">): boolean {
  const { survey } = config.inventory;
  return survey === "auto" ? isModelOrProgram(config.agents.reviewer) : survey;
}

/** By default the User approves only gaps they did not write; an interview asks about each gap anyway. */
function needsApproval({ config, gaps }: State): boolean {
  const { approve } = config.inventory;
  if (approve !== "auto") return approve && gaps.size > 0;
  if (config.agents.engineer.kind === "interview") return false;
  return gaps.filter((gap) => gap.origin === "check" || gap.origin === "survey").length > 0;
}

/** A survey that fails does not stop the session, which continues with the gaps it has. */
function surveyEffect(state: State): Effect {
  return singleRunEffect(state, state.setup.runs, { role: "survey", round: 0, name: "survey" }, ({ end }) =>
    record({ type: "survey_read", found: 0, message: end?.gate.message ?? "" }),
  );
}
