import type { Finding } from "../../checks/finding.ts";
import type { SpecInput } from "./check-input.ts";

/** A spec with what was found in it. */
export interface CheckedSpec extends SpecInput {
  /** What the baseline does not know. */
  readonly findings: readonly Finding[];
  /** What it knows: it is shown nowhere and fails nothing. */
  readonly known: readonly Finding[];
  /** What `--agent` adds to say: whether it was paid for before, and what of it is not shown. */
  readonly survey?: { readonly cached: boolean; readonly ungrounded: number; readonly lesser: number };
}
