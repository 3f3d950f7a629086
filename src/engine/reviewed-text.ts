import { textAt } from "../mediator/prompts/session-text.ts";
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
