import type { Gap } from "./gap.ts";
import type { Issue } from "./issue.ts";

export function isComment(subject: Gap | Issue): boolean {
  const byUser = "origin" in subject ? subject.origin === "user" : subject.by === "user";
  return byUser && (subject.quotations ?? []).length > 0;
}
