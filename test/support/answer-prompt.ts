import type { GapId } from "../../src/model/ids.ts";
import { proposalDocument, reviewDocument } from "./canonical-documents.ts";
import type { ModelRequest } from "./model-server.ts";

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const SURVEY = "## Survey\n\n### Gaps\n\nNone.\n\n### Lesser\n\nNone.\n";

/** What a model that does its work well writes, by what its prompt asks for. `text` is the Engineer's spec text. */
export function answerPrompt(
  request: ModelRequest,
  text = "A sender is told within 5 s.",
): { readonly about: string; readonly document: string } {
  // Programs send more than our prompt, in messages of their own making.
  const [, task = ""] = /# Task: (.+?)(?:\\n|\n|$)/.exec(JSON.stringify(request.body)) ?? [];
  if (task.startsWith("find the gaps")) return { about: "survey", document: SURVEY };
  const gaps = (task.match(/GAP-[A-Z]+-\d+/g) ?? []) as GapId[];
  const [gap] = gaps;
  if (gap === undefined) return { about: "final review", document: FINAL };
  if (task.startsWith("review "))
    return { about: "review", document: reviewDocument({ reviews: gaps.map((one) => ({ gap: one })) }) };
  return { about: gap, document: proposalDocument({ gap, text }) };
}
