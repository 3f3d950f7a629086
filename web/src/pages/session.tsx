import type { Run } from "../../../src/mediator/state.ts";
import { sendCommand, setRunning } from "../api.ts";
import { SeverityCountsLine } from "../parts/badges.tsx";
import { Board } from "../parts/board.tsx";
import { ConvergenceChart } from "../parts/convergence-chart.tsx";
import { stopWords } from "../parts/stop-words.ts";
import { Timeline } from "../parts/timeline.tsx";
import { useNow } from "../parts/use-now.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** What happens now, how it converges, every gap, every round. */
export function SessionPage({ live }: { live: LiveSession }) {
  const { view, key } = live;
  const question = view.questions[0];
  return (
    <>
      <h1>{view.session.name}</h1>
      <p aria-live="polite">
        {live.running ? "Running here" : stopWords(view.stop, view.questions.length)} · round{" "}
        {view.round?.number ?? view.records.length} of at most {view.limits.maxRounds} ·{" "}
        {view.convergence.state.replaceAll("_", " ").toLowerCase()} ·{" "}
        <SeverityCountsLine counts={view.derived.openBySeverity} />
      </p>
      {live.problem === undefined ? null : <p role="alert">It stopped: {live.problem}</p>}
      <Controls live={live} />
      {question ? (
        <p>
          <a class="button primary" href={href("s", key, "decide", question.id)}>
            Decide: {question.header}
          </a>{" "}
          {question.text}
        </p>
      ) : null}
      <Now live={live} />
      <section aria-labelledby="convergence">
        <h2 id="convergence">Convergence</h2>
        <ConvergenceChart records={view.records} initial={view.session.initialGaps} />
      </section>
      <section aria-labelledby="gaps">
        <h2 id="gaps">Gaps</h2>
        <Board live={live} />
      </section>
      <section aria-labelledby="rounds">
        <h2 id="rounds">Rounds</h2>
        <Timeline live={live} />
      </section>
    </>
  );
}

function Controls({ live }: { live: LiveSession }) {
  const { view, key, running } = live;
  if (view.stop.type === "ended") {
    return (
      <p>
        <a class="button" href={href("s", key, "spec")}>
          See the spec
        </a>
      </p>
    );
  }
  return (
    <p class="row">
      {running ? (
        <button type="button" onClick={() => setRunning(key, false)}>
          Stop
        </button>
      ) : (
        <button type="button" class="primary" onClick={() => setRunning(key, true)}>
          Go on
        </button>
      )}
      <button type="button" onClick={() => sendCommand(key, { type: "finish" })}>
        Finish …
      </button>
    </p>
  );
}

function Now({ live }: { live: LiveSession }) {
  const { view } = live;
  const runs = [...(view.round?.runs ?? []), ...view.finalReview.runs].filter((run) => !run.end);
  const now = useNow(runs.length > 0);
  const { tokens, usd } = view.derived.spent;
  return (
    <section aria-labelledby="now">
      <h2 id="now">Now</h2>
      {runs.length === 0 ? <p class="quiet">Nobody works.</p> : null}
      <ul class="runs">
        {runs.map((run) => (
          <li key={run.id}>
            <strong>{roleName(run)}</strong> {run.gaps.join(", ")} · attempt {run.attempt} · {seconds(run, now)} s ·{" "}
            {live.chars.get(run.id) ?? 0} characters · {run.agent}
          </li>
        ))}
      </ul>
      <p class="quiet">
        {tokens.toLocaleString()} tokens · {usd.toFixed(2)} USD · {view.totals.attempts} runs
      </p>
    </section>
  );
}

function roleName(run: Run): string {
  return { engineer: "Engineer", reviewer: "Reviewer", "final-review": "Final review", survey: "Survey" }[run.role];
}

function seconds(run: Run, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000));
}
