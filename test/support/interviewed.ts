import { engineer } from "../../src/agents/interview/engineer.ts";
import { makeSubject } from "../../src/agents/interview/subject.ts";
import { inquire } from "../../src/agents/interview/topics/registry.ts";
import { check } from "../../src/checks/check.ts";
import type { RuleSwitches } from "../../src/checks/switches.ts";
import { applyEdits } from "../../src/documents/spec/apply-edits.ts";
import type { LineEdit } from "../../src/documents/values.ts";
import { findGaps } from "../../src/mediator/inventory/find-gaps.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { AgentTask, TaskBrief } from "../../src/ports/agent.ts";

/** What the interview makes of one gap of a spec. */
export interface Interviewed {
  readonly gap: Gap;
  readonly question: string;
  readonly labels: readonly string[];
  /** The label of the recommended choice. */
  readonly recommended: string | undefined;
  /** The Engineer's document that asks. */
  readonly document: string;
  /** The spec after a choice, by its number from 1; the recommended one where none is named. */
  choose(number?: number): string;
  /** The spec after an answer in other words. */
  say(answer: string): string;
}

/** Asks about the first gap of a spec whose id begins with `GAP-{category}`; about the first of all where none is named. */
export function interviewed(source: string, category = "", checks: RuleSwitches = {}): Interviewed {
  const gaps = findGaps(source, { rules: checks });
  const gap = gaps.find(({ id }) => id.startsWith(`GAP-${category}`));
  if (gap === undefined)
    throw new Error(`no gap ${category}; there are ${gaps.map(({ id }) => id).join(", ") || "none"}`);
  const brief: TaskBrief = { source, draft: source, gaps, issues: [], decisions: [], resolutions: [], checks };
  const inquiry = inquire(makeSubject(brief, gap));
  const { choices } = inquiry;
  const chosen = choices.findIndex(({ recommended }) => recommended === true);
  return {
    gap,
    question: inquiry.question,
    labels: choices.map(({ label }) => label),
    recommended: choices[chosen]?.label,
    document: engineer({ label: { gaps: [gap.id] } } as unknown as AgentTask, brief),
    choose: (number = chosen + 1) => edited(source, gap, choices[number - 1]?.write() ?? []),
    say: (answer) => edited(source, gap, inquiry.free(answer)),
  };
}

function edited(source: string, gap: Gap, edits: readonly LineEdit[]): string {
  const { id, title, text, places } = gap;
  const part = { gap: id, title, text, places, sections: [], specTexts: [{ mode: "edit" as const, text: "", edits }] };
  return applyEdits(source, [part]).text;
}

/** The lines that a spec has and another had not, and the other way round, without blank ones. */
export function changedLines(before: string, after: string): string[] {
  const [was, is] = [before.split("\n"), after.split("\n")];
  return is.filter((line) => line.trim() !== "" && !was.includes(line));
}

/** What the checks find above LOW. */
export function grave(spec: string): string[] {
  return check(spec)
    .filter(({ severity }) => severity !== "LOW")
    .map(({ message }) => message);
}
