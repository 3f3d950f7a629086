import { withoutAppendix } from "../documents/spec/appendix.ts";
import { earlierTexts, isSameSpec, mergeEvents } from "../mediator/spec/author-edits.ts";
import type { State } from "../mediator/state.ts";
import type { Spec, SpecFile } from "../model/change.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";
import { exactText, writeSource } from "./spec-files.ts";

/** Takes over what the author edited in the source since it was last read (SPEC 12). Says whether there was anything. */
export async function mergeSource(parts: EngineParts): Promise<boolean> {
  const { store, specFolder } = parts;
  const newest = await authorsText(specFolder, store.state.spec.source);
  if (isOurs(store.state, newest)) return false;
  const [event] = mergeEvents(store.state, newest);
  if (event?.type !== "source_merged") return false;
  // The file follows the journal: whoever dies here finds the author's text again and writes it again.
  await record(parts, [event], { sync: true });
  await writeSource(store.files, store.state);
  parts.observe({ type: "source-merged", message: event.message });
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
