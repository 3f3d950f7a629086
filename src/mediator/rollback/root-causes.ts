import { plainText } from "../../documents/markdown/inline.ts";
import { keywordsOf } from "../../documents/stated/keywords.ts";
import type { Gap } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import { capitalised } from "../../model/in-words.ts";
import type { AttemptedGap, PatternConfidence, RootCause, RootCauseName, UndoneAttempt } from "../../model/rollback.ts";
import type { State } from "../state.ts";
import { bySureness, patternsIn } from "./patterns.ts";
import { attemptsAt } from "./request-rollback.ts";

export interface FailedAttempt {
  readonly attempt: UndoneAttempt;
  readonly reason: string;
}

/** Whether causes are looked for: from the second rollback of a round, with STRICT from the first (SPEC 13.5, 13.7). */
export function asksForCause(state: State, to: number): boolean {
  const { mode, analysisThreshold } = state.config.rollback;
  return attemptsAt(state, to + 1) + 1 >= (mode === "STRICT" ? 1 : analysisThreshold);
}

export const CAUSE_TEXT: Readonly<Record<RootCauseName, string>> = {
  AMBIGUOUS: "The gap, or what the prompt says about it, can be understood in several ways",
  SCOPE_TOO_LARGE: "The gap asks for too much at once",
  CONTEXT_MISSING: "The agent needs something the source does not say",
  OUTSIDE_KNOWLEDGE: "The subject is outside what the agent knows",
};

/** Attempts with fewer characters than this, each time, point to OUTSIDE_KNOWLEDGE (SPEC 13.7). */
const MINIMAL = 200;

/** Likely causes of repeated failure, the likeliest first; never empty (SPEC 13.7). */
export function rootCauses(attempts: readonly FailedAttempt[]): RootCause[] {
  const made = attempts.map(({ attempt }) => attempt);
  const found: RootCause[] = [];
  const add = (cause: RootCauseName, confidence: PatternConfidence, evidence: string) => {
    if (!found.some((known) => known.cause === cause)) found.push({ cause, confidence, evidence });
  };
  const sizes = made.map(({ gaps }) => Math.max(0, ...gaps.map(({ chars }) => chars)));
  if (sizes.every((size) => size < MINIMAL)) {
    add("OUTSIDE_KNOWLEDGE", "HIGH", `at most ${sizes.join(", then ")} characters for a gap`);
  }
  const confused = made.flatMap(({ patterns }) => patterns.filter(({ pattern }) => pattern === "DOMAIN_CONFUSION"));
  const terms = new Set(confused.flatMap(({ evidence }) => evidence.map(({ words }) => words)));
  if (terms.size > 0) add("CONTEXT_MISSING", "HIGH", `terms defined nowhere: ${[...terms].slice(0, 8).join(", ")}`);
  const [contradiction] = made.flatMap(({ contradictions }) => contradictions);
  if (contradiction !== undefined) add("AMBIGUOUS", "MEDIUM", `an attempt contradicts itself: ${contradiction}`);
  const [last = "", ...before] = attempts.map(({ reason }) => reason).reverse();
  const reasons = attempts.map(({ reason }) => `"${reason.slice(0, 80)}"`).join(", then ");
  if (before.length > 0) {
    const isSame = before.every((reason) => areAlike(reason, last));
    if (isSame) add("AMBIGUOUS", "MEDIUM", `the same complaint each time: ${reasons}`);
    else add("SCOPE_TOO_LARGE", "MEDIUM", `a different complaint each time: ${reasons}`);
  }
  if (found.length === 0) add("AMBIGUOUS", "LOW", "nothing else stands out");
  return found.sort(bySureness);
}

/** Whether two reasons are the same complaint: both name a pattern, or they share most of their words. */
export function areAlike(a: string, b: string): boolean {
  const others = patternsIn(b);
  if (patternsIn(a).some((pattern) => others.includes(pattern))) return true;
  const [left, right] = [keywordsOf(a), keywordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared * 2 > Math.min(left.size, right.size) || (left.size === 0 && right.size === 0);
}

export interface SplitProposal {
  readonly gap: GapId;
  readonly parts: readonly { readonly title: string; readonly text: string }[];
}

type Try = AttemptedGap & Pick<UndoneAttempt, "attempt">;

/** Proposes parts for the gap of which the attempts missed most (SPEC 13.7); none if no gap can be divided. */
export function proposeSplit(state: State, attempts: readonly UndoneAttempt[]): SplitProposal | undefined {
  const tries = attempts.flatMap(({ attempt, gaps }) => gaps.map((made) => ({ ...made, attempt })));
  const missed = (attemptsOnGap: readonly Try[]) => attemptsOnGap.reduce((sum, made) => sum + made.missed.length, 0);
  const byGap = [...groupBy(tries, ({ gap }) => gap)].sort(([, a], [, b]) => missed(b) - missed(a));
  return byGap
    .map(([gap, attemptsOnGap]) => ({ gap, parts: partsFor(state.gaps.get(gap), attemptsOnGap) }))
    .find(({ parts }) => parts.length >= 2);
}

const MOST_PARTS = 4;

function partsFor(gap: Gap | undefined, tries: readonly Try[]): SplitProposal["parts"] {
  const subjects = gap ? aspectsOf(gap).slice(0, MOST_PARTS) : [];
  return subjects.map((subject) => {
    const title = capitalised(subject);
    return { title, text: `${title} (a part of ${gap?.id}, "${gap?.title}").${history(subject, tries)}` };
  });
}

function history(subject: string, tries: readonly Try[]): string {
  const those = (covering: boolean) =>
    tries.filter(({ covered }) => covered.includes(subject) === covering).map(({ attempt }) => attempt);
  const [covered, missed] = [those(true).join(" and "), those(false).join(" and ")];
  if (covered === "") return " No attempt covered it.";
  return missed === "" ? "" : ` Covered by attempt ${covered}, missed by attempt ${missed}.`;
}

const MOST_ASPECTS = 6;

/** The questions within a gap: the items of its list, or else its clauses; empty if there are fewer than two. */
export function aspectsOf({ title, text }: Pick<Gap, "title" | "text">): string[] {
  const words = text.trim() === "" ? title : text;
  const listed = [...words.matchAll(/^\s*(?:[-*+]|\d{1,2}[.)])\s+(\S.*)$/gm)].map(([, item = ""]) => tidy(item));
  const clauses = plainText(words.replace(/\s+/g, " ")).split(/[:;,?!.](?:\s|$)/);
  const stated = clauses
    .map((clause) => tidy(clause.replace(/^(?:and|or)\s+/i, "")))
    .filter((clause) => clause.includes(" "));
  return [listed, stated].find((aspects) => aspects.length >= 2)?.slice(0, MOST_ASPECTS) ?? [];
}

function tidy(text: string): string {
  return plainText(text)
    .replace(/[\s.;,:?!]+$/, "")
    .slice(0, 120)
    .trim();
}

/** An aspect is covered if half of its words occur on two lines each; a line that only restates it is not enough. */
export function coverage(aspects: readonly string[], text: string): Pick<AttemptedGap, "covered" | "missed"> {
  const lines = text.split("\n").map(keywordsOf);
  const covered = aspects.filter((aspect) => {
    const words = [...keywordsOf(aspect)];
    const found = words.filter((word) => lines.filter((line) => line.has(word)).length >= 2);
    return found.length > 0 && found.length * 2 >= words.length;
  });
  return { covered, missed: aspects.filter((aspect) => !covered.includes(aspect)) };
}
