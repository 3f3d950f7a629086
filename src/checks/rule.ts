import type { Severity } from "../model/severity.ts";
import type { Finding, FindingType, Span } from "./finding.ts";
import type { Spec } from "./spec/spec.ts";

/** A check that needs no model: it reads a spec and says what its structure leaves open. Pure. */
export interface Rule {
  /** Kebab-case, unique, the name in switches and comments. */
  readonly id: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** One sentence for `--help`, SARIF and the documentation. */
  readonly summary: string;
  /** The style profile (SPEC 16.2). */
  readonly offByDefault?: true;
  run(spec: Spec): Iterable<RuleFinding>;
}

/** A finding before the registry adds what the rule is. */
export interface RuleFinding extends Pick<Finding, "subject" | "message" | "fix"> {
  readonly at: Span;
  readonly related?: readonly Span[];
}
