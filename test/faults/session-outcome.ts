import { join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { readState } from "../../src/engine/session-store.ts";
import type { State } from "../../src/mediator/state.ts";

/** Everything that counts of a finished session. */
export interface Outcome {
  readonly state: unknown;
  /** Every file below the folder, as far as it is not of one process: its lock, its torn lines. */
  readonly documents: Readonly<Record<string, string>>;
}

export async function outcomeOf(folder: string): Promise<Outcome> {
  const files = nodeFiles(join(folder, "specs"));
  const documents: Record<string, string> = {};
  for (const { path, kind } of await files.list("", { recursive: true })) {
    if (/\/journal\.[^/]*jsonl$/.test(path)) continue;
    documents[path] = kind === "file" ? withoutPlace((await files.readText(path)) ?? "", folder) : kind;
  }
  const state = await readState(nodeFiles(join(folder, "specs/sessions/relay")));
  return { state: state && comparable(state), documents };
}

/** What differs between two values, by path, in a few words each. */
export function differences(found: unknown, expected: unknown, path = ""): string[] {
  if (isRecord(found) && isRecord(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(found[key], expected[key], `${path}/${key}`));
  }
  const [a, b] = [JSON.stringify(found) ?? "nothing", JSON.stringify(expected) ?? "nothing"];
  if (a === b) return [];
  const at = [...a].findIndex((char, index) => char !== b[index]);
  const from = Math.max(0, (at < 0 ? b.length : at) - 60);
  return [`${path} is …${a.slice(from, from + 160)} and not …${b.slice(from, from + 160)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A crash may cost entries (a run that starts again), so their numbers differ; so does where the session stands. */
function withoutPlace(text: string, folder: string): string {
  return text
    .replaceAll(folder, "FOLDER")
    .replace(/^<!-- whetstone: entry \d+ of journal\.jsonl(?:, sum [0-9a-f]{8})?/, "<!-- whetstone: entry N")
    .replace(/^\{"version":\d+,"mark":"\d+"/, '{"mark":"N"')
    .replaceAll("- recovered: the answer was found complete after a crash and not paid for again\n", "");
}

/** Tables by their rows; without what a crash adds: numbers of entries, recovered answers, interrupted runs counted. */
function comparable(state: State): unknown {
  const plain = JSON.stringify(state, (key, value) => {
    if (key === "seq" || key === "decisionsSeq" || key === "recovered") return undefined;
    if (key === "abandoned" && typeof value === "number") return undefined;
    return isTable(value) ? [...value] : value;
  });
  return JSON.parse(plain);
}

function isTable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Symbol.iterator in value;
}
