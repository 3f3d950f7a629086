import { isBlocking } from "../../../model/severity.ts";
import type { DetectorInput } from "./detector-input.ts";
import { explain } from "./evidence.ts";
import { judgeIssue } from "./judge-issue.ts";
import type { Judgement } from "./judgement.ts";
import { createWorkbench } from "./workbench.ts";

/**
 * What a document makes of each open CRITICAL and HIGH issue (SPEC 9). A pure function of documents and ledger: no
 * model, no network, the same answer every time, and each with the evidence that a person needs to agree or not.
 */
export function detectDisagreement(input: DetectorInput): Judgement[] {
  const issues = input.issues.filter((issue) => isBlocking(issue.severity));
  if (issues.length === 0) return [];
  const bench = createWorkbench(input);
  return issues.map((issue) => explain(issue, judgeIssue(issue, input, bench), input, bench));
}
