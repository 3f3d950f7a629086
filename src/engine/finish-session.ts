import { checkLaws } from "../documents/changes/check-laws.ts";
import { mergeTexts } from "../documents/changes/merge-texts.ts";
import { withAppendix, withoutAppendix } from "../documents/stated/appendix.ts";
import { nextVersionName, withoutVersion } from "../documents/stated/version-name.ts";
import { UsageError, WhetstoneError } from "../errors/whetstone-error.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { specAppendix } from "../mediator/records/open-points.ts";
import type { State } from "../mediator/state.ts";
import { resolveAccepted } from "../mediator/termination/ending-questions.ts";
import { earlierTexts, editedText } from "../mediator/working-spec/author-edits.ts";
import type { Spec, SpecFile } from "../model/change.ts";
import type { TerminationType } from "../model/convergence.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record, type WrittenFile } from "./engine-parts.ts";
import { exactText, goneFile } from "./files/exact-text.ts";
import { isTemporaryOf } from "./files/place-file.ts";

export async function finishSession(parts: EngineParts, termination: TerminationType, trigger: string): Promise<void> {
  const { state } = parts.store;
  const resolved = resolveAccepted(state);
  const final = applyEvents(state, resolved);
  assertLaws(final);
  // An interview that changed nothing leaves the User's spec as the final one.
  const isUnchanged = final.config.agents.engineer.kind === "interview" && final.spec.batches.length === 0;
  const written = isUnchanged ? [] : await writeSpec(finishedFolder(parts, final), final, specAppendix(final));
  if (!isUnchanged) parts.observe({ type: "spec-written", files: written });
  const paths = written.map(({ path }) => path);
  const specPath = paths.at(-1) ?? final.spec.source.at(-1)?.path ?? "";
  const hasSpecPath = !isUnchanged || !final.session.framework;
  const ended = { type: "session_ended", termination, trigger, ...(hasSpecPath ? { specPath } : {}) } as const;
  await record(parts, [...resolved, paths.length > 1 ? { ...ended, files: paths } : ended], { sync: true });
}

/** A framework's tools read every file in its folders: a new version goes into the session folder (SPEC 12). */
function finishedFolder({ specFolder, store }: EngineParts, { session, config }: State): Files {
  return session.framework && !config.inPlace ? store.files : specFolder;
}

/** Throws before anything is written if the final spec breaks a law; the working spec stays (SPEC 12). */
function assertLaws({ spec, session }: State): void {
  const [violation] = checkLaws(spec.source, spec.batches, spec.text);
  if (!violation) return;
  throw new WhetstoneError("SPEC_LAW_BROKEN", `the finished spec was not written: ${violation}`, {
    target: session.name,
    fix: "The working spec is safe in spec.md in the session folder. Please report this.",
  });
}

/**
 * Writes the final spec (SPEC 12): in place, beside the User's file under the next free version, or as a folder of that
 * version for several files. `appendix` is added at the end. Repeating it writes nothing new.
 */
async function writeSpec(folder: Files, state: State, appendix: string): Promise<WrittenFile[]> {
  if (state.config.inPlace) return writeInPlace(folder, state);
  const { text } = state.spec;
  const last = text.at(-1);
  const files = text.map((file) => (file === last ? { ...file, text: withAppendix(file.text, appendix) } : file));
  return writeVersion(folder, state.session.name, files);
}

/** Writes every changed file or, on a conflict, none; the User's own edits since are merged (SPEC 12). */
export async function writeInPlace(folder: Files, state: State): Promise<WrittenFile[]> {
  const { source, text } = state.spec;
  const changed = text.filter((file) => source.find(({ path }) => path === file.path)?.text !== file.text);
  const written = await Promise.all(changed.map((file) => mergeUserEdits(folder, file, state)));
  for (const file of written) await writeFile(folder, file.path, file.text);
  return changed.map(({ path }) => ({ path, of: path, how: "in place" }));
}

async function mergeUserEdits(folder: Files, { path, text }: SpecFile, state: State): Promise<SpecFile> {
  const found = await exactText(folder, path);
  // Of several files one may have been renamed or deleted on purpose.
  if (found === undefined && state.spec.source.length > 1) throw goneFile(folder, path);
  const known = [...earlierTexts(state)].flat().filter((file) => file.path === path);
  const theirs = found === undefined ? undefined : withoutAppendix(found);
  if (theirs === undefined || known.some((file) => file.text === theirs)) return { path, text };
  const base = editedText(state, [{ path, text: theirs }]).find((file) => file.path === path)?.text ?? "";
  const merged = mergeTexts(text, base, theirs);
  if (merged.collisions.length === 0) return { path, text: merged.text };
  throw new UsageError("you and the session changed the same words of the file", {
    target: merged.collisions.map((line) => `${path}:${line}`).join(", "),
    fix:
      state.stop.type === "ended"
        ? "Write to another file with `whetstone export --output FILE`, and put both together there."
        : "Run `whetstone resume`, which asks you which words to keep, then export again.",
  });
}

/** `login_v1.0.md`, or `login_v1.0/` with the files under their own names. */
async function writeVersion(folder: Files, name: string, files: Spec): Promise<WrittenFile[]> {
  const single = files.length === 1 ? files[0]?.path : undefined;
  const above = single?.slice(0, single.lastIndexOf("/") + 1) ?? "";
  const stem = withoutVersion(single?.slice(above.length).replace(/\.(?:md|markdown)$/i, "") ?? name);
  const listed = await folder.list(above.replace(/\/$/, ""));
  const there = listed.filter(({ kind }) => kind === (single === undefined ? "folder" : "file"));
  const names = there.map(({ path }) => path.slice(above.length) + (single === undefined ? ".md" : ""));
  const placesOf = (version: string): WrittenFile[] =>
    files.map(({ path: of }) => {
      const path = single === undefined ? `${version.replace(/\.md$/, "")}/${of}` : above + version;
      return { path, of, how: "beside" };
    });
  for (const version of names.filter((known) => known.startsWith(`${stem}_v`))) {
    const places = placesOf(version);
    if (places.every(({ path, of }) => path !== of) && (await isWritten(folder, places, files))) return places;
  }
  const places = placesOf(nextVersionName(names, stem));
  for (const [index, { path }] of places.entries()) await writeFile(folder, path, files[index]?.text ?? "");
  return places;
}

/** Whether a version already isWritten these texts: a process died after writing it and before recording it. */
async function isWritten(folder: Files, places: readonly WrittenFile[], files: Spec): Promise<boolean> {
  const found = await Promise.all(places.map(({ path }) => folder.readText(path)));
  return files.every(({ text }, index) => found[index] === text);
}

/** Also removes the temporary file of a process that died here: nothing else cleans up in the User's folder. */
async function writeFile(folder: Files, path: string, text: string): Promise<void> {
  const above = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(above.length);
  for (const entry of await folder.list(above.replace(/\/$/, ""))) {
    if (entry.kind === "file" && isTemporaryOf(entry.path.slice(above.length), name)) await folder.remove(entry.path);
  }
  await folder.writeAtomic(path, text, { sync: true });
}
