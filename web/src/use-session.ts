import { useEffect, useState } from "preact/hooks";
import type { SessionView } from "../../src/server/session-view.ts";
import { getSession, listen, patched } from "./api.ts";

export interface LiveSession {
  readonly key: string;
  readonly view: SessionView;
  readonly running: boolean;
  /** Characters that came of each run so far. */
  readonly chars: ReadonlyMap<string, number>;
  readonly problem: string | undefined;
}

/** The session as it is now, and from now on. */
export function useSession(key: string): LiveSession | string | undefined {
  const [live, setLive] = useState<LiveSession>();
  const [problem, setProblem] = useState<string>();
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    let ended = false;
    let stop = () => {};
    getSession(key)
      .then(({ view, running }) => {
        if (ended) return;
        setLive((before) => ({ key, view, running, chars: before?.chars ?? new Map(), problem: undefined }));
        stop = listen(key, view.seq, (message) => {
          if (message.type === "reset") return setVisit((count) => count + 1);
          setLive((before) => before && heard(before, message));
        });
      })
      .catch((error: Error) => setProblem(error.message));
    return () => {
      ended = true;
      stop();
    };
  }, [key, visit]);
  return problem ?? (live?.key === key ? live : undefined);
}

function heard(
  before: LiveSession,
  message: Exclude<Parameters<Parameters<typeof listen>[2]>[0], { type: "reset" }>,
): LiveSession {
  switch (message.type) {
    case "patch":
      return message.patch.seq <= before.view.seq ? before : { ...before, view: patched(before.view, message.patch) };
    case "progress":
      return { ...before, chars: new Map(before.chars).set(message.progress.run, message.progress.chars) };
    case "running":
      return { ...before, running: message.running, problem: message.problem };
  }
}
