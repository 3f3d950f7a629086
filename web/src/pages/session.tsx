import { useState } from "preact/hooks";
import type { Run } from "../../../src/mediator/state.ts";
import { SeverityCountsLine } from "../parts/badges.tsx";
import { Board } from "../parts/board.tsx";
import { ConvergenceChart } from "../parts/convergence-chart.tsx";
import { download } from "../parts/download.ts";
import { AddGap } from "../parts/gap-actions.tsx";
import { stopWords } from "../parts/stop-words.ts";
import { Timeline } from "../parts/timeline.tsx";
import { Title } from "../parts/title.tsx";
import { useNow } from "../parts/use-now.ts";
import { Waiting } from "../parts/waiting.tsx";
import { GapLink, Where } from "../parts/where.tsx";
import { href } from "../route.ts";
import type { Refusal } from "../source/source.ts";
import type { LiveSession } from "../use-session.ts";

/** What happens now, how it converges, every gap, every round. */
export function SessionPage({ live }: { live: LiveSession }) {
  const { view } = live;
  return (
    <>
      <Title window={view.session.name}>{view.session.name}</Title>
      <Standing live={live} />
      {live.running.problem === undefined ? null : <p role="alert">It stopped: {live.running.problem}</p>}
      {live.source.readOnly ? <Waiting live={live} /> : <Controls live={live} />}
      <Now live={live} />
      <section aria-labelledby="convergence">
        <h2 id="convergence">Convergence</h2>
        <ConvergenceChart records={view.records} initial={view.session.initialGaps} />
      </section>
      <section aria-labelledby="gaps">
        <h2 id="gaps">Gaps</h2>
        <Board live={live} />
        {live.source.readOnly ? null : <AddGap live={live} />}
      </section>
      <section aria-labelledby="rounds">
        <h2 id="rounds">Rounds</h2>
        <Timeline live={live} />
      </section>
      <section aria-labelledby="records">
        <h2 id="records">Records</h2>
        <p class="row">
          {["source.md", "status.md", "decisions.md"].map((path) => (
            <Where key={path} live={live} place={path} />
          ))}
          {live.source.report ? (
            <button type="button" onClick={() => void saveReport(live)}>
              Download a report
            </button>
          ) : null}
        </p>
      </section>
    </>
  );
}

async function saveReport({ source, view }: LiveSession): Promise<void> {
  try {
    const text = await source.report?.();
    if (text !== undefined) download(`${view.session.name}_report.html`, "text/html", text);
  } catch (error) {
    window.alert(error instanceof Error ? error.message : "the report could not be made");
  }
}

function Standing({ live }: { live: LiveSession }) {
  const { view } = live;
  return (
    <p aria-live="polite">
      <strong>{stopWords(view.stop, view.questions.length, live.running.runner)}</strong> · round{" "}
      {view.round?.number ?? view.records.length} of at most {view.limits.maxRounds} ·{" "}
      {view.convergence.state.replaceAll("_", " ").toLowerCase()} ·{" "}
      <SeverityCountsLine counts={view.derived.openBySeverity} />
    </p>
  );
}

function Controls({ live }: { live: LiveSession }) {
  const { view, key } = live;
  const [refusal, setRefusal] = useState<Refusal>();
  const act = (work: Promise<Refusal>) => void work.then(setRefusal);
  const ended = view.stop.type === "ended";
  return (
    <>
      <Waiting live={live} />
      {ended ? (
        <p>
          <a class="button primary" href={href("s", key, "spec")}>
            See the spec
          </a>
        </p>
      ) : (
        <RunControls live={live} act={act} />
      )}
      {refusal === undefined ? null : <p role="alert">{refusal}</p>}
    </>
  );
}

/** To let it run, to hold it, to end it. */
function RunControls({ live, act }: { live: LiveSession; act(work: Promise<Refusal>): void }) {
  const { view, source } = live;
  const { runner } = live.running;
  const isAsking = view.questions.length > 0;
  return (
    <p class="row">
      {runner === "nobody" && !isAsking ? (
        <button type="button" class="primary" onClick={() => act(source.setRunning(true))}>
          Go on
        </button>
      ) : null}
      {runner === "here" && !isAsking ? (
        <button type="button" onClick={() => act(source.setRunning(false))}>
          Stop
        </button>
      ) : null}
      {runner === "elsewhere" && view.stop.type === "running" ? (
        <button type="button" onClick={() => act(source.command({ type: "pause", reason: "paused on the page" }))}>
          Pause
        </button>
      ) : null}
      {view.stop.type === "finish-requested" || view.stop.type === "ending" ? null : (
        <button type="button" onClick={() => act(finish(live))}>
          Finish …
        </button>
      )}
    </p>
  );
}

/** The question how to end is asked by whoever carries the session out. */
async function finish({ source, running }: LiveSession): Promise<Refusal> {
  const refusal = await source.command({ type: "finish" });
  if (refusal !== undefined || running.runner !== "nobody") return refusal;
  return source.setRunning(true);
}

function Now({ live }: { live: LiveSession }) {
  const { view } = live;
  const runs = [...(view.round?.runs ?? []), ...view.finalReview.runs].filter((run) => !run.end && !run.abandoned);
  const busy = runs.length > 0 && live.running.runner !== "nobody";
  const now = useNow(busy);
  const ended = view.stop.type === "ended";
  const { tokens, usd, estimated } = view.derived.spent;
  return (
    <section aria-labelledby="now">
      <h2 id="now">{ended ? "In all" : "Now"}</h2>
      {busy || ended ? null : <p class="quiet">No agent is at work.</p>}
      <ul class="runs">
        {(busy ? runs : []).map((run) => (
          <li key={run.id}>
            <span class="pulse" aria-hidden="true" /> <strong>{roleName(run)}</strong>{" "}
            {run.gaps.slice(0, 8).map((gap) => (
              <span key={gap}>
                <GapLink live={live} id={gap} />{" "}
              </span>
            ))}
            · {run.attempt > 1 ? `attempt ${run.attempt} · ` : ""}
            {seconds(run, now)} s · {(live.chars.get(run.id) ?? 0).toLocaleString()} characters · {run.agent}
          </li>
        ))}
      </ul>
      <p class="quiet">
        {ended ? "" : "So far "}
        {view.totals.attempts} runs · {estimated ? "~" : ""}
        {tokens.toLocaleString()} {estimated ? "tokens (estimated)" : "tokens"} · {usd.toFixed(2)} USD
      </p>
    </section>
  );
}

function roleName(run: Run): string {
  return {
    engineer: "Engineer",
    reviewer: "Reviewer",
    "final-review": "Final review",
    survey: "Survey",
    "middle-ground": "Middle ground",
  }[run.role];
}

function seconds(run: Run, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000));
}
