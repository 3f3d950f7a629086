import type { Gap } from "./gap.ts";
import type { Issue, IssueState } from "./issue.ts";
import { isBlocking } from "./severity.ts";

const LEGAL: Readonly<Record<IssueState, readonly IssueState[]>> = {
  OPEN: ["ANSWERED", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  ANSWERED: ["OPEN", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  NOT_FIXED: ["ANSWERED", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  DISPUTED: ["OPEN", "WAIVED", "LOWERED", "WITHDRAWN", "VERIFIED"],
  VERIFIED: ["OPEN", "NOT_FIXED"],
  WAIVED: ["OPEN"],
  LOWERED: ["ANSWERED", "VERIFIED", "NOT_FIXED", "WITHDRAWN", "WAIVED", "OPEN"],
  WITHDRAWN: ["OPEN"],
};

/** Why the change is not legal, or `undefined` when it is. */
export function issueTransitionProblem(issue: Issue, to: IssueState): string | undefined {
  return LEGAL[issue.state].includes(to) ? undefined : `${issue.id} cannot go from ${issue.state} to ${to}`;
}

const SETTLED: readonly IssueState[] = ["VERIFIED", "WAIVED", "WITHDRAWN"];

/** Not settled yet: a word on it is missing. What the User lowered stays as what it weighs now (SPEC 3.6). */
export function isUnsettled({ state }: Pick<Issue, "state">): boolean {
  return !SETTLED.includes(state);
}

const STANDINGS: Readonly<Partial<Record<IssueState, string>>> = {
  OPEN: "not answered yet",
  ANSWERED: "answered, not confirmed by the Reviewer",
  NOT_FIXED: "not fixed, according to the Reviewer",
  DISPUTED: "disputed, waiting for your decision",
  LOWERED: "lowered by you",
};

/** Whose word is missing on an issue that is not settled. */
export function missingWord({ state, limitation, decided }: Pick<Issue, "state" | "limitation" | "decided">): string {
  if (limitation) return "a known limitation";
  return state === "OPEN" && decided !== undefined ? "decided by you, not carried out yet" : (STANDINGS[state] ?? "");
}

/** Keeps its gap from ACCEPTED and RESOLVED: a serious one, and whatever the User asks for (SPEC 3.6). */
export function holdsBack(issue: Issue): boolean {
  if (!isUnsettled(issue) || issue.state === "LOWERED") return false;
  return isBinding(issue) || (isBlocking(issue.severity) && !issue.noted);
}

/** The User decided it or raised it: it is to be met whatever its severity. */
export function isBinding({ decided, by }: Issue): boolean {
  return decided !== undefined || by === "user";
}

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
