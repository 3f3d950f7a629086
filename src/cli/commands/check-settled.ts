import type { RuleSwitches } from "../../checks/switches.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { readState } from "../../engine/session-store.ts";
import { withoutSettledFindings } from "../../engine/settled-findings.ts";
import { settledIn } from "../../mediator/inventory/earlier-session.ts";
import type { CheckedSpec } from "./check-input.ts";

/** Removes findings that the User kept or answered in these sessions: `refine` does not ask about them again either. */
export async function withoutSettledIn(
  spec: CheckedSpec,
  folders: readonly string[],
  rules: RuleSwitches,
): Promise<CheckedSpec> {
  const states = await Promise.all(folders.map((folder) => readState(nodeFiles(folder)).catch(() => undefined)));
  const settled = states.flatMap((state) => (state === undefined ? [] : settledIn(state)));
  return { ...spec, ...withoutSettledFindings({ ...spec, rules }, settled) };
}
