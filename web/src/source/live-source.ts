import type { DiffLine } from "../../../src/model/diff-line.ts";
import type { DeskTask } from "../../../src/server/desk.ts";
import type { HubMessage } from "../../../src/server/view-patch.ts";
import { getJson, parseVisible, postJson } from "./http.ts";
import type { SessionSource } from "./source.ts";

const AGAIN_MILLISECONDS = 2000;

/** A session that `whetstone ui` serves: read and changed over HTTP, updated by server-sent events. */
export function liveSource(key: string): SessionSource {
  const base = `/api/sessions/${encodeURIComponent(key)}`;
  return {
    key,
    readOnly: false,
    session: (since) => getJson(since === undefined ? base : `${base}?since=${since}`),
    async file(path) {
      const response = await fetch(`${base}/file?path=${encodeURIComponent(path)}`);
      return response.ok ? response.text() : undefined;
    },
    async report() {
      const response = await fetch(`${base}/report`);
      if (!response.ok) throw new Error(`Could not write the report (${response.status}).`);
      return response.text();
    },
    rollback: () => getJson(`${base}/rollback`),
    spec: () => getJson(`${base}/spec`),
    history: (gap) => getJson(`${base}/gaps/${encodeURIComponent(gap)}`),
    listen: (since, receive, connected) => listen(`${base}/events`, since, receive, connected),
    async preview(answer) {
      const result = await postJson<{ lines?: readonly DiffLine[] }>(`${base}/preview`, { type: "answer", answer });
      return "value" in result ? result.value.lines : undefined;
    },
    task: async () => (await getJson<{ task?: DeskTask }>(`${base}/task`)).task,
    async handIn(run, text) {
      const result = await postJson(`${base}/task`, { run, text });
      return "refusal" in result ? result.refusal : undefined;
    },
    async command(command) {
      const result = await postJson(`${base}/commands`, command);
      return "refusal" in result ? result.refusal : undefined;
    },
    async setRunning(running) {
      const result = await postJson(`${base}/${running ? "run" : "stop"}`, {});
      return "refusal" in result ? result.refusal : undefined;
    },
  };
}

/** An EventSource reconnects by itself, except after an HTTP error: then it is opened again after a pause. */
function listen(
  path: string,
  since: number,
  receive: (message: HubMessage) => void,
  connected: (yes: boolean) => void,
): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  const open = () => {
    source = new EventSource(`${path}?since=${since}`);
    source.onopen = () => connected(true);
    source.onmessage = (event) => receive(parseVisible(event.data as string) as HubMessage);
    source.onerror = () => {
      connected(false);
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, AGAIN_MILLISECONDS);
    };
  };
  open();
  return () => {
    window.clearTimeout(timer);
    source?.close();
  };
}
