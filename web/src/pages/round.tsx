import { useState } from "preact/hooks";
import type { OpenRound, RoundLog } from "../../../src/mediator/state.ts";
import { Attempt } from "../parts/attempt.tsx";
import { StateBadge } from "../parts/badges.tsx";
import { Markdown, Raw } from "../parts/markdown.tsx";
import { Segments } from "../parts/segments.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { Title } from "../parts/title.tsx";
import { useFile } from "../parts/use-file.ts";
import { GapLink, Where } from "../parts/where.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** The list of rounds. */
export function RoundsPage({ live }: { live: LiveSession }) {
  const open = live.view.round;
  return (
    <>
      <Title window={`Rounds · ${live.view.session.name}`}>Rounds</Title>
      {open ? (
        <p>
          <a class="button" href={href("s", live.key, "round", open.number)}>
            Round {open.number}, in progress
          </a>
        </p>
      ) : null}
      <Timeline live={live} />
    </>
  );
}

type Form = "rendered" | "written" | "both";

const FORMS: readonly (readonly [Form, string])[] = [
  ["rendered", "Rendered"],
  ["written", "Source"],
  ["both", "Side by side"],
];

/** One round: its documents, the attempts with prompts and results, and format repairs. */
export function RoundPage({ live, round }: { live: LiveSession; round: number }) {
  const log = logOf(live, round);
  const [form, setForm] = useState<Form>("rendered");
  const folder = `round_${String(round).padStart(3, "0")}`;
  return (
    <>
      <Title window={`Round ${round} · ${live.view.session.name}`}>
        Round {round} {log && "record" in log ? <StateBadge state={log.record.state} /> : null}
      </Title>
      <Neighbours live={live} round={round} />
      <Segments name="form" label="Documents" choices={FORMS} chosen={form} choose={(value) => setForm(value)} />
      <div class={form === "both" ? "" : "columns"}>
        <Document live={live} title="Engineer" path={`${folder}/engineer.md`} form={form} />
        <Document live={live} title="Reviewer" path={`${folder}/reviewer.md`} form={form} />
      </div>
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        {log ? null : <p class="quiet">Only the last ten rounds are kept in full. See the log of this round below.</p>}
        {log?.runs.map((run) => (
          <Attempt key={run.id} live={live} run={run} repairs={repairsOf(log)} />
        ))}
      </section>
      {log ? <Repairs log={log} /> : null}
      {log ? <Notes live={live} log={log} /> : null}
      <p class="row">
        <Where live={live} place={`${folder}/summary.md`} />
        <Where live={live} place={`${folder}/log.md`} />
      </p>
    </>
  );
}

function Neighbours({ live, round }: { live: LiveSession; round: number }) {
  const last = live.view.round?.number ?? live.view.records.length;
  return (
    <p class="row">
      {round > 1 ? <a href={href("s", live.key, "round", round - 1)}>← round {round - 1}</a> : null}
      {round < last ? <a href={href("s", live.key, "round", round + 1)}>round {round + 1} →</a> : null}
    </p>
  );
}

function logOf(live: LiveSession, round: number): RoundLog | OpenRound | undefined {
  if (live.view.round?.number === round) return live.view.round;
  return live.view.recent.find((log) => log.record.round === round);
}

function repairsOf(log: RoundLog | OpenRound) {
  return [...(log.engineerDocument?.repairs ?? []), ...(log.reviewerDocument?.repairs ?? [])];
}

function Document({ live, title, path, form }: { live: LiveSession; title: string; path: string; form: Form }) {
  const version = live.view.records.length * 10 + (live.view.round?.engineerDocument ? 1 : 0);
  const text = useFile(live, path, version + (live.view.round?.reviewerDocument ? 1 : 0));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {text === undefined ? <p class="quiet">Loading …</p> : null}
      {text === null ? <p class="quiet">No document yet.</p> : null}
      {typeof text === "string" ? (
        <div class={form === "both" ? "columns" : ""}>
          {form === "written" ? null : <Markdown text={text} />}
          {form === "rendered" ? null : <Raw text={text} label={`${title}, source`} />}
        </div>
      ) : null}
    </section>
  );
}

function Repairs({ log }: { log: RoundLog | OpenRound }) {
  const repairs = repairsOf(log);
  if (repairs.length === 0) return null;
  return (
    <section aria-labelledby="repairs">
      <h2 id="repairs">Format repairs</h2>
      <p class="quiet">Line numbers are those of the answer as received.</p>
      <section class="scrolls" tabIndex={0} aria-labelledby="repairs">
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
            {repairs.map((repair, index) => (
              <tr key={index}>
                <td class="right">{repair.line}</td>
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
    </section>
  );
}

function Notes({ live, log }: { live: LiveSession; log: RoundLog | OpenRound }) {
  if (log.notes.length === 0) return null;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <ul>
        {log.notes.map((note) => (
          <li key={note.id}>
            {note.message} {note.gap === undefined ? null : <GapLink live={live} id={note.gap} />}{" "}
            <span class="quiet">{note.kind.replaceAll("-", " ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
