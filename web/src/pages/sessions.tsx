import { useEffect, useState } from "preact/hooks";
import { getSessions, type SessionRow } from "../api.ts";
import { SeverityCountsLine } from "../parts/badges.tsx";
import { stopWords } from "../parts/stop-words.ts";
import { href } from "../route.ts";

/** Every session below the folder that the page was opened on. */
export function SessionsPage() {
  const [rows, setRows] = useState<readonly SessionRow[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const load = () => getSessions().then(setRows, (error: Error) => setProblem(error.message));
    void load();
    const timer = setInterval(load, 2000);
    return () => clearInterval(timer);
  }, []);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (!rows) return <p class="quiet">Loading …</p>;
  return (
    <>
      <h1>Sessions</h1>
      {rows.length === 0 ? (
        <p>
          There is no session below this folder yet. Begin one with <code>whetstone refine SPEC.md</code>.
        </p>
      ) : (
        <ul class="cards">
          {rows.map((row) => (
            <li key={row.key} class="card">
              <h2>
                <a href={href("s", row.key)}>{row.name}</a>
              </h2>
              <p class="quiet">{row.folder}</p>
              <p>
                {row.running ? "Running" : stopWords(row.stop, row.questions.length)} · round {row.round}
              </p>
              <p>
                <SeverityCountsLine counts={row.open} />
              </p>
              {row.questions[0] ? (
                <p>
                  <a class="button primary" href={href("s", row.key, "decide", row.questions[0].id)}>
                    Decide: {row.questions[0].header}
                  </a>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
