import { useMemo } from "preact/hooks";
import { isUnsettled } from "../../../src/model/issue-state.ts";
import { plural } from "../../../src/model/plural.ts";
import { compareSeverity } from "../../../src/model/severity.ts";
import { SeverityBadge } from "../parts/badges.tsx";
import { Board } from "../parts/board.tsx";
import { commentIds } from "../parts/comments.tsx";
import { DecisionList } from "../parts/decision-list.tsx";
import { download } from "../parts/download.ts";
import { AddGap } from "../parts/gap-actions.tsx";
import { SpecChanges } from "../parts/spec-changes.tsx";
import { Standing } from "../parts/standing.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { GapLink, Where } from "../parts/where.tsx";
import type { LiveSession } from "../use-session.ts";

/** The landing page of a session: the diff of the spec, the decisions, and what is open. */
export function ChangesPage({ live }: { live: LiveSession }) {
  const { view } = live;
  return (
    <>
      <Standing live={live} />
      <section aria-labelledby="changes">
        <h2 id="changes">Changes</h2>
        <Spec live={live} />
      </section>
      <section aria-labelledby="decisions">
        <h2 id="decisions">Decisions</h2>
        <DecisionList decisions={view.decisions} gaps={view.gaps} />
      </section>
      <Decided live={live} />
      <section aria-labelledby="open">
        <h2 id="open">Open gaps</h2>
        <Board live={live} />
        <OpenIssues live={live} />
        {live.source.readOnly ? null : <AddGap live={live} />}
      </section>
      <Records live={live} />
    </>
  );
}

/** For a session that has ended; before, the margin of the diff says it. */
function Decided({ live }: { live: LiveSession }) {
  const { decided } = live.view.derived;
  if (decided.length === 0) return null;
  return (
    <section aria-labelledby="decided">
      <h2 id="decided">Decided without you</h2>
      <ul>
        {decided.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Spec({ live }: { live: LiveSession }) {
  const { view, source } = live;
  const spec = useLoaded(() => source.spec(), [source, view.derived.spec, commentIds(view)]);
  if (spec === undefined) return <p class="quiet">Loading …</p>;
  if (typeof spec === "string") return <p role="alert">{spec}</p>;
  return <SpecChanges live={live} spec={spec} />;
}

function Records({ live }: { live: LiveSession }) {
  return (
    <section aria-labelledby="records">
      <h2 id="records">Records</h2>
      <p class="row">
        {["source.md", "status.md", "decisions.md"].map((path) => (
          <Where key={path} live={live} place={path} />
        ))}
        {live.source.report ? (
          <button type="button" onClick={() => void saveReport(live)}>
            Download report
          </button>
        ) : null}
      </p>
    </section>
  );
}

async function saveReport({ source, view }: LiveSession): Promise<void> {
  try {
    const text = await source.report?.();
    if (text !== undefined) download(`${view.session.name}_report.html`, "text/html", text);
  } catch (error) {
    window.alert(error instanceof Error ? error.message : "Could not write the report.");
  }
}

const FIRST = 20;

/** Unsettled issues, worst first; shown open for a session that has ended. */
function OpenIssues({ live }: { live: LiveSession }) {
  const { issues, stop } = live.view;
  const open = useMemo(
    () => issues.filter(isUnsettled).sort((a, b) => compareSeverity(a.severity, b.severity)),
    [issues],
  );
  if (open.length === 0) return null;
  return (
    <details open={stop.type === "ended"}>
      <summary>{plural(open.length, "open issue")}</summary>
      <ul class="issues">
        {open.slice(0, FIRST).map(({ id, severity, gap, title }) => (
          <li key={id}>
            <SeverityBadge severity={severity} /> {title}{" "}
            <span class="id">
              {id} on <GapLink live={live} id={gap} />
            </span>
          </li>
        ))}
      </ul>
      {open.length > FIRST ? <p class="quiet">… and {open.length - FIRST} more, each on the page of its gap</p> : null}
    </details>
  );
}
