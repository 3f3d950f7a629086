import type { Finding } from "../../checks/finding.ts";
import type { SpecInput } from "./check-input.ts";

/** A spec with what was found in it. */
export interface CheckedSpec extends SpecInput {
  /** What the baseline does not know. */
  readonly findings: readonly Finding[];
  /** What it knows: it is shown nowhere and fails nothing. */
  readonly known: readonly Finding[];
}
