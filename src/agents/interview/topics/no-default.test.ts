import { expect, it } from "vitest";
import { interviewed } from "../../../../test/support/interviewed.ts";

const spec = (...lines: string[]) => `# Invoices\n\n## Duties\n\n${lines.join("\n")}\n`;
const machine = (...lines: string[]) =>
  ["# Invoices", "", "```mermaid", "stateDiagram-v2", "  [*] --> Draft", ...lines, "```", ""].join("\n");

/** SPEC 16.4: what only the person knows is offered at most, since a lead would not sign it unasked. */
it.each<[string, string, string]>([
  ["a number that nobody gave", "NUMBER", spec("The app MUST be scalable and user-friendly.")],
  ["a bound that nobody gave", "NUMBER", spec("An admin MUST limit the number of pending invites.")],
  ["a state that nothing leads into", "STATE", machine("  Draft --> [*] : sent", "  OnHold --> Draft : released")],
  ["a way on from a state in work", "STATE", machine("  Draft --> Exporting : export", "  Draft --> [*] : sent")],
  [
    "one of two requirements alike",
    "CONTRA",
    spec("- **FR-001**: A job MUST be tried at most 3 times.", "- **FR-002**: A job MUST be tried at most 5 times."),
  ],
  [
    "a row of two that differ",
    "DOUBLE",
    spec("| Status | Meaning |", "| --- | --- |", "| 400 | invalid |", "| 404 | unknown |", "| 400 | no money |"),
  ],
  ["a section that is still to be written", "TBD", `${spec("The app MUST log each call.")}\n## Schedule\n\nTBD\n`],
  ["how long something is kept", "VAGUE", spec("The app MUST keep each file for an appropriate time.")],
  [
    "what becomes of a case",
    "SRC",
    spec("The app MUST log each call.", "", "### Edge Cases", "", "- What happens when an invite expires?"),
  ],
  [
    "how something behaves",
    "OQ",
    `${spec("The app MUST log each call.")}\n## Open Questions\n\n- Does a drop during a search keep the prompt?\n`,
  ],
])("recommends nothing for %s", (_, category, source) => {
  expect(interviewed(source, category).recommended).toBeUndefined();
});
