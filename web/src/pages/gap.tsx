import type { Issue } from "../../../src/model/issue.ts";
import { SeverityBadge, StateBadge } from "../parts/badges.tsx";
import { Difference } from "../parts/difference.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { linesOf, useFile } from "../parts/use-file.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** One gap: its place, its proposals, the words of both sides on every issue, what was decided. */
export function GapPage({ live, id }: { live: LiveSession; id: string }) {
  const { view } = live;
  const gap = view.gaps.find((one) => one.id === id);
  if (!gap) return <p role="alert">There is no gap {id}.</p>;
  const issues = view.issues.filter((issue) => issue.gap === id);
  const decisions = view.decisions.filter((decision) => decision.gaps.some((one) => one === id));
  return (
    <>
      <p>
        <a href={href("s", live.key)}>{view.session.name}</a>
      </p>
      <h1>
        {gap.id} <SeverityBadge severity={gap.severity} /> <StateBadge state={gap.state} />
      </h1>
      <p class="lead">{gap.title}</p>
      <Markdown text={gap.text} />
      <Place live={live} places={gap.places} />
      <Proposals live={live} id={id} />
      <section aria-labelledby="issues">
        <h2 id="issues">Issues</h2>
        {issues.length === 0 ? <p class="quiet">No issue was raised on it.</p> : null}
        {issues.map((issue) => (
          <IssueCard key={issue.id} issue={issue} live={live} />
        ))}
      </section>
      <section aria-labelledby="decisions">
        <h2 id="decisions">Decisions</h2>
        {decisions.length === 0 ? <p class="quiet">Nothing was decided on it.</p> : null}
        {decisions.map((decision) => (
          <article key={decision.id} class="card">
            <h3>
              {decision.id}: {decision.title}
            </h3>
            <Markdown text={decision.decision} />
            {decision.rationale === undefined ? null : (
              <p>
                <strong>Why:</strong> {decision.rationale}
              </p>
            )}
          </article>
        ))}
      </section>
    </>
  );
}

function Place({ live, places }: { live: LiveSession; places: LiveSession["view"]["gaps"][number]["places"] }) {
  const place = places[0];
  const source = useFile(live.key, place ? "source.md" : undefined, 0);
  if (!place || typeof source !== "string") return null;
  return (
    <section aria-labelledby="place">
      <h2 id="place">In the source</h2>
      <p class="quiet">
        {place.heading}, line {place.line}
      </p>
      <pre class="raw">{linesOf(source, place.line, place.endLine)}</pre>
    </section>
  );
}

function Proposals({ live, id }: { live: LiveSession; id: string }) {
  const proposal = live.view.proposals.find((one) => one.id === id);
  const now = useFile(live.key, proposal?.path, proposal?.round ?? 0);
  const before = useFile(live.key, proposal?.previous?.path, proposal?.previous?.round ?? 0);
  if (!proposal) return null;
  const text = typeof now === "string" ? linesOf(now, proposal.line, proposal.endLine) : "";
  const old =
    typeof before === "string" && proposal.previous
      ? linesOf(before, proposal.previous.line, proposal.previous.endLine)
      : undefined;
  return (
    <section aria-labelledby="proposal">
      <h2 id="proposal">
        Proposal of <a href={href("s", live.key, "round", proposal.round)}>round {proposal.round}</a>
        {proposal.confidence === undefined ? "" : `, confidence ${proposal.confidence}`}
        {proposal.reviewed ? "" : ", not reviewed yet"}
      </h2>
      <Markdown text={text} />
      {old === undefined ? null : (
        <details>
          <summary>What changed since round {proposal.previous?.round}</summary>
          <Difference before={old} after={text} />
        </details>
      )}
    </section>
  );
}

function IssueCard({ issue, live }: { issue: Issue; live: LiveSession }) {
  const conflict = live.view.conflicts.find((one) => one.issue === issue.id);
  const flags = live.view.flags.filter((flag) => flag.issue === issue.id);
  return (
    <article class="card" id={issue.id}>
      <h3>
        {issue.id} <SeverityBadge severity={issue.severity} /> <StateBadge state={issue.state} />
      </h3>
      <Markdown text={issue.text} />
      <p class="quiet">
        <a href={href("s", live.key, "round", issue.round)}>round {issue.round}</a>, {issue.document}:{issue.line}
        {issue.late ? " · late" : ""}
        {issue.bySilence ? " · verified by silence" : ""}
        {issue.anchored ? "" : " · names no place in the document"}
      </p>
      {issue.decided === undefined ? null : (
        <p>
          <strong>Decided:</strong> {issue.decided}
        </p>
      )}
      {flags.map((flag) => (
        <details key={flag.id}>
          <summary>
            {flag.status.replaceAll("_", " ").toLowerCase()} in round {flag.round} ({flag.heuristics.join(", ")}):{" "}
            {flag.outcome}
          </summary>
          <ul>
            {flag.evidence.map((one) => (
              <li key={`${one.where}${one.line}${one.what}`}>
                {one.what}{" "}
                <span class="quiet">
                  {one.where}
                  {one.line === undefined ? "" : `:${one.line}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {conflict ? (
        <div class="columns">
          <div>
            <h4>The Reviewer</h4>
            <Markdown text={conflict.reviewerPosition} />
          </div>
          <div>
            <h4>The Engineer</h4>
            <Markdown text={conflict.engineerPosition || "Did not address it."} />
          </div>
        </div>
      ) : null}
    </article>
  );
}
