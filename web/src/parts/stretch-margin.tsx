import type { Finding } from "../../../src/checks/finding.ts";
import type { LineChange } from "../../../src/documents/changes/blame-lines.ts";
import { rememberFor } from "../../../src/model/remember-for.ts";
import type { SessionView } from "../../../src/server/session-view.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge } from "./badges.tsx";
import { showDecision } from "./decision-list.tsx";
import type { Stretch } from "./spec-stretches.ts";
import { GapLink, RoundLink } from "./where.tsx";

/** The margin beside lines of the spec: the change that wrote or removed them, and findings in them. */
export function StretchMargin({
  live,
  stretch,
}: {
  live: LiveSession;
  stretch: Pick<Stretch, "by" | "findings"> & Partial<Stretch>;
}) {
  const { by, findings, rows } = stretch;
  if (by === undefined && findings.length === 0) return null;
  return (
    <aside aria-label={rows?.[0] ? `At line ${rows[0].line}` : "Beside it"}>
      {by === undefined ? null : <Origin live={live} by={by} />}
      {findings.map((finding, index) => (
        <FindingDetails key={index} finding={finding} />
      ))}
    </aside>
  );
}

const titlesOf = rememberFor((gaps: SessionView["gaps"]) => new Map(gaps.map(({ id, title }) => [id, title])));

/** The gap, round and decision behind a change, or that the person edited the spec. */
export function Origin({ live, by: { gap, round, decision } }: { live: LiveSession; by: LineChange }) {
  const title = gap && titlesOf(live.view.gaps).get(gap);
  return (
    <p class="origin">
      {gap === undefined ? (
        <strong>Your edit</strong>
      ) : (
        <span class="about" title={title}>
          {(title ?? "").slice(0, 200)}
        </span>
      )}
      <span class="quiet ids">
        {gap === undefined ? null : (
          <>
            <GapLink live={live} id={gap} />
            {" · "}
          </>
        )}
        <RoundLink live={live} round={round} />
        {decision === undefined ? null : (
          <>
            {" · "}
            <button type="button" class="plain" title={decision} onClick={() => showDecision(live.key, decision)}>
              decision
            </button>
          </>
        )}
      </span>
    </p>
  );
}

export function FindingDetails({ finding }: { finding: Finding }) {
  return (
    <details class="finding">
      <summary>
        <SeverityBadge severity={finding.severity} /> line {finding.line}: {finding.message}
      </summary>
      <p class="quiet">
        {finding.fix} <code>{finding.rule}</code>
      </p>
    </details>
  );
}
