import { useMemo } from "preact/hooks";
import { isUnsettled } from "../../../src/model/issue-state.ts";
import { plural } from "../../../src/model/plural.ts";
import { compareSeverity } from "../../../src/model/severity.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge } from "./badges.tsx";
import { GapLink } from "./where.tsx";

const FIRST = 20;

/** Unsettled issues, worst first; shown open for a session that has ended. */
export function OpenIssues({ live }: { live: LiveSession }) {
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
            <span class="quiet">
              {id} on <GapLink live={live} id={gap} />
            </span>
          </li>
        ))}
      </ul>
      {open.length > FIRST ? <p class="quiet">… and {open.length - FIRST} more, each on the page of its gap</p> : null}
    </details>
  );
}
