import type { AssembledSpec } from "../../src/documents/spec/assemble.ts";
import type { Command } from "../../src/mediator/commands/command.ts";
import type { StopState } from "../../src/mediator/state.ts";
import type { SeverityCounts } from "../../src/model/counting.ts";
import type { HubMessage } from "../../src/server/session-hub.ts";
import type { SessionView, ViewPatch } from "../../src/server/session-view.ts";

export interface SessionRow {
  readonly key: string;
  readonly name: string;
  readonly folder: string;
  readonly stop: StopState;
  readonly round: number;
  readonly open: SeverityCounts;
  readonly questions: readonly { readonly id: string; readonly header: string; readonly text: string }[];
  readonly running: boolean;
  readonly at: string;
}

export async function getSessions(): Promise<readonly SessionRow[]> {
  return (await get<{ sessions: SessionRow[] }>("/api/sessions")).sessions;
}

export function getSession(key: string): Promise<{ view: SessionView; running: boolean }> {
  return get(`/api/sessions/${encodeURIComponent(key)}`);
}

export function getDraft(key: string): Promise<AssembledSpec> {
  return get(`/api/sessions/${encodeURIComponent(key)}/draft`);
}

/** A document of the session; `undefined` when it is not there. */
export async function getFile(key: string, path: string): Promise<string | undefined> {
  const response = await fetch(`/api/sessions/${encodeURIComponent(key)}/file?path=${encodeURIComponent(path)}`);
  return response.ok ? response.text() : undefined;
}

/** Does something to the session; the reason when it is refused. */
export async function sendCommand(key: string, command: Command): Promise<string | undefined> {
  const response = await post(`/api/sessions/${encodeURIComponent(key)}/commands`, command);
  if (response.ok) return undefined;
  const reply = (await response.json()) as { problem?: string; error?: { message: string } };
  return reply.problem ?? reply.error?.message ?? `refused (${response.status})`;
}

export async function setRunning(key: string, running: boolean): Promise<void> {
  await post(`/api/sessions/${encodeURIComponent(key)}/${running ? "run" : "stop"}`, {});
}

/** Tells of everything that happens in the session; the browser reconnects by itself. */
export function listen(key: string, since: number, hear: (message: HubMessage) => void): () => void {
  const source = new EventSource(`/api/sessions/${encodeURIComponent(key)}/events?since=${since}`);
  source.onmessage = (event) => hear(JSON.parse(event.data as string) as HubMessage);
  return () => source.close();
}

/** The view after a patch: rows are replaced by id, everything else as a whole. */
export function patched(view: SessionView, patch: ViewPatch): SessionView {
  return {
    ...view,
    ...patch,
    gaps: merged(view.gaps, patch.gaps),
    issues: merged(view.issues, patch.issues),
    proposals: merged(view.proposals, patch.proposals),
  };
}

function merged<Row extends { readonly id: string }>(
  old: readonly Row[],
  changed: readonly Row[] | undefined,
): readonly Row[] {
  if (!changed) return old;
  const byId = new Map<string, Row>(old.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()];
}

async function get<Value>(path: string): Promise<Value> {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.text()) || `${response.status}`);
  return (await response.json()) as Value;
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}
