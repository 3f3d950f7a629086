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

/** Whether an issue is not settled yet. One that the User lowered counts with its new severity (SPEC 3.6). */
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

/** What an unsettled issue waits for. */
export function missingWord(issue: Pick<Issue, "state" | "limitation" | "decided" | "ask">): string {
  const { state, limitation, decided, ask } = issue;
  if (limitation) return "a known limitation";
  if (state === "OPEN" && decided === undefined && ask !== undefined) return "for you to decide";
  return state === "OPEN" && decided !== undefined ? "decided by you, not carried out yet" : (STANDINGS[state] ?? "");
}

/** Whether an issue keeps its gap from ACCEPTED and RESOLVED: a serious one, or one the User asks for (SPEC 3.6). */
export function holdsBack(issue: Issue): boolean {
  if (!isUnsettled(issue) || issue.state === "LOWERED") return false;
  return isBinding(issue) || (isBlocking(issue.severity) && !issue.noted);
}

/** Whether the User decided or raised an issue: it must be met whatever its severity. */
export function isBinding({ decided, by }: Issue): boolean {
  return decided !== undefined || by === "user";
}

/** Whether a gap or issue is the User's comment on a passage: it is theirs and quotes it. */
export function isComment(subject: Gap | Issue): boolean {
  const byUser = "origin" in subject ? subject.origin === "user" : subject.by === "user";
  return byUser && (subject.quotations ?? []).length > 0;
}

/** Whether the agents may not settle an issue by themselves: it is disputed, or a question that the User left open. */
export function isForUser({ state, ask, decided }: Issue): boolean {
  return state === "DISPUTED" || (ask !== undefined && decided === undefined);
}

const LONGEST_TITLE = 160;

/** The first line of a text, as a title. */
export function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return line.slice(0, LONGEST_TITLE).trim();
}
