import type { Section } from "./section.ts";

const OPENING = /^[\s*_[({<~-]*/;
const CLOSING = /[\s*_\])}>.!~-]*$/;
const BARE =
  /^(?:todo|tb[a-z]|fixme|xxx|wip|later|placeholder|pending|empty|\?{2,}|\.{3,}|…|work in progress|under construction|lorem ipsum|coming soon|not (?:yet )?written(?: yet)?|fill (?:this )?in|describe (?:this )?here)$/i;
/** "TBD after the pilot" only says when; "TODO define the fee" and "TBD: the fee" say what is open. */
const MARKED = /^(?:todo|tb[acdsw]|wip)\s+(?:after|before|until|by|in|with|once|when|later|soon|here)\b[^.:!?]{0,60}$/i;
const PROMISE =
  /^(?:(?:this section|this chapter|this part|the details|details|content|text|the text|more|a description|description)\s+)?(?:(?:is|are) )?(?:(?:still )?to be|will be|(?:yet )?to) (?:written|added|done|completed|defined|determined|decided|specified|provided|filled in|described|documented|worked out|supplied|drafted|follow|come)\b[^.:!?]{0,60}$/i;
const MISSING =
  /^(?:details|content|text|description|section|write-up)\s+(?:pending|missing|to come|to follow|coming soon|tbd|todo)\b[^.!?]{0,40}$/i;

/** The text only says that something will stand here. "None." is an answer, not a placeholder. */
export function isPlaceholder(text: string): boolean {
  if (text.length > 120) return false;
  const bare = text.replace(OPENING, "").replace(CLOSING, "");
  return BARE.test(bare) || MARKED.test(bare) || PROMISE.test(bare) || MISSING.test(bare);
}

/** The section's own text is nothing but placeholders. */
export function isPlaceholderSection(section: Section): boolean {
  if (section.node.sections.length > 0 || section.tables.length > 0 || section.fences.length > 0) return false;
  const body = section.units.filter((unit) => unit.kind !== "heading");
  return body.length > 0 && body.every((unit) => isPlaceholder(unit.text));
}
