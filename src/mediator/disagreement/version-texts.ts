import type { EngineerDigest } from "../../model/digest.ts";
import { type Changes, changesToRead, withProposals } from "../spec/candidate.ts";
import type { State } from "../state.ts";
import type { VersionTexts } from "./passage.ts";
import { proposalBefore } from "./what-came-before.ts";

/**
 * What a document's changes lead to, and what those of the last versions of its gaps do (SPEC 9); unknown where one of
 * them does not apply to the working spec as it stands now.
 */
export function versionTexts(
  state: State,
  { proposals }: Pick<EngineerDigest, "proposals">,
): { readonly texts?: VersionTexts } {
  const now = proposals.map(({ gap, changes, after }): Changes => ({ id: gap, changes, after }));
  const last = withProposals(state.spec.text, lastVersions(state, now));
  const candidate = withProposals(state.spec.text, now);
  if (last.failed.length > 0 || candidate.failed.length > 0) return {};
  return { texts: { last: last.spec, now: candidate.spec } };
}

/** Parts of one gap have the same version before them: it is applied once. */
function lastVersions(state: State, now: readonly Changes[]): Changes[] {
  const seen = new Set<unknown>();
  return now.flatMap(({ id }): Changes[] => {
    const before = proposalBefore(state, id);
    if (!before || seen.has(before)) return [];
    seen.add(before);
    return [{ id, changes: changesToRead(state, id, before), after: [] }];
  });
}
