import type { Subject } from "../subject.ts";

const TIME = /\b(\d{1,6}(?:[.,]\d{1,3})?)\s?(ms|milliseconds?|s|seconds?|minutes?|min|hours?|days?|weeks?)\b/g;
const COUNT = /\b(\d{1,9})\s(?=[a-z])/g;

export type Dimension = "time" | "count";

/** A number that stands in the document, and where. */
export interface Standing {
  readonly text: string;
  readonly line: number;
}

const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/, 0.001],
  [/^s(?:ec|$)/, 1],
  [/^min/, 60],
  [/^h/, 3600],
  [/^d/, 86_400],
  [/^w/, 604_800],
];

/** How long a time is: "15 minutes" is 900. */
export function secondsIn(text: string): number | undefined {
  const match = /(\d{1,6}(?:[.,]\d{1,3})?)\s?([a-z]+)/i.exec(text);
  const factor = SECONDS.find(([unit]) => unit.test(match?.[2]?.toLowerCase() ?? ""))?.[1];
  return match === null || factor === undefined ? undefined : Number(match[1]?.replace(",", ".")) * factor;
}

const ALIKE = 30;

/** Times of the same order: nobody waits a month for an answer. */
export function isAlike(a: string, b: string): boolean {
  const [left, right] = [secondsIn(a), secondsIn(b)];
  return left !== undefined && right !== undefined && left <= right * ALIKE && right <= left * ALIKE;
}

/** Numbers of a kind that the document has already, those of the same section first. */
export function standingQuantities(subject: Subject, dimension: Dimension, most = 2, like?: string): Standing[] {
  const own = subject.finding?.line ?? subject.places[0]?.line ?? 0;
  const section = subject.spec.sections.findLast(({ node }) => node.line <= own && own <= node.endLine);
  const units = subject.spec.units.filter(
    (unit) => unit.kind !== "heading" && !(unit.line <= own && own <= unit.endLine),
  );
  const ordered = [
    ...units.filter((unit) => unit.section === section),
    ...units.filter((unit) => unit.section !== section),
  ];
  const found = new Map<string, Standing>();
  for (const unit of ordered) {
    for (const match of unit.masked.matchAll(dimension === "time" ? TIME : COUNT)) {
      const text = match[0].replace(/\s+/g, " ").trim();
      if (like !== undefined && !isAlike(text, like)) continue;
      if (!found.has(text)) found.set(text, { text, line: unit.line });
      if (found.size >= most) return [...found.values()];
    }
  }
  return [...found.values()];
}
