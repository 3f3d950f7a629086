import type { Severity } from "../model/severity.ts";
import type { EdgeCases, FindingType, Span } from "./finding.ts";
import type { Spec } from "./spec/spec.ts";

/** A check that needs no model: it reads a spec and says what its structure leaves open. Pure. */
export interface Rule {
  /** Kebab-case, unique, the name in switches and comments. */
  readonly id: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** One sentence for `--help`, SARIF and the documentation. */
  readonly summary: string;
  /** What would close a finding, where it does not say so itself. */
  readonly fix: string;
  /** What the interview asks about one: behind its message, or in place of it (SPEC 16.4). */
  readonly ask?: string | ((asked: AskedFinding) => string | undefined);
  /** The style profile (SPEC 16.2). */
  readonly offByDefault?: true;
  run(spec: Spec): Iterable<RuleFinding>;
}

/** A finding before it is said which rule's it is. */
export interface RuleFinding {
  readonly at: Span;
  /** What it is about: the marker, the id, the name, the heading. */
  readonly subject: string;
  readonly message: string;
  readonly related?: readonly Span[];
  /** Where it weighs more or less than others of its rule. */
  readonly severity?: Severity;
  readonly fix?: string;
  readonly list?: string;
  readonly cases?: EdgeCases;
}

/** What a question about a finding is made from. */
export interface AskedFinding {
  readonly subject: string;
  readonly message: string;
  /** The passages in the order of the file: where they stand (`line 5`), what they say. */
  readonly lines: readonly string[];
  readonly texts: readonly string[];
}

export function found(at: Span, subject: string, message: string, related: readonly Span[] = []): RuleFinding {
  return { at, subject, message, related };
}

/** Each item whose key an earlier one has, with the first of these. */
export function* repeated<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): Generator<readonly [Item, Item]> {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    const other = first.get(key);
    if (other === undefined) first.set(key, item);
    else yield [item, other];
  }
}
