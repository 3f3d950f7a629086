import { useEffect, useState } from "preact/hooks";
import { visibleLine } from "../../../src/model/visible-text.ts";
import type { SessionRow } from "../../../src/server/list-sessions.ts";
import { SeverityCountsLine } from "../parts/badges.tsx";
import { FirstSteps } from "../parts/first-steps.tsx";
import { answerLabel } from "../parts/question-parts.ts";
import { stopWords } from "../parts/stop-words.ts";
import { Title } from "../parts/title.tsx";
import { href } from "../route.ts";
import { getJson } from "../source/http.ts";

const AGAIN_MILLISECONDS = 2000;

/** The list of all sessions below the folder. */
export function SessionsPage() {
  const [listed, setListed] = useState<{ readonly folder: string; readonly sessions: readonly SessionRow[] }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: number | undefined;
    let ended = false;
    const load = async () => {
      try {
        setListed(await getJson<{ folder: string; sessions: readonly SessionRow[] }>("/api/sessions"));
        setProblem(undefined);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
      if (!ended) timer = window.setTimeout(load, AGAIN_MILLISECONDS);
    };
    void load();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, []);
  const rows = listed?.sessions;
  if (listed && rows?.length === 0) return <FirstSteps folder={listed.folder} />;
  return (
    <>
      <div class="session-head">
        <div>
          <Title window="Sessions">Sessions</Title>
          {listed ? <p class="quiet path">{listed.folder}</p> : null}
        </div>
        <a class="button" href={href("start")}>
          Start a session
        </a>
      </div>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {rows === undefined && problem === undefined ? <p class="quiet">Loading …</p> : null}
      <ul class="cards">
        {rows?.map((row) => (
          <li key={row.key} class="card">
            <SessionCard row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function SessionCard({ row }: { row: SessionRow }) {
  if ("problem" in row) {
    return (
      <>
        <h2>{row.key}</h2>
        <p role="alert">Cannot read this session: {row.problem}</p>
      </>
    );
  }
  const question = row.questions[0];
  return (
    <>
      <h2>
        <a href={href("s", row.key)}>{row.name}</a>
      </h2>
      <p class="quiet path">{row.key}</p>
      <p>
        <strong>{stopWords(row.stop, row.questions.length, row.runner)}</strong> ·{" "}
        {row.round === 0 || row.isInterview ? "" : `round ${row.round} · `}
        <SeverityCountsLine counts={row.open} parked={row.parked} />
      </p>
      {question ? (
        <>
          <p>{visibleLine(question.text, 240)}</p>
          <p>
            <a class="button primary" href={href("s", row.key, "decide", question.id)}>
              {answerLabel(row.questions.length)}
            </a>
          </p>
        </>
      ) : null}
    </>
  );
}
