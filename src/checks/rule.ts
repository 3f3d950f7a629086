import type { Severity } from "../model/severity.ts";
import type { Finding, FindingType, Span } from "./finding.ts";
import type { Spec } from "./reading/spec.ts";

/** A check without a model: it reads a spec and reports what its structure leaves open. Pure. */
export interface Rule {
  /** Kebab-case and unique: the name in switches and comments. */
  readonly id: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** One sentence for `--help`, SARIF and the documentation. */
  readonly summary: string;
  /** How to close a finding, unless the finding says it itself. */
  readonly fix: string;
  /** The interview's question: text is added to the message, a function's result replaces it (SPEC 16.4). */
  readonly ask?: string | ((asked: AskedFinding) => string | undefined);
  /** What the interview does with the answer; without it the words are the passage as it should read (SPEC 16.4). */
  readonly answer?: AnswerForm;
  /** Runs only in the style profile (SPEC 16.2). */
  readonly offByDefault?: true;
  run(spec: Spec): Iterable<RuleFinding>;
}

interface AnswerForm {
  /** The passage stays: a line below it, an answer nested in it, or a line of the glossary. */
  readonly adds?: "line" | "answer" | "term";
  /** The marked words may be replaced: a name that nothing defines, or alternatives. */
  readonly replaces?: true;
  /** An added line defines the id that is missing. */
  readonly definesId?: true;
}

/** A finding as a rule reports it; `check` adds the rule. */
export interface RuleFinding
  extends Pick<Finding, "subject" | "message" | "list" | "cases">,
    Partial<Pick<Finding, "related" | "severity" | "fix">> {
  readonly at: Span;
}

/** What the interview's question about a finding can use. */
interface AskedFinding {
  readonly subject: string;
  readonly message: string;
  /** The passages in file order: where they are (`line 5`), and below what they say. */
  readonly lines: readonly string[];
  readonly texts: readonly string[];
}

export function found(at: Span, subject: string, message: string, related: readonly Span[] = []): RuleFinding {
  return { at, subject, message, related };
}

/** Each item with the same key as an earlier one, together with the first such item. */
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
