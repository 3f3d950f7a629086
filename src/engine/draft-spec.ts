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

function readEngineer(text: string): { text: string; document: EngineerDocument } {
  return { text, document: readDocument(text, "engineer") as EngineerDocument };
}
