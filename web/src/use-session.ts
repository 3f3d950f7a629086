import { useEffect, useState } from "preact/hooks";
import type { SessionView } from "../../src/server/session-view.ts";
import { type HubMessage, patched, type Running } from "../../src/server/view-patch.ts";
import type { SessionSource } from "./source/source.ts";

export interface LiveSession {
  readonly key: string;
  readonly source: SessionSource;
  readonly view: SessionView;
  readonly running: Running;
  /** Characters received so far, by run. */
  readonly chars: ReadonlyMap<string, number>;
  /** True while the event stream is connected. */
  readonly connected: boolean;
}

/** Polling interval of a hidden page: it closes its event stream, because a browser allows few connections per host. */
const HIDDEN_MILLISECONDS = 4000;

/** Loads a session and keeps it up to date; a string says why it cannot be identityOf. */
export function useSession(source: SessionSource): LiveSession | string | undefined {
  const [live, setLive] = useState<LiveSession>();
  const [problem, setProblem] = useState<string>();
  const [visit, setVisit] = useState(0);
  const visible = useVisible();
  useEffect(() => {
    let ended = false;
    let stop = () => {};
    const reload = () => setVisit((count) => count + 1);
    const connected = (yes: boolean) => setLive((before) => before && { ...before, connected: yes });
    source.session().then(
      ({ view, running }) => {
        if (ended || !view) return;
        setProblem(undefined);
        setLive((before) => ({ ...identityOf(source, before), view, running, connected: true }));
        const receive = (message: HubMessage) => {
          if (message.type === "reset") reload();
          else setLive((before) => before && withMessage(before, message));
        };
        stop = visible ? source.listen(view.seq, receive, connected) : poll(source, view.seq, reload);
      },
      (error: Error) => {
        setLive((before) => before && { ...before, connected: false });
        setProblem(error.message);
        const timer = setTimeout(reload, HIDDEN_MILLISECONDS);
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

function identityOf(
  source: SessionSource,
  before: LiveSession | undefined,
): Pick<LiveSession, "key" | "source" | "chars"> {
  return { key: source.key, source, chars: before?.source === source ? before.chars : new Map() };
}

/** Polls for a new version of the session. */
function poll(source: SessionSource, since: number, changed: () => void): () => void {
  const timer = setInterval(() => {
    source.session(since).then(
      ({ view }) => view && changed(),
      () => undefined,
    );
  }, HIDDEN_MILLISECONDS);
  return () => clearInterval(timer);
}

function withMessage(before: LiveSession, message: Exclude<HubMessage, { type: "reset" }>): LiveSession {
  switch (message.type) {
    case "patch":
      return message.patch.seq <= before.view.seq ? before : { ...before, view: patched(before.view, message.patch) };
    case "progress":
      return { ...before, chars: new Map(before.chars).set(message.progress.run, message.progress.chars) };
    case "running":
      return { ...before, running: message.running };
  }
}

/** Whether the page is in a visible tab. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const change = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  return visible;
}
