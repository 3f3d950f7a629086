import { textAt } from "../mediator/prompts/session-text.ts";
import type { ReviewedPassage } from "../mediator/round/join-round.ts";
import type { State } from "../mediator/state.ts";
import type { GapId } from "../model/ids.ts";
import type { Files } from "../ports/files.ts";

/** The proposals that a Reviewer is given, as one text. */
export async function reviewedText(files: Files, state: State, gaps: readonly GapId[]): Promise<string> {
  const texts = new Map<string, string>();
  const parts: string[] = [];
  for (const gap of gaps) {
    const proposal = state.proposals.get(gap);
    if (!proposal) continue;
    if (!texts.has(proposal.path)) texts.set(proposal.path, (await files.readText(proposal.path)) ?? "");
    parts.push(textAt(texts, proposal) ?? "");
  }
  return parts.join("\n\n");
}

/** Each proposal under review, with what an earlier review saw of its gap (SPEC 3.6). */
export async function reviewedPassages(
  files: Files,
  state: State,
  gaps: readonly GapId[],
): Promise<Map<GapId, ReviewedPassage>> {
  const passages = new Map<GapId, ReviewedPassage>();
  for (const gap of gaps) {
    const previous = state.proposals.get(gap)?.previous;
    const now = await reviewedText(files, state, [gap]);
    const file = previous && (await files.readText(previous.path));
    const before = previous && file !== undefined ? textAt(new Map([[previous.path, file]]), previous) : undefined;
    passages.set(gap, before === undefined ? { now } : { now, before });
  }
  return passages;
}
