import type { Gap } from "./gap.ts";
import type { Issue } from "./issue.ts";

/** What the User says of a passage: a gap or an issue of theirs that quotes it. */
export function isComment(subject: Gap | Issue): boolean {
  const byUser = "origin" in subject ? subject.origin === "user" : subject.by === "user";
  return byUser && (subject.quotations ?? []).length > 0;
}

const LONGEST_TITLE = 160;

/** Its title: what a text begins with. */
export function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return line.slice(0, LONGEST_TITLE).trim();
}
