import { checkEach } from "../../checks/check.ts";
import type { Spec } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { State, WorkingSpec } from "../state.ts";

const MOST_FINDINGS = 20;

interface Found {
  readonly message: string;
  readonly subject: string;
}

/** What the checks find in lines of accepted changes; nothing in an interview, which asks about it. */
export function findingsInChanges(state: Pick<State, "spec" | "config" | "gaps">): readonly string[] {
  if (state.config.agents.engineer.kind === "interview") return [];
  return messagesOf(findingsSinceSource(state.spec)(state.config), state);
}

/** What the checks find in lines that the state has and an earlier spec has not (SPEC 4.5). */
export function findingsSince(before: Spec, state: Pick<State, "spec" | "config" | "gaps">): readonly string[] {
  return messagesOf(findingsInNew(before, state.spec.text, state.config.checks), state);
}

const findingsSinceSource = rememberFor((spec: WorkingSpec) =>
  rememberFor((config: Config) => findingsInNew(spec.source, spec.text, config.checks)),
);

function findingsInNew(before: Spec, after: Spec, rules: Config["checks"]): Found[] {
  const found = after.flatMap(({ path, text }) => {
    const known = new Set(splitLines(before.find((file) => file.path === path)?.text ?? ""));
    const lines = splitLines(text);
    return checkEach(text, { rules })
      .filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((words) => !known.has(words)))
      .map(({ line, message, subject }) => ({ message: `${path}:${line}: ${message}`, subject }));
  });
  return found.slice(0, MOST_FINDINGS);
}

/** Without what an open gap is about anyway: a change elsewhere in the line of its marker does not bring it in. */
function messagesOf(found: readonly Found[], { gaps }: Pick<State, "gaps">): string[] {
  const open = found.length === 0 ? [] : gaps.filter(isOpen);
  return found.filter(({ subject }) => !open.some((gap) => isAbout(gap, subject))).map(({ message }) => message);
}

function isAbout({ title, text }: Gap, subject: string): boolean {
  return subject !== "" && `${title}\n${text}`.includes(subject);
}
