import { useState } from "preact/hooks";
import type { SpecRow } from "../../../src/server/list-specs.ts";
import { href } from "../route.ts";
import { getJson, postJson } from "../source/http.ts";
import { NewSpec } from "./new-spec.tsx";
import { Title } from "./title.tsx";
import { useLoaded } from "./use-loaded.ts";

/** A folder without a session: which one it is, and the ways to begin. */
export function FirstSteps({ folder }: { folder: string }) {
  const loaded = useLoaded(() => getJson<{ specs: readonly SpecRow[] }>("/api/specs"), []);
  const count = typeof loaded === "object" ? loaded.specs.length : undefined;
  return (
    <>
      <Title window="Sessions">No session yet</Title>
      <p>
        In <span class="path">{folder}</span> and below it no spec has a session. A session turns a partial spec into
        one that can be built: its gaps are found and closed, and you decide what only you can.
      </p>
      <div class="offers">
        <section class="card" aria-labelledby="own">
          <h2 id="own">Refine a spec</h2>
          {count === 0 ? (
            <>
              <p>There is no markdown file here yet. Begin with a few headings; what you leave open is asked about.</p>
              <NewSpec isFirst />
            </>
          ) : (
            <>
              <p>
                {count === undefined
                  ? "Looking for specs …"
                  : count === 1
                    ? "There is one spec to start from."
                    : `There are ${count} files and folders to start from.`}
              </p>
              <p>
                <a class="button primary" href={href("start")}>
                  Start a session …
                </a>
              </p>
            </>
          )}
        </section>
        <Demo />
      </div>
    </>
  );
}

function Demo() {
  const [playing, setPlaying] = useState(false);
  const [problem, setProblem] = useState<string>();
  const play = async () => {
    setPlaying(true);
    setProblem(undefined);
    const result = await postJson<{ session: string }>("/api/demo", {});
    setPlaying(false);
    if ("refusal" in result) return setProblem(result.refusal);
    location.hash = href("s", result.value.session);
  };
  return (
    <section class="card" aria-labelledby="demo">
      <h2 id="demo">Look at the demo</h2>
      <p>
        A recorded session in which everything happens once: a conflict, a stall, a rollback. It needs no model and no
        network, takes a few seconds, and is put into the folder whetstone-demo.
      </p>
      <p>
        <button type="button" disabled={playing} onClick={() => void play()}>
          {playing ? "Playing …" : "Play the demo"}
        </button>
      </p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </section>
  );
}
