import { engineer } from "../../src/agents/interview/engineer.ts";
import { graveFindings } from "../../src/agents/interview/findings.ts";
import { makeSubject } from "../../src/agents/interview/subject.ts";
import { inquire } from "../../src/agents/interview/topics/registry.ts";
import type { RuleSwitches } from "../../src/checks/switches.ts";
import { applyEdits } from "../../src/documents/spec/apply-edits.ts";
import { assembleSpec } from "../../src/documents/spec/assemble.ts";
import type { LineEdit } from "../../src/documents/values.ts";
import { findGaps } from "../../src/mediator/inventory/find-gaps.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { AgentTask, TaskBrief } from "../../src/ports/agent.ts";

/** What an answer makes of the spec. */
export interface Answered {
  /** The lines that it brings, without blank ones. */
  readonly lines: readonly string[];
  /** What the checks find above LOW in the spec that is made with it. */
  readonly left: readonly string[];
}

/** What the interview makes of one gap of a spec. */
export interface Interviewed {
  readonly gap: Gap;
  readonly question: string;
  /** The label of the recommended choice. */
  readonly recommended: string | undefined;
  /** The Engineer's document that asks. */
  readonly document: string;
  /** Takes the recommended choice. */
  accept(): Answered;
  /** Answers in other words. */
  say(answer: string): Answered;
}

/** Asks about the first gap of a spec whose id begins with `GAP-{category}`. */
export function interviewed(source: string, category: string, checks: RuleSwitches = {}): Interviewed {
  const gaps = findGaps(source, { rules: checks });
  const gap = gaps.find(({ id }) => id.startsWith(`GAP-${category}`));
  if (gap === undefined) throw new Error(`there are only ${gaps.map(({ id }) => id).join(", ") || "no gaps"}`);
  const brief: TaskBrief = { source, draft: source, gaps, issues: [], decisions: [], resolutions: [], checks };
  const inquiry = inquire(makeSubject(brief, gap));
  const chosen = inquiry.choices.find(({ recommended }) => recommended === true);
  return {
    gap,
    question: inquiry.question,
    recommended: chosen?.label,
    document: engineer({ label: { gaps: [gap.id] } } as unknown as AgentTask, brief),
    accept: () => answered(source, gap, chosen?.write() ?? []),
    say: (answer) => answered(source, gap, inquiry.free(answer)),
  };
}

function answered(source: string, gap: Gap, edits: readonly LineEdit[]): Answered {
  const { id, title, text, places, origin } = gap;
  const specTexts = [{ mode: "edit" as const, text: "", edits }];
  const part = { gap: id, title, text, places, sections: [], specTexts, mends: origin === "check" };
  const before = source.split("\n");
  const lines = applyEdits(source, [part]).text.split("\n");
  const spec = assembleSpec(source, [part], { limitations: [], traceability: [] });
  return {
    lines: lines.filter((line) => line.trim() !== "" && !before.includes(line)),
    left: graveFindings(spec.text).map(({ message }) => message),
  };
}
