import { check } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import type { Gap } from "../../model/gap.ts";
import type { TaskBrief } from "../../ports/agent.ts";

/** What a message says, without the numbers of lines, which move. */
export function essence(message: string): string {
  const lasting = message.replace(/(?:\S+\.(?:md|markdown), )?\bline \d+/gi, "line");
  return (lasting.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ").slice(0, 120);
}

const known = new Map<string, { readonly rules: TaskBrief["checks"]; readonly found: readonly Finding[] }>();

/** The findings of a text; those of the last two are kept, since every gap of a round asks. */
export function findingsIn(text: string, rules: TaskBrief["checks"]): readonly Finding[] {
  const last = known.get(text);
  if (last?.rules === rules && last !== undefined) return last.found;
  const found = check(text, { rules: rules ?? {} });
  known.set(text, { rules, found });
  const [oldest] = known.keys();
  if (known.size > 2 && oldest !== undefined) known.delete(oldest);
  return found;
}

/** The finding that a gap came from; `undefined` where no check found it. */
export function findingOf({ source, draft, checks }: TaskBrief, gap: Gap): Finding | undefined {
  if (gap.origin !== "check" && gap.origin !== "reviewer") return undefined;
  const wanted = essence(gap.title);
  return findingsIn(gap.origin === "check" ? source : draft, checks).find(({ message }) => essence(message) === wanted);
}
