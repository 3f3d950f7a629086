import type { Issue } from "../../../src/model/issue.ts";
import { isUnsettled } from "../../../src/model/issue-state.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import type { LiveSession } from "../use-session.ts";
import { type Act, ActForm, WHY } from "./act-form.tsx";
import { severityOf } from "./gap-actions.tsx";

/** The actions of `whetstone flag`. */
export function IssueActions({ live, issue }: { live: LiveSession; issue: Issue }) {
  if (live.view.stop.type === "ended") return null;
  const acts = isUnsettled(issue) ? [severity(issue), waive(issue)] : [reopen(issue)];
  return <ActForm live={live} title="Change this issue" subject={issue.id} acts={acts} />;
}

const severity = (issue: Issue): Act => ({
  label: "Set severity",
  effect: "Your severity overrides the Reviewer's.",
  fields: [{ id: "severity", label: "Severity", choices: SEVERITIES.filter((other) => other !== issue.severity) }, WHY],
  command: (values) => ({
    type: "issue-severity",
    issue: issue.id,
    severity: severityOf(values.severity, issue.severity),
    reason: values.reason ?? "",
  }),
});

const waive = ({ id }: Issue): Act => ({
  label: "Waive",
  effect: "It does not have to be resolved.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "issue-waive", issue: id, reason }),
});

const reopen = ({ id }: Issue): Act => ({
  label: "Reopen",
  effect: "It is open again.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "issue-reopen", issue: id, reason }),
});
