import type { RoundLog } from "../../../src/mediator/state.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** The rounds, newest first: attempts, retries, repairs, what came of it. Older ones in a line each. */
export function Timeline({ live }: { live: LiveSession }) {
  const { view } = live;
  const logs = new Map(view.recent.map((log) => [log.record.round, log]));
  if (view.records.length === 0) return <p class="quiet">No round is finished yet.</p>;
  return (
    <ol class="timeline" reversed>
      {[...view.records].reverse().map((record) => {
        const log = logs.get(record.round);
        return (
          <li key={record.round}>
            <a href={href("s", live.key, "round", record.round)}>Round {record.round}</a>{" "}
            <span class={`badge state ${record.state.toLowerCase().replaceAll("_", "-")}`}>
              {record.state.replaceAll("_", " ")}
            </span>{" "}
            net {signed(record.net)}, weighted {signed(record.weightedNet)}
            {record.outcome === "FULL" ? "" : `, ${record.outcome.toLowerCase().replaceAll("_", " ")}`}
            {log ? <span class="quiet"> · {details(log)}</span> : null}
          </li>
        );
      })}
      {view.rollbacks.map((rollback) => (
        <li key={rollback.at} class="rollback">
          Back to the end of round {rollback.to}: {rollback.reason}
        </li>
      ))}
    </ol>
  );
}

function details(log: RoundLog): string {
  const retries = log.runs.filter((run) => run.attempt > 1).length;
  const failed = log.runs.filter((run) => run.end && !run.end.gate.success).length;
  const parts = [`${log.runs.length} runs`];
  if (retries > 0) parts.push(`${retries} retries`);
  if (failed > 0) parts.push(`${failed} failed at the gate`);
  if (log.repairs > 0) parts.push(`${log.repairs} repairs`);
  return parts.join(", ");
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
