import type { RollbackRecord, RoundLog } from "../../../src/mediator/state.ts";
import type { RoundRecord } from "../../../src/model/convergence.ts";
import { plural } from "../../../src/model/plural.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { StateBadge } from "./badges.tsx";

type TimelineEntry = { readonly at: string } & (
  | { readonly type: "round"; readonly record: RoundRecord }
  | { readonly type: "rollback"; readonly rollback: RollbackRecord }
);

/** Tells entries of the same second apart: a rollback is behind the round that it goes back to. */
function orderOf(entry: TimelineEntry): number {
  return entry.type === "round" ? entry.record.round : entry.rollback.to + 0.5;
}

/** The rounds and rollbacks, newest first, with runs, retries, repairs and the change of open gaps. */
export function Timeline({ live }: { live: LiveSession }) {
  const { view } = live;
  const logs = new Map(view.recent.map((log) => [log.record.round, log]));
  const entries: TimelineEntry[] = [
    ...view.records.map((record): TimelineEntry => ({ type: "round", at: record.closedAt, record })),
    ...view.rollbacks.map((rollback): TimelineEntry => ({ type: "rollback", at: rollback.at, rollback })),
  ].sort((a, b) => b.at.localeCompare(a.at) || orderOf(b) - orderOf(a));
  if (entries.length === 0) return <p class="quiet">No finished round yet.</p>;
  return (
    <section class="scrolls" tabIndex={0} aria-label="Rounds">
      <table class="rounds">
        <thead>
          <tr>
            <th>Round</th>
            <th>Trend</th>
            <th class="right">Open</th>
            <th class="right">Net</th>
            <th class="right">Weighted</th>
            <th>Runs</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) =>
            entry.type === "round" ? (
              <RoundRow
                key={`round-${entry.record.round}`}
                live={live}
                record={entry.record}
                log={logs.get(entry.record.round)}
              />
            ) : (
              <tr key={`rollback-${entry.at}`} class="rollback">
                <td colSpan={6}>
                  <span aria-hidden="true">↩</span> Rolled back to the end of round {entry.rollback.to}:{" "}
                  {entry.rollback.reason}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <p class="quiet">
        Net: gaps closed minus gaps opened, without those reopened, deferred or parked. Weighted: the same, weighted by
        severity.
      </p>
    </section>
  );
}

function RoundRow({ live, record, log }: { live: LiveSession; record: RoundRecord; log: RoundLog | undefined }) {
  return (
    <tr>
      <td>
        <a href={href("s", live.key, "round", record.round)}>Round {record.round}</a>
      </td>
      <td>
        <StateBadge state={record.state} /> {record.outcome === "FULL" ? null : <StateBadge state={record.outcome} />}
      </td>
      <td class="right">{record.openAtEnd}</td>
      <td class="right">{signed(record.net)}</td>
      <td class="right">{signed(record.weightedNet)}</td>
      <td class="quiet">{[...(log ? [details(log)] : []), ...uncountedChange(record)].join("; ")}</td>
    </tr>
  );
}

/** The change of open gaps that `net` does not count: reopened, deferred or parked ones. */
function uncountedChange({ openAtStart, openAtEnd, net }: RoundRecord): string[] {
  const rest = openAtEnd - openAtStart + net;
  return rest === 0 ? [] : [`${signed(rest)} open otherwise`];
}

function details(log: RoundLog): string {
  const retries = log.runs.filter((run) => run.notice !== undefined).length;
  const failed = log.runs.filter((run) => run.end && !run.end.gate.success).length;
  const parts = [plural(log.runs.length, "run")];
  if (retries > 0) parts.push(plural(retries, "retry", "retries"));
  if (failed > 0) parts.push(`${failed} rejected`);
  const repairs = (log.engineerDocument?.repairs.length ?? 0) + (log.reviewerDocument?.repairs.length ?? 0);
  if (repairs > 0) parts.push(plural(repairs, "format repair"));
  return parts.join(", ");
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
