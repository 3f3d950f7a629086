import { withoutCode } from "../markdown/inline.ts";
import { issueIdsIn } from "./ids-in-text.ts";

const LEVEL = "(?:critical|high|medium|low)";
/** `(HIGH)`, `[high priority]`, `**HIGH`, `**High:**`, `HIGH:` at the start of a line, a Location. */
const MARKS: readonly RegExp[] = [
  new RegExp(`[([]${LEVEL}(?: priority| severity)?[)\\]]`, "iu"),
  /(?:\*\*|__)(?:CRITICAL|HIGH|MEDIUM|LOW)\b/u,
  new RegExp(`(?:\\*\\*|__)${LEVEL}(?::|\\*\\*|__)`, "iu"),
  new RegExp(`^[ \\t>]{0,20}(?:[-*+] )?${LEVEL}:`, "imu"),
  /(?:^[ \t>]{0,20}(?:[-*+] )?|\*\*|__)location(?:\*\*|__)?:/imu,
];

/** Whether a text that should raise nothing has the marks of an issue: its id, its severity, its place. */
export function marksIssue(text: string): boolean {
  const words = withoutCode(text);
  return issueIdsIn(words).length > 0 || MARKS.some((mark) => mark.test(words));
}
