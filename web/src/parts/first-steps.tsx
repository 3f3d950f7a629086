import { useState } from "preact/hooks";
import type { SpecRow } from "../../../src/server/list-specs.ts";
import { href } from "../route.ts";
import { getJson, postJson } from "../source/http.ts";
import { NewSpec } from "./new-spec.tsx";
import { Title } from "./title.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Shown for a folder without sessions: its path, and the ways to start. */
export function FirstSteps({ folder }: { folder: string }) {
  const loaded = useLoaded(() => getJson<{ specs: readonly SpecRow[] }>("/api/specs"), []);
  const count = typeof loaded === "object" ? loaded.specs.length : undefined;
  return (
    <>
      <Title window="Sessions">No sessions yet</Title>
      <p>
        A session turns a partial spec into one that can be built: it finds the gaps, closes them, and asks you what
        only you can decide.
      </p>
      <p class="quiet">
        Folder: <span class="path">{folder}</span>
      </p>
      <div class="offers">
        <section class="card" aria-labelledby="own">
          <h2 id="own">Refine a spec</h2>
          {count === 0 ? (
            <>
              <p>No markdown files here yet. Start with a few headings; you are asked about what you leave open.</p>
              <NewSpec isFirst />
            </>
          ) : (
            <>
              <p>
                {count === undefined
                  ? "Looking for specs …"
                  : count === 1
                    ? "1 spec found."
                    : `${count} files and folders found.`}
              </p>
              <p>
                <a class="button primary" href={href("start")}>
                  Start a session
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
      <h2 id="demo">Try the demo</h2>
      <p>
        A recorded session with a conflict, a stall and a rollback. It needs no model and no network, and takes a few
        seconds. Its files go into <span class="path">whetstone-demo</span>.
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
