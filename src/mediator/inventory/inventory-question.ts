import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import type { ListedGap, Question, QuestionField } from "../../model/question.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { makeQuestion, option } from "../make-question.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { State } from "../state.ts";

/** The inventory, shown ranked before round 1, to be taken or changed (SPEC 16.1). */
export function inventoryQuestion(state: State): Question {
  const { scope } = state.session;
  return makeQuestion(state, {
    kind: "inventory",
    header: "Inventory",
    text: `${count(state)} Work on these, in this order?`,
    evidence: [
      { title: "The scope", body: scope || "The spec does not say. Every prompt would have it." },
      ...(state.setup.expected === undefined ? [] : [{ title: "Expected", body: state.setup.expected }]),
    ],
    gaps: listedGaps(state),
    options: [
      option("accept", "Take it as it is", "You can change it at any time with `whetstone gap`.", "Round 1 opens.", {
        recommended: true,
      }),
      ...CHANGES.map(([id, label, description, offers = []]) =>
        option(id, label, description, "", { requires: [id], ...(offers.length === 0 ? {} : { offers }) }),
      ),
      option("pause", "Pause", "Nothing is lost; `whetstone resume` goes on here.", "The session pauses."),
    ],
    fields: FIELDS.map((field) => (field.id === "scope" ? { ...field, initial: scope } : field)),
  });
}

/** After each of them the inventory is shown again. */
const CHANGES: readonly (readonly [string, string, string, (readonly string[])?])[] = [
  ["only", "Work on these only", "All others are dropped.", ["reason"]],
  ["drop", "Drop gaps", "They are WONT_FIX, and listed with the reason.", ["reason"]],
  ["park", "Park gaps", "Not needed now: `whetstone gap take` takes them up later.", ["reason"]],
  ["duplicate", "Merge duplicates", "The other one counts instead, with the worse severity.", ["reason"]],
  ["severity", "Set severities", "They decide what comes first."],
  ["order", "Set the order", "Those that you name come first."],
  ["add", "Add gaps", "One on a line."],
  ["scope", "Change the scope", "What the session is about, and what not. It is part of every prompt."],
];

const FIELDS: readonly QuestionField[] = [
  { id: "only", label: "Gaps to work on (3-9, GAP-PAY-001..004, HIGH+)", required: false, selects: true },
  { id: "drop", label: "Gaps to drop (3-9, GAP-PAY-001..004, LOW)", required: false, selects: true },
  { id: "park", label: "Gaps to park (3-9, GAP-PAY-001..004, LOW)", required: false, selects: true },
  { id: "duplicate", label: "Duplicates (5=2: gap 5 is a duplicate of gap 2)", required: false },
  { id: "severity", label: "New severities (3-9 HIGH, GAP-FLOW-001 LOW)", required: false },
  { id: "order", label: "Gaps that go first, in order (7, GAP-FLOW-001)", required: false, selects: true },
  { id: "add", label: "New gaps, one on a line (HIGH: what is missing)", required: false, long: true },
  { id: "scope", label: "The scope, in your words", required: false, long: true },
  { id: "reason", label: "Why (needed to park what is CRITICAL or HIGH)", required: false },
];

/** The gaps that will be worked on, in the order of the work, with the words that each is about. */
export function listedGaps(state: State): ListedGap[] {
  const lines = joinFiles(state.spec.text).split(/\r\n|\r|\n/);
  const file = state.session.specPath.split("/").at(-1) ?? "";
  return assignableGaps(state).map((gap) => {
    const { id, severity, title, origin, places } = gap;
    const [place] = places;
    const quote = quoteOf(gap, lines);
    return {
      id,
      severity,
      title: visibleLine(title, LONGEST_TITLE),
      origin,
      ...(place === undefined ? {} : { where: whereOf(place, file) }),
      ...(quote === "" ? {} : { quote }),
    };
  });
}

const LONGEST_TITLE = 300;
const LONGEST_QUOTE = 160;

function whereOf({ line, heading, file }: SourcePlace, spec: string): string {
  const place = file === undefined ? `${spec}:${line}` : `${file.path}:${file.line}`;
  return heading === "" ? place : `${place}, ${visibleLine(heading, 80)}`;
}

/** As whoever found it quoted it, else the line that it stands on. */
function quoteOf({ quotations, places: [place], title }: Gap, lines: readonly string[]): string {
  const line = place === undefined ? "" : (lines[place.line - 1] ?? "");
  const words = quotations?.slice(0, 2) ?? [line.replace(/^[\s>*+#-]{0,20}/, "")];
  return words
    .map((text) => visibleLine(text.trim(), LONGEST_QUOTE))
    .filter((text) => text !== "" && !title.includes(text) && !text.includes(title))
    .map((text) => `"${text}"`)
    .join(" and ");
}

function count(state: State): string {
  const open = state.gaps.filter(isOpen);
  const of = (origin: Gap["origin"]) => open.filter((gap) => gap.origin === origin).length;
  const counts = SEVERITIES.flatMap((severity) => {
    const number = open.filter((gap) => gap.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}`];
  });
  const parts = [
    [of("source"), "written in the spec"],
    [of("check"), "found by the checks"],
    [of("survey"), "found by the survey"],
    [of("user"), "added by you"],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const total = `${open.length} ${open.length === 1 ? "gap" : "gaps"} (${counts.join(", ") || "none"})`;
  return `${total}: ${parts.join(", ") || "nothing is left"}.`;
}
