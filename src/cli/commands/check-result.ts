import type { Finding } from "../../checks/finding.ts";
import type { SpecInput } from "./check-input.ts";

/** A spec with what was found in it. */
export interface CheckedSpec extends SpecInput {
  readonly findings: readonly Finding[];
}
