import { useState } from "preact/hooks";
import type { OpenRound, RoundLog, Run } from "../../../src/mediator/state.ts";
import { Markdown, Raw } from "../parts/markdown.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { useFile } from "../parts/use-file.ts";
import type { LiveSession } from "../use-session.ts";

/** The documents of a round side by side, and every attempt with its prompt and the gate's word. */
export function RoundPage({ live, round }: { live: LiveSession; round: number | undefined }) {
  const number = round ?? live.view.round?.number ?? live.view.records.length;
  const log = logOf(live, number);
  const [raw, setRaw] = useState(false);
  const folder = `round_${String(number).padStart(3, "0")}`;
  if (number === 0) return <p class="quiet">No round has begun yet.</p>;
  return (
    <>
      <h1>Round {number}</h1>
      {round === undefined ? <Timeline live={live} /> : null}
      <p>
        <label>
          <input type="checkbox" checked={raw} onChange={(event) => setRaw(event.currentTarget.checked)} /> As written,
          with line numbers
        </label>
      </p>
      <div class="columns">
        <Document live={live} title="Engineer" path={`${folder}/engineer.md`} raw={raw} />
        <Document live={live} title="Reviewer" path={`${folder}/reviewer.md`} raw={raw} />
      </div>
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        {log ? (
          log.runs.map((run) => <Attempt key={run.id} live={live} run={run} />)
        ) : (
          <p class="quiet">Kept in full for the last ten rounds; for this one see {folder}/log.md.</p>
        )}
      </section>
      {log ? <Repairs log={log} /> : null}
    </>
  );
}

function logOf(live: LiveSession, round: number): RoundLog | OpenRound | undefined {
  if (live.view.round?.number === round) return live.view.round;
  return live.view.recent.find((one) => one.record.round === round);
}

function Document({ live, title, path, raw }: { live: LiveSession; title: string; path: string; raw: boolean }) {
  const text = useFile(live.key, path, live.view.records.length);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {text === undefined ? <p class="quiet">Loading …</p> : null}
      {text === null ? <p class="quiet">No document.</p> : null}
      {typeof text === "string" ? raw ? <Raw text={text} /> : <Markdown text={text} /> : null}
    </section>
  );
}

function Attempt({ live, run }: { live: LiveSession; run: Run }) {
  const [open, setOpen] = useState(false);
  const gate = run.end?.gate;
  const { usage } = run.end ?? {};
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {run.role} {run.gaps.join(", ")}, attempt {run.attempt}:{" "}
        {gate ? (gate.success ? "passed" : `${gate.failureType}`) : "under way"}
        {usage ? (
          <span class="quiet">
            {" "}
            · {usage.inputTokens + usage.outputTokens} tokens · {usage.seconds.toFixed(1)} s
          </span>
        ) : null}
      </summary>
      {gate ? <p>{gate.message}</p> : null}
      {gate?.warnings.map((warning) => (
        <p key={warning.message} class="quiet">
          {warning.type}: {warning.message}
        </p>
      ))}
      {open ? <Papers live={live} run={run} /> : null}
    </details>
  );
}

function Papers({ live, run }: { live: LiveSession; run: Run }) {
  const prompt = useFile(live.key, run.promptPath, 0);
  const answer = useFile(live.key, run.end?.path, 0);
  return (
    <div class="columns">
      <div>
        <h4>Prompt</h4>
        {typeof prompt === "string" ? <Raw text={prompt} /> : <p class="quiet">Not there.</p>}
      </div>
      <div>
        <h4>Answer as received</h4>
        {typeof answer === "string" ? <Raw text={answer} /> : <p class="quiet">Not there.</p>}
      </div>
    </div>
  );
}

function Repairs({ log }: { log: RoundLog | OpenRound }) {
  const repairs = [...(log.engineerDocument?.repairs ?? []), ...(log.reviewerDocument?.repairs ?? [])];
  if (repairs.length === 0) return null;
  return (
    <section aria-labelledby="repairs">
      <h2 id="repairs">Repairs of form</h2>
      <table>
        <thead>
          <tr>
            <th>Line</th>
            <th>What</th>
            <th>From</th>
            <th>To</th>
          </tr>
        </thead>
        <tbody>
          {repairs.map((repair) => (
            <tr key={`${repair.line}${repair.kind}${repair.from}`}>
              <td>{repair.line}</td>
              <td>{repair.kind}</td>
              <td>
                <code>{repair.from}</code>
              </td>
              <td>
                <code>{repair.to}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
