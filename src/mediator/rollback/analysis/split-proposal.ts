import type { GapId } from "../../../model/ids.ts";
import type { AttemptedGap, UndoneAttempt } from "../../../model/rollback.ts";
import { keywordsOf } from "../../prompts/keywords.ts";
import type { State } from "../../state.ts";
import { aspectsOf } from "./aspects.ts";

export interface SplitProposal {
  readonly gap: GapId;
  readonly parts: readonly { readonly title: string; readonly text: string }[];
}

const MOST_PARTS = 4;

/** Parts from what each attempt covered and missed (SPEC 13.7), for the gap that fared worst; none where nothing divides it. */
export function proposeSplit(state: State, attempts: readonly UndoneAttempt[]): SplitProposal | undefined {
  const gaps = [...new Set(attempts.flatMap((attempt) => attempt.gaps.map((gap) => gap.gap)))];
  const candidates = gaps
    .map((gap) => ({ gap, parts: partsFor(state, gap, attempts) }))
    .filter(({ parts }) => parts.length >= 2)
    .sort((a, b) => trouble(attempts, b.gap) - trouble(attempts, a.gap));
  return candidates[0];
}

function partsFor(state: State, id: GapId, attempts: readonly UndoneAttempt[]): SplitProposal["parts"] {
  const gap = state.gaps.get(id);
  if (!gap) return [];
  const tries = attempts.flatMap((attempt) =>
    attempt.gaps.filter((one) => one.gap === id).map((one) => ({ number: attempt.attempt, one })),
  );
  const aspects = aspectsOf(gap);
  const subjects = aspects.length >= 2 ? aspects : distinct(tries.flatMap(({ one }) => subjectsOf(one)));
  return subjects.slice(0, MOST_PARTS).map((subject) => ({
    title: capitalised(subject),
    text: `${capitalised(subject)} (a part of ${id}, "${gap.title}").${history(subject, tries)}`,
  }));
}

/** Without questions of its own, the gap is what the attempts divided it into and the review missed in them. */
function subjectsOf(attempted: AttemptedGap): string[] {
  return [...attempted.topics.slice(0, 3), ...attempted.criticised.slice(0, 2)];
}

/** Subjects that share most of their words are one. */
function distinct(subjects: readonly string[]): string[] {
  const kept: { readonly subject: string; readonly words: ReadonlySet<string> }[] = [];
  for (const subject of subjects) {
    const words = keywordsOf(subject);
    const known = kept.some((one) => [...words].filter((word) => one.words.has(word)).length * 2 > words.size);
    if (words.size > 0 && !known) kept.push({ subject, words });
  }
  return kept.map(({ subject }) => subject);
}

function history(subject: string, tries: readonly { readonly number: number; readonly one: AttemptedGap }[]): string {
  const covered = tries.filter(({ one }) => touches(one, subject)).map(({ number }) => number);
  const missed = tries.filter(({ one }) => !touches(one, subject)).map(({ number }) => number);
  const said = (numbers: readonly number[]) => `attempt ${numbers.join(" and ")}`;
  if (covered.length === 0) return " No attempt covered it.";
  return missed.length === 0 ? "" : ` Covered by ${said(covered)}, missed by ${said(missed)}.`;
}

function touches(one: AttemptedGap, subject: string): boolean {
  return one.covered.includes(subject) || one.topics.includes(subject);
}

function trouble(attempts: readonly UndoneAttempt[], gap: GapId): number {
  return attempts
    .flatMap((attempt) => attempt.gaps.filter((one) => one.gap === gap))
    .reduce((sum, one) => sum + one.missed.length + one.criticised.length + (one.addressed === "yes" ? 0 : 2), 0);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
