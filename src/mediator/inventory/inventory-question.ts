import { isOpen } from "../../model/counting.ts";
import { type Gap, placeText } from "../../model/gap.ts";
import type { Question } from "../../model/question.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { State } from "../state.ts";

/** The inventory, shown for approval before round 1 (SPEC 16.1). `problem`: what was not understood of the last answer. */
export function inventoryQuestion(state: State, problem = ""): Question {
  return makeQuestion(state, {
    kind: "inventory",
    header: "Inventory",
    text: `${problem === "" ? "" : `${problem} `}${count(state)} Shall these be worked on, in this order?`,
    evidence: [
      { title: "The gaps", body: inventoryLines(state).join("\n") || "None." },
      ...(state.setup.expected === undefined ? [] : [{ title: "Expected", body: state.setup.expected }]),
    ],
    options: [
      option("accept", "Take it as it is", "You can change it at any time with `whetstone gap`.", "Round 1 opens.", {
        recommended: true,
      }),
      option("drop", "Drop gaps", "They are closed and listed as known limitations.", "You are shown the rest.", {
        requires: ["drop"],
      }),
      option("add", "Add gaps", "One on a line.", "You are shown the inventory with them.", { requires: ["add"] }),
      option("severity", "Set severities", "They decide what comes first.", "You are shown the new order.", {
        requires: ["severity"],
      }),
      option("order", "Set the order", "Those that you name come first.", "You are shown the new order.", {
        requires: ["order"],
      }),
      option("pause", "Pause", "Nothing is lost; `whetstone resume` goes on here.", "The session pauses."),
    ],
    fields: [
      { id: "drop", label: "Gaps to drop (ids)", required: false },
      { id: "add", label: "New gaps, one on a line (HIGH: what is missing)", required: false, long: true },
      { id: "severity", label: "New severities (GAP-FLOW-001 HIGH, …)", required: false },
      { id: "order", label: "Gaps that go first (ids, in order)", required: false },
    ],
  });
}

/** The gaps that will be worked on, a line each, in the order of the work. */
export function inventoryLines(state: State): string[] {
  return assignableGaps(state).map(gapLine);
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

function gapLine({ id, severity, title, places }: Gap): string {
  const place = places[0];
  const where = place === undefined ? "" : ` (${placeText(place)})`;
  return `- ${id} ${severity}${where}: ${visibleLine(title)}`;
}
