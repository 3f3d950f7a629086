import { firstLine } from "../../model/first-line.ts";
import { issueIdMint } from "../../model/id-mint.ts";
import type { Issue } from "../../model/issue.ts";
import { settleBound } from "../disagreement/settle-gap.ts";
import { currentRound } from "../queries.ts";
import { anchorAt } from "../spec/anchor-at.ts";
import type { State } from "../state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

/** An issue of the User's own, on the gap that wrote the words: that gap is open again until it is met (SPEC 3.3, 3.6). */
export function addIssue(state: State, command: CommandOf<"issue-add">, now: string): CommandResult {
  const { text, severity } = command;
  if (text.trim() === "") return refuse("an issue needs words that say what is wrong");
  const anchor = anchorAt(state.spec, command.at);
  if ("problem" in anchor) return refuse(anchor.problem, anchor.fix);
  const gap = anchor.gap === undefined ? undefined : state.gaps.get(anchor.gap);
  if (!gap)
    return refuse("no gap wrote that line: it is the author's", "Add a gap for it: `whetstone gap add --line`.");
  if (gap.state === "WONT_FIX" || gap.state === "SUPERSEDED" || gap.state === "PARKED") {
    return refuse(`${gap.id} wrote that line, and is ${gap.state}`, "Add a gap for it: `whetstone gap add --line`.");
  }
  const round = currentRound(state);
  const id = issueIdMint(
    round,
    [...state.issues].map((issue) => issue.id),
  ).next();
  if (id === undefined) return refuse(`round ${round} has 999 issues already`);
  const issue: Issue = {
    id,
    gap: gap.id,
    title: firstLine(text),
    text,
    location: `"${anchor.quotation}"`,
    severity,
    by: "user",
    state: "OPEN",
    round,
    document: "spec.md",
    line: anchor.line,
    late: false,
    noted: false,
    anchored: true,
    quotations: [anchor.quotation],
    notFixedInARow: 0,
    unansweredIn: [],
  };
  return done(settleBound(state, gap.id, now, [{ type: "issue_raised", issue }]), `added ${id} on ${gap.id}`);
}
