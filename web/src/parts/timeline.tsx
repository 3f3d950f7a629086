import type { RollbackRecord, RoundLog } from "../../../src/mediator/state.ts";
import type { RoundRecord } from "../../../src/model/convergence.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { StateBadge } from "./badges.tsx";

type Happening = { readonly at: string } & (
  | { readonly type: "round"; readonly record: RoundRecord }
  | { readonly type: "rollback"; readonly rollback: RollbackRecord }
);

/** The rounds, newest first: attempts, retries, repairs, what came of it; and the rollbacks where they happened. */
export function Timeline({ live }: { live: LiveSession }) {
  const { view } = live;
  const logs = new Map(view.recent.map((log) => [log.record.round, log]));
  const happenings: Happening[] = [
    ...view.records.map((record): Happening => ({ type: "round", at: record.closedAt, record })),
    ...view.rollbacks.map((rollback): Happening => ({ type: "rollback", at: rollback.at, rollback })),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  if (happenings.length === 0) return <p class="quiet">No round is finished yet.</p>;
  return (
    <ol class="timeline">
      {happenings.map((one) =>
        one.type === "round" ? (
          <RoundItem
            key={`round-${one.record.round}`}
            live={live}
            record={one.record}
            log={logs.get(one.record.round)}
          />
        ) : (
          <li key={`rollback-${one.at}`} class="rollback">
            <span aria-hidden="true">↩</span> Rolled back to the end of round {one.rollback.to}: {one.rollback.reason}
          </li>
        ),
      )}
    </ol>
  );
}

function RoundItem({ live, record, log }: { live: LiveSession; record: RoundRecord; log: RoundLog | undefined }) {
  return (
    <li>
      <a href={href("s", live.key, "round", record.round)}>Round {record.round}</a> <StateBadge state={record.state} />
      <span>
        {record.openAtEnd} open · net {signed(record.net)} · weighted {signed(record.weightedNet)}
        {record.outcome === "FULL" ? "" : ` · ${record.outcome.toLowerCase().replaceAll("_", " ")}`}
      </span>
      {log ? <span class="quiet"> · {details(log)}</span> : null}
    </li>
  );
}

function details(log: RoundLog): string {
  const retries = log.runs.filter((run) => run.attempt > 1).length;
  const failed = log.runs.filter((run) => run.end && !run.end.gate.success).length;
  const parts = [counted(log.runs.length, "run", "runs")];
  if (retries > 0) parts.push(counted(retries, "retry", "retries"));
  if (failed > 0) parts.push(`${failed} failed at the gate`);
  const repairs = (log.engineerDocument?.repairs.length ?? 0) + (log.reviewerDocument?.repairs.length ?? 0);
  if (repairs > 0) parts.push(counted(repairs, "repair of form", "repairs of form"));
  return parts.join(", ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
