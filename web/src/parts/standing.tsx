import { useEffect, useState } from "preact/hooks";
import type { Run } from "../../../src/mediator/state.ts";
import { isOpen } from "../../../src/model/counting.ts";
import { courseWords } from "../../../src/model/in-words.ts";
import { plural } from "../../../src/model/plural.ts";
import type { Refusal } from "../source/source.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityCountsLine } from "./badges.tsx";
import { answeredGaps } from "./given-answers.tsx";
import { stopWords } from "./stop-words.ts";
import { Title } from "./title.tsx";
import { Waiting } from "./waiting.tsx";
import { GapLink } from "./where.tsx";
import { runsIn } from "./write-form.tsx";

/** The head of a session's page: its name and state, the buttons that run it, what it waits for, who is at work. */
export function Standing({ live }: { live: LiveSession }) {
  const { session, stop } = live.view;
  return (
    <>
      <div class="session-head">
        <div>
          <Title window={session.name}>{session.name}</Title>
          <StandingLine live={live} />
        </div>
        {live.source.readOnly || stop.type === "ended" ? null : <RunControls live={live} />}
      </div>
      {live.running.problem === undefined ? null : <p role="alert">The session stopped: {live.running.problem}</p>}
      <Waiting live={live} />
      <Runs live={live} />
    </>
  );
}

function StandingLine({ live }: { live: LiveSession }) {
  const { view } = live;
  const { tokens, usd, estimated } = view.derived.spent;
  const answered = answeredGaps(view);
  const open = view.gaps.filter((gap) => answered.has(gap.id) && isOpen(gap)).length;
  const counts = (
    <SeverityCountsLine counts={view.derived.openBySeverity} parked={view.derived.parked} answered={open} />
  );
  // An interview runs no model, so rounds and runs are left out.
  if (view.session.engineer === "interview") {
    return (
      <p class="wide" aria-live="polite">
        <strong>{stopWords(view.stop, view.questions.length, live.running.runner)}</strong> · {counts}
      </p>
    );
  }
  return (
    <p class="wide" aria-live="polite">
      <strong>{stopWords(view.stop, view.questions.length, live.running.runner)}</strong> · {course(view)} · {counts}
      <span class="quiet">
        {" "}
        · {plural(view.totals.attempts, "run")}
        {tokens === 0
          ? ""
          : ` · ${estimated ? "~" : ""}${tokens.toLocaleString()} tokens${estimated ? " (estimated)" : ""}`}
        {usd === 0 ? "" : ` · ${usd.toFixed(2)} USD`}
      </span>
    </p>
  );
}

/** Round and convergence of an open session; the number of rounds of one that has ended. */
function course({ stop, round, records, limits, derived }: LiveSession["view"]): string {
  if (stop.type === "ended") return plural(records.length, "round");
  const words = courseWords(derived.convergence, records.at(-1)?.state);
  return `round ${round?.number ?? records.length} of up to ${limits.maxRounds} · ${words}`;
}

/** The buttons to continue, stop, pause and finish. */
function RunControls({ live }: { live: LiveSession }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const act = (work: Promise<Refusal>) => void work.then(setRefusal);
  const { view, source } = live;
  const { runner } = live.running;
  const isAsking = view.questions.length > 0;
  return (
    <div class="controls">
      <p class="row">
        {runner === "nobody" && !isAsking ? (
          <button type="button" class="primary" onClick={() => act(source.setRunning(true))}>
            Continue
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
      {refusal === undefined ? null : <p role="alert">{refusal}</p>}
    </div>
  );
}

/** Asks for the end of the session and starts it if it is stopped, because the running session asks how to end. */
async function finish({ source, running }: LiveSession): Promise<Refusal> {
  const refusal = await source.command({ type: "finish" });
  if (refusal !== undefined || running.runner !== "nobody") return refusal;
  return source.setRunning(true);
}

function Runs({ live }: { live: LiveSession }) {
  const { view } = live;
  const runs = runsIn(view).filter((run) => !run.end && !run.abandoned);
  const busy = runs.length > 0 && live.running.runner !== "nobody";
  const now = useNow(busy);
  if (!busy) return null;
  return (
    <ul class="runs" aria-label="Running now">
      {runs.map((run) => (
        <li key={run.id}>
          <span class="pulse" aria-hidden="true" /> <strong>{ROLES[run.role]}</strong>{" "}
          {run.gaps.slice(0, 8).map((gap) => (
            <span key={gap}>
              <GapLink live={live} id={gap} />{" "}
            </span>
          ))}
          · {run.attempt > 1 ? `attempt ${run.attempt} · ` : ""}
          {run.agent === "human"
            ? "you"
            : `${seconds(run, now)} s · ${(live.chars.get(run.id) ?? 0).toLocaleString()} characters · ${run.agent}`}
        </li>
      ))}
    </ul>
  );
}

export const ROLES: Readonly<Record<Run["role"], string>> = {
  engineer: "Engineer",
  reviewer: "Reviewer",
  "final-review": "Final review",
  survey: "Survey",
  "middle-ground": "Middle ground",
};

function seconds(run: Run, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000));
}

/** The current time, updated every second while `active`. */
function useNow(active: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}
