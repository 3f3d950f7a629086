import { checkEach } from "../../checks/check.ts";
import type { Spec } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { State, WorkingSpec } from "../state.ts";

const MOST_FINDINGS = 20;

/** What the checks find in lines of `after` that `before` does not have (SPEC 4.5). */
export function findingsInNew(before: Spec, after: Spec, rules: Config["checks"]): string[] {
  const found = after.flatMap(({ path, text }) => {
    const known = new Set(splitLines(before.find((file) => file.path === path)?.text ?? ""));
    const lines = splitLines(text);
    return checkEach(text, { rules })
      .filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((words) => !known.has(words)))
      .map(({ line, message }) => `${path}:${line}: ${message}`);
  });
  return found.slice(0, MOST_FINDINGS);
}

const findingsSinceSource = rememberFor((spec: WorkingSpec) =>
  rememberFor((config: Config) => findingsInNew(spec.source, spec.text, config.checks)),
);

/** What the checks find in lines of accepted changes; nothing in an interview, which asks about it. */
export function findingsInChanges({ spec, config }: Pick<State, "spec" | "config">): readonly string[] {
  return config.agents.engineer.kind === "interview" ? [] : findingsSinceSource(spec)(config);
}
