import { check } from "../checks/check.ts";
import type { Finding } from "../checks/finding.ts";
import type { AssembledSpec } from "../documents/spec/assemble.ts";
import { draftSpec } from "../engine/draft-spec.ts";
import type { State } from "../mediator/state.ts";
import type { Files } from "../ports/files.ts";

/** The spec as it would be now, where each resolution went, and what the checks still find in it. */
export interface SpecView extends AssembledSpec {
  readonly findings: readonly Finding[];
  /** Where the session's own records begin: limitations and traceability. */
  readonly closingLine: number;
}

export async function specView(files: Files, state: State): Promise<SpecView> {
  const spec = await draftSpec({ files, state });
  const closingLine = closingLineOf(spec.text);
  // What the session says of itself is no duty of the spec's.
  return { ...spec, closingLine, findings: check(spec.text).filter((finding) => finding.line < closingLine) };
}

function closingLineOf(text: string): number {
  const lines = text.split(/\r\n|\r|\n/);
  const index = lines.findLastIndex((line) => /^#{1,6} Known Limitations(?: \(this version\))?$/.test(line));
  return index < 0 ? lines.length + 1 : index + 1;
}
