import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { Conflict } from "../../model/disagreement.ts";
import { wantMiddleGround } from "../conflicts/middle-ground-run.ts";
import { engineerWords } from "../disagreement/open-conflicts.ts";
import type { State } from "../state.ts";
import { clip } from "./clip.ts";
import type { PromptOrder } from "./prompt-order.ts";
import type { TemplateValues } from "./template.ts";

const POSITION_TOKENS = 1_000;

/** Both positions and the passage that they are about, and nothing of the round (SPEC 10.2). */
export function middleGroundTask(state: State, order: PromptOrder): TemplateValues {
  const conflict = wantMiddleGround(state).find(({ gap }) => order.gaps.includes(gap));
  const issue = conflict && state.issues.get(conflict.issue);
  return {
    subject: issue?.title ?? "",
    passage: fenced(issue?.quotations.join("\n\n") ?? ""),
    concern: fenced(issue?.text ?? ""),
    reviewer: fenced(conflict?.reviewerPosition ?? ""),
    engineer: fenced(conflict ? engineerSide(conflict) : ""),
    path: order.documentPath,
  };
}

function engineerSide(conflict: Conflict): string {
  const { engineerRationale } = conflict;
  return [engineerWords(conflict), engineerRationale === undefined ? "" : `Rationale: ${engineerRationale}`]
    .filter((part) => part !== "")
    .join("\n\n");
}

function fenced(text: string): string {
  return text === "" ? "" : fenceAsData(clip(text, POSITION_TOKENS), "markdown");
}
