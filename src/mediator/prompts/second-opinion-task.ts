import type { Flag } from "../../model/disagreement.ts";
import { flagsInDoubt } from "../disagreement/second-opinion.ts";
import type { State } from "../state.ts";
import { clip } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import type { PromptMaterial, PromptOrder } from "./prompt-order.ts";
import type { TemplateValues } from "./template.ts";

const ISSUE_TOKENS = 600;
const DOCUMENT_TOKENS = 12_000;

/** The flags of MEDIUM confidence, each with its issue and what the detector found, and the document (SPEC 9). */
export function secondOpinionTask(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  const path = state.round?.engineerDocument?.path ?? "";
  return {
    round: String(order.round),
    flags: flagsInDoubt(state)
      .map((flag) => flagText(state, flag))
      .join("\n\n"),
    document: fenceAsData(clip(material.files.get(path) ?? "", DOCUMENT_TOKENS), "markdown"),
    path: order.documentPath,
  };
}

function flagText(state: State, flag: Flag): string {
  const issue = state.issues.get(flag.issue);
  const found = flag.evidence.map(({ what }) => `- ${what}`).join("\n");
  return [
    `### ${flag.id}: ${flag.issue} (${flag.severity}) on ${flag.gap}`,
    fenceAsData(clip(issue?.text ?? "", ISSUE_TOKENS), "markdown"),
    `What was looked for:\n\n${fenceAsData(found)}`,
  ].join("\n\n");
}
