import type { Conflict, Flag } from "../../../src/model/disagreement.ts";
import type { Issue } from "../../../src/model/issue.ts";
import { isUnsettled } from "../../../src/model/issue-state.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import type { GapTurn } from "../../../src/server/gap-history.ts";
import type { LiveSession } from "../use-session.ts";
import { type Act, ActForm, WHY } from "./act-form.tsx";
import { SeverityBadge, StateBadge } from "./badges.tsx";
import { linesOf } from "./bounded.ts";
import { severityOf } from "./gap-actions.tsx";
import { Markdown } from "./markdown.tsx";
import { useFile } from "./use-file.ts";
import { RoundLink, Where } from "./where.tsx";

interface IssueProps {
  readonly live: LiveSession;
  readonly issue: Issue;
  readonly history: readonly GapTurn[];
}

/** An issue with the replies of Engineer and Reviewer, its flags and its conflicts. */
export function IssueCard({ issue, live, history }: IssueProps) {
  const turns = history.filter((turn) => "issue" in turn && turn.issue === issue.id);
  const conflicts = live.view.conflicts.filter((conflict) => conflict.issue === issue.id);
  const flags = live.view.flags.filter((flag) => flag.issue === issue.id);
  return (
    <article class="card" id={issue.id}>
      <h3>
        {issue.title} <SeverityBadge severity={issue.severity} /> <StateBadge state={issue.state} />
      </h3>
      <p class="quiet">
        {issue.id} · {issue.by === "user" ? "You" : "The Reviewer"} in <RoundLink live={live} round={issue.round} />,{" "}
        <Where live={live} place={`${issue.document}:${issue.line}`} />
        {marksOf(issue)}
      </p>
      <Markdown text={textBelowTitle(issue)} />
      {issue.decided === undefined ? null : (
        <p>
          <strong>Decided:</strong> {issue.decided}
        </p>
      )}
      <Turns live={live} turns={turns} />
      {flags.map((flag) => (
        <FlagDetails key={flag.id} live={live} flag={flag} />
      ))}
      {conflicts.map((conflict) => (
        <Positions key={`${conflict.round}${conflict.kind}`} conflict={conflict} />
      ))}
      {live.source.readOnly ? null : <IssueActions live={live} issue={issue} />}
    </article>
  );
}

/** The heading already shows the title, which agents repeat in their first line. */
function textBelowTitle({ text, title }: Issue): string {
  const [first = "", ...rest] = text.split("\n");
  return rest.length > 0 && first.includes(title) ? rest.join("\n") : text;
}

function marksOf(issue: Issue): string {
  const marks = [
    issue.late ? "late" : "",
    issue.noted ? "note only" : "",
    issue.anchored ? "" : "quotes nothing from the spec",
  ];
  return marks
    .filter(Boolean)
    .map((mark) => ` · ${mark}`)
    .join("");
}

function Turns({ live, turns }: { live: LiveSession; turns: readonly GapTurn[] }) {
  if (turns.length === 0) return null;
  return (
    <ol class="turns">
      {turns.map((turn, index) => (
        <li key={index}>
          <Turn live={live} turn={turn} />
        </li>
      ))}
    </ol>
  );
}

function Turn({ live, turn }: { live: LiveSession; turn: GapTurn }) {
  const round = <RoundLink live={live} round={turn.round} />;
  switch (turn.type) {
    case "answered":
      return (
        <>
          The Engineer answers in {round}, <Where live={live} place={`${turn.path}:${turn.line}`} />
          <FullAnswer live={live} turn={turn} />
        </>
      );
    case "disagreed":
      return (
        <>
          The Engineer disagrees in {round}, <Where live={live} place={`${turn.path}:${turn.line}`} />
          <Markdown text={turn.position} />
          {turn.rationale === "" ? null : <Markdown text={turn.rationale} />}
        </>
      );
    case "rechecked":
      return (
        <>
          The Reviewer in {round}, <Where live={live} place={`${turn.path}:${turn.line}`} />:{" "}
          <StateBadge state={turn.status} /> {turn.why}
        </>
      );
    case "issue_changed":
      return (
        <>
          {round}: <StateBadge state={turn.to} /> <span class="quiet">{turn.why}</span>
        </>
      );
  }
}

/** The lines of the Engineer's answer. */
function FullAnswer({ live, turn }: { live: LiveSession; turn: Extract<GapTurn, { type: "answered" }> }) {
  const text = useFile(live, turn.path, live.view.records.length);
  if (typeof text !== "string") return null;
  return (
    <details>
      <summary>Full answer</summary>
      <Markdown text={linesOf(text, turn.line, turn.endLine)} />
    </details>
  );
}

function FlagDetails({ live, flag }: { live: LiveSession; flag: Flag }) {
  return (
    <details>
      <summary>
        Flagged in round {flag.round}: {flag.outcome}, {flag.confidence.toLowerCase()} confidence (
        {flag.heuristics.join(", ")})
      </summary>
      <ul>
        {flag.evidence.map((piece, index) => (
          <li key={index}>
            {piece.what}{" "}
            <Where live={live} place={piece.line === undefined ? piece.where : `${piece.where}:${piece.line}`} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Positions({ conflict }: { conflict: Conflict }) {
  return (
    <div>
      <h4>
        Conflict in round {conflict.round}
        {conflict.kind === "implicit" ? ` (inferred: ${conflict.heuristics.join(", ")})` : ""}: {conflict.state}
        {conflict.option === undefined ? "" : `, option ${conflict.option}`}
      </h4>
      <div class="columns">
        <div>
          <h5>The Reviewer</h5>
          <Markdown text={conflict.reviewerPosition} />
        </div>
        <div>
          <h5>The Engineer</h5>
          <Markdown text={conflict.engineerPosition || "No response."} />
          {conflict.engineerRationale === undefined ? null : <Markdown text={conflict.engineerRationale} />}
        </div>
      </div>
    </div>
  );
}

/** The actions of `whetstone flag`. */
function IssueActions({ live, issue }: { live: LiveSession; issue: Issue }) {
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
