import { useEffect, useState } from "preact/hooks";
import type { HubMessage, Running } from "../../src/server/view-patch.ts";
import { patched, type SessionView } from "../../src/server/view-patch.ts";
import { useVisible } from "./parts/use-visible.ts";
import type { SessionSource } from "./source/source.ts";

export interface LiveSession {
  readonly key: string;
  readonly source: SessionSource;
  readonly view: SessionView;
  readonly running: Running;
  /** Characters that came of each run so far. */
  readonly chars: ReadonlyMap<string, number>;
  /** What happens is told as it happens. */
  readonly connected: boolean;
}

/** How often a page that nobody looks at asks; it gives its connection up, of which a browser has few. */
const HIDDEN_MILLISECONDS = 4000;

/** The session as it is now, and from now on; or why it cannot be shown. */
export function useSession(source: SessionSource): LiveSession | string | undefined {
  const [live, setLive] = useState<LiveSession>();
  const [problem, setProblem] = useState<string>();
  const [visit, setVisit] = useState(0);
  const visible = useVisible();
  useEffect(() => {
    let ended = false;
    let stop = () => {};
    const again = () => setVisit((count) => count + 1);
    const connected = (yes: boolean) => setLive((before) => before && { ...before, connected: yes });
    source.session().then(
      ({ view, running }) => {
        if (ended || !view) return;
        setProblem(undefined);
        setLive((before) => ({ ...shown(source, before), view, running, connected: true }));
        const hear = (message: HubMessage) => {
          if (message.type === "reset") again();
          else setLive((before) => before && heard(before, message));
        };
        stop = visible ? source.listen(view.seq, hear, connected) : poll(source, view.seq, again);
      },
      (error: Error) => {
        setLive((before) => before && { ...before, connected: false });
        setProblem(error.message);
        const timer = setTimeout(again, HIDDEN_MILLISECONDS);
        stop = () => clearTimeout(timer);
      },
    );
    return () => {
      ended = true;
      stop();
    };
  }, [source, visit, visible]);
  if (live?.source === source) return live;
  return problem;
}

function shown(source: SessionSource, before: LiveSession | undefined): Pick<LiveSession, "key" | "source" | "chars"> {
  return { key: source.key, source, chars: before?.source === source ? before.chars : new Map() };
}

/** Asks from time to time whether something happened. */
function poll(source: SessionSource, since: number, changed: () => void): () => void {
  const timer = setInterval(() => {
    source.session(since).then(
      ({ view }) => view && changed(),
      () => undefined,
    );
  }, HIDDEN_MILLISECONDS);
  return () => clearInterval(timer);
}

function heard(before: LiveSession, message: Exclude<HubMessage, { type: "reset" }>): LiveSession {
  switch (message.type) {
    case "patch":
      return message.patch.seq <= before.view.seq ? before : { ...before, view: patched(before.view, message.patch) };
    case "progress":
      return { ...before, chars: new Map(before.chars).set(message.progress.run, message.progress.chars) };
    case "running":
      return { ...before, running: message.running };
  }
}
