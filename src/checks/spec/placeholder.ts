import type { Section } from "./section.ts";

const PLACEHOLDER =
  /^[\s*_[({<~-]*(?:(?:todo|tbd|tbc|tba|fixme|xxx|wip)\b[:.!]?|\?{2,}|\.{3,}|…|(?:to|will) be (?:written|added|done|completed|defined|determined|decided|specified|provided|filled in|described|documented)(?: (?:later|soon|here))?|(?:coming|to follow) soon|to follow|later|(?:work in progress|under construction|placeholder|lorem ipsum|not (?:yet )?written(?: yet)?|(?:section )?(?:is )?(?:intentionally )?empty|fill (?:this )?in|describe (?:this )?here))[\s*_\])}>.!~-]*$/i;

/** The text only says that something will stand here. "None." is an answer, not a placeholder. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 80 && PLACEHOLDER.test(text);
}

/** The section's own text is nothing but placeholders. */
export function isPlaceholderSection(section: Section): boolean {
  if (section.node.sections.length > 0 || section.tables.length > 0 || section.fences.length > 0) return false;
  const body = section.units.filter((unit) => unit.kind !== "heading");
  return body.length > 0 && body.every((unit) => isPlaceholder(unit.text));
}
