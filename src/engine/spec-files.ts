import { createHash } from "node:crypto";
import { decodeExact } from "../documents/decode.ts";
import { withoutAppendix } from "../documents/spec/appendix.ts";
import { stateAt } from "../mediator/evolve/evolve.ts";
import { renderChanges, renderTraceability } from "../mediator/records/spec-records.ts";
import { CHANGES, specFilePath, TRACEABILITY, WRITTEN } from "../mediator/session-paths.ts";
import { authorEvents, earlierTexts, handEditEvents, isSameSpec } from "../mediator/spec/author-edits.ts";
import type { State } from "../mediator/state.ts";
import type { Spec, SpecFile } from "../model/change.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record } from "./engine-parts.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/**
 * The working spec in the session folder: spec.md, changes.md, traceability.md (SPEC 2). What the User changed in
 * spec.md becomes a change of theirs first, so that nobody's edit is overwritten (SPEC 12).
 */
export async function writeSpecFiles(parts: Parts): Promise<string[]> {
  await takeHandEdit(parts);
  const { files, state } = parts.store;
  const { text } = state.spec;
  await rememberWriting(files, text);
  const paths: string[] = [];
  for (const file of text) {
    const path = specFilePath("spec", text, file);
    await writeChanged(files, path, file.text);
    paths.push(path);
  }
  await writeChanged(files, CHANGES, renderChanges(state));
  await writeChanged(files, TRACEABILITY, renderTraceability(state));
  return [...paths, CHANGES, TRACEABILITY];
}

export async function writeChanged(files: Files, path: string, text: string): Promise<void> {
  if ((await files.readText(path)) !== text) await files.writeAtomic(path, text);
}

/** A text that this program wrote is no edit, however old it is: a process may have died before it wrote the next. */
export async function takeHandEdit(parts: Parts): Promise<boolean> {
  const { files, state, now } = parts.store;
  const found = await onDisk(files, state.spec.text);
  if (found === undefined) return false;
  const sums = await writtenSums(files);
  const sum = sumOf(found);
  if (sums.includes(sum)) return false;
  const texts = [...earlierTexts(state)];
  // Without a word of what was written, in a clone say, a text that the session had is taken for its own.
  if (sums.length === 0 && texts.some((text) => sumOf(text) === sum)) return false;
  const shown = texts.find((text) => sums.includes(sumOf(text))) ?? state.spec.text;
  const events = handEditEvents(stateAt(state, now()), shown, found);
  if (events.length === 0) return false;
  await record(parts, events, { sync: true });
  // It is in the journal now: the file with it is no further edit, whatever comes before it is written anew.
  await rememberWriting(files, found);
  parts.observe({ type: "source-merged", message: "merged your edit of the working spec" });
  return true;
}

/**
 * The working spec as somebody left it while programs ran, which was put back: the User's edit where no agent can write,
 * else theirs to claim (SPEC 2, 12).
 */
export async function specAside({ store, agents }: EngineParts, path: string, aside: string) {
  const { files, state } = store;
  const shown = await onDisk(files, state.spec.text);
  const isIt = (file: SpecFile) => specFilePath("spec", state.spec.text, file) === path;
  const text = shown?.some(isIt) ? await exactText(files, aside) : undefined;
  if (shown === undefined || text === undefined) return undefined;
  const found = shown.map((file) => (isIt(file) ? { ...file, text } : file));
  const canWrite = [agents.engineer, agents.reviewer].some(({ touchesFiles, readsOnly }) => touchesFiles && !readsOnly);
  return { shown, found, aside, ...(canWrite ? {} : { own: true as const }) };
}

async function onDisk(files: Files, spec: Spec): Promise<Spec | undefined> {
  const found: SpecFile[] = [];
  for (const file of spec) {
    const text = await exactText(files, specFilePath("spec", spec, file));
    if (text === undefined) return undefined;
    found.push({ path: file.path, text });
  }
  return found;
}

/** A text to the byte; `undefined` for a file that is gone or is no text. */
export async function exactText(files: Files, path: string): Promise<string | undefined> {
  const bytes = await files.read(path);
  const decoded = bytes && decodeExact(bytes);
  return decoded?.undecodable ? undefined : decoded?.text;
}

/** The sum is known before the files are there; of the one before, too, in case they never come. */
async function rememberWriting(files: Files, spec: Spec): Promise<void> {
  const sums = await writtenSums(files);
  const sum = sumOf(spec);
  if (sums.at(-1) !== sum) await files.writeAtomic(WRITTEN, `${[...sums.slice(-1), sum].join("\n")}\n`);
}

async function writtenSums(files: Files): Promise<string[]> {
  return ((await files.readText(WRITTEN)) ?? "").split("\n").filter((line) => line !== "");
}

function sumOf(spec: Spec): string {
  const hash = createHash("sha256");
  for (const { path, text } of spec) hash.update(`${path}\n${text.length}\n${text}`);
  return hash.digest("hex");
}

/** Source files that the session folder holds otherwise than the journal: the journal is right (SPEC 2). */
export async function writeSource(files: Files, { spec: { source } }: State): Promise<void> {
  for (const file of source) await writeChanged(files, specFilePath("source", source, file), file.text);
}

/** Takes over what the author edited since it was last read, by hand or in the source (SPEC 12). Says whether there was anything. */
export async function mergeEdits(parts: EngineParts): Promise<boolean> {
  const byHand = await takeHandEdit(parts);
  return (await mergeSource(parts)) || byHand;
}

async function mergeSource(parts: EngineParts): Promise<boolean> {
  const { store, specFolder } = parts;
  const newest = await authorsText(specFolder, store.state.spec.source);
  if (isOurs(store.state, newest)) return false;
  const events = authorEvents(stateAt(store.state, store.now()), newest);
  if (events.length === 0) return false;
  // The file follows the journal: whoever dies here finds the author's text again and writes it again.
  await record(parts, events, { sync: true });
  await writeSource(store.files, store.state);
  const merged = events.find((event) => event.type === "source_merged");
  parts.observe({ type: "source-merged", message: merged?.message ?? "merged your edits" });
  return true;
}

/** What the session wrote into the author's files, at its end or when it was asked to, is no edit of the author's. */
function isOurs(state: State, newest: Spec): boolean {
  if (isSameSpec(state.spec.source, newest)) return true;
  return [...earlierTexts(state)].some((text) => isSameSpec(text, newest));
}

/** A file that is gone or is no text any more is left as it was read: nothing is dropped. */
async function authorsText(folder: Files, source: Spec): Promise<Spec> {
  const newest: SpecFile[] = [];
  for (const file of source) {
    const text = await exactText(folder, file.path);
    newest.push(text === undefined ? file : { path: file.path, text: withoutAppendix(text) });
  }
  return newest;
}
