import type { Severity } from "../model/severity.ts";
import type { Finding, FindingType } from "./finding.ts";
import type { Spec } from "./spec/spec.ts";

/** A check that needs no model: it reads a spec and says where it is not buildable. Pure. */
export interface Rule {
  /** Kebab-case, unique, the name in switches and comments. */
  readonly id: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** One sentence for `--help`, SARIF and the documentation. */
  readonly summary: string;
  /** False where fewer than half of its findings on real specs were worth acting on (docs/checks.md). */
  readonly onByDefault: boolean;
  run(spec: Spec): readonly RuleFinding[];
}

/** A finding before the registry adds what the rule is. */
export type RuleFinding = Pick<Finding, "line" | "endLine" | "message" | "fix">;
