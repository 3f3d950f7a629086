import { type RefinedSpec, splitSpec } from "../documents/layouts/split-spec.ts";
import { readDocument } from "../documents/read-document.ts";
import { type AssembledSpec, assembleSpec } from "../documents/spec/assemble.ts";
import type { EngineerDocument } from "../documents/values.ts";
import { gapsInSpec, type ReadResolution, specAppendix, specParts } from "../mediator/records/spec-parts.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { GapId } from "../model/ids.ts";
import type { SessionStore } from "./session-store.ts";

/** The spec as it would be now: the source with every resolution that is accepted (SPEC 2, draft.md; SPEC 12). */
export async function draftSpec({ files, state }: Pick<SessionStore, "files" | "state">): Promise<AssembledSpec> {
  const documents = new Map<string, { text: string; document: EngineerDocument }>();
  const resolutions = new Map<GapId, ReadResolution>();
  for (const gap of gapsInSpec(state)) {
    const path = state.proposals.get(gap.id)?.path;
    if (path === undefined) continue;
    const read = documents.get(path) ?? readEngineer((await files.readText(path)) ?? "");
    documents.set(path, read);
    const resolution = read.document.resolutions.find((one) => one.gap === gap.id);
    if (resolution) resolutions.set(gap.id, { resolution, text: read.text });
  }
  return assembleSpec((await files.readText(SOURCE)) ?? "", specParts(state, resolutions), specAppendix(state));
}

/** The same, as the files that the source was made of (SPEC 12). */
export async function refinedSpec({ files, state }: Pick<SessionStore, "files" | "state">): Promise<RefinedSpec> {
  const { name, specPath, files: several } = state.session;
  const source = (await files.readText(SOURCE)) ?? "";
  const paths = several ?? [specPath.split("/").at(-1) ?? `${name}.md`];
  return splitSpec(source, await draftSpec({ files, state }), paths, name);
}

function readEngineer(text: string): { text: string; document: EngineerDocument } {
  return { text, document: readDocument(text, "engineer") as EngineerDocument };
}
