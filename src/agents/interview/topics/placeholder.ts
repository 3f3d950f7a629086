import type { Unit } from "../../../checks/spec/unit.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { knownFailures } from "./known-failures.ts";

/** The section holds nothing but the marker. */
export function isBarePlaceholder({ gap }: Subject, unit: Unit | undefined): boolean {
  if (unit === undefined || unit.section.role === "open") return false;
  const others = unit.section.units.filter((one) => one !== unit && one.kind !== "heading");
  return (
    others.length === 0 &&
    /^\W*(?:TBD|TODO|TBC|TBA|\?{3,}|to follow|coming soon|to be (?:determined|decided|defined|done|written|added|specified|completed))\b[^:?]{0,30}$/i.test(
      unit.text.replace(/^\W*\?{3,}\W*$/, "TBD"),
    ) &&
    gap.origin === "source"
  );
}

export function askPlaceholder(subject: Subject, unit: Unit | undefined): Inquiry | undefined {
  if (unit === undefined) return undefined;
  const whole: Stretch = { unit, from: 0, to: unit.text.length };
  const known = knownFailures(subject, unit.section);
  const before = subject.lines.slice(unit.line - 1, unit.endLine);
  const none: Choice = {
    label: "None in this version",
    why: "says that it is empty on purpose",
    write: () => [replaceStretch(subject, whole, "None.")],
  };
  const choices =
    known === undefined
      ? [none]
      : [{ ...known, recommended: true, write: () => [{ before, after: known.lines }] }, none];
  return {
    question: `The section "${unit.section.title}" is still to be written. What belongs there?`,
    choices,
    wanted: "what the section has to say, several points parted by a semicolon",
    free: (answer) => [paragraphs(subject, unit, answer)],
  };
}

function paragraphs(subject: Subject, unit: Unit, answer: string): LineEdit {
  const points = answer
    .split(/\n+|;\s/)
    .map((point) => point.trim())
    .filter((point) => point !== "");
  const [first = "", ...rest] = points.map((point) => asSentence(point.replace(/^[-*+]\s+/, ""), subject));
  const edit = replaceStretch(
    subject,
    { unit, from: 0, to: unit.text.length },
    points.length > 1 ? `- ${first}` : first,
  );
  return { before: edit.before, after: [...edit.after, ...rest.map((point) => `- ${point}`)] };
}
