import { type GapId, isGapId, listedWords } from "./ids.ts";
import type { ListedGap } from "./question.ts";
import { isProblem, type SelectableList, selectGaps } from "./select-gaps.ts";
import { isBlocking, SEVERITIES, type Severity } from "./severity.ts";

/** The User's changes of the inventory, as read from their answer (SPEC 16.1). */
export interface InventoryChoice {
  readonly drop: readonly GapId[];
  readonly park: readonly GapId[];
  /** Parked gaps to work on after all. */
  readonly take: readonly GapId[];
  readonly duplicates: readonly { readonly gap: GapId; readonly of: GapId }[];
  readonly severities: readonly { readonly gap: GapId; readonly severity: Severity }[];
  readonly order: readonly GapId[];
  readonly add: readonly string[];
  /** A new scope (SPEC 3.5a); empty if it is not changed. */
  readonly scope: string;
  readonly reason: string;
}

/** The fields of the question that the choice is read from. */
export const INVENTORY_FIELDS = [
  "only",
  "drop",
  "park",
  "take",
  "duplicate",
  "severity",
  "order",
  "add",
  "scope",
  "reason",
] as const;

export type InventoryFields = Readonly<Partial<Record<(typeof INVENTORY_FIELDS)[number], string>>>;

type Read<Value> = Value | { readonly problem: string };

/** Reads all fields; one that does not fit refuses the whole. Parked gaps may be duplicates of listed ones. */
export function readInventoryChoice(
  gaps: readonly ListedGap[],
  fields: InventoryFields,
  parked: readonly string[] = [],
): Read<InventoryChoice> {
  const list = { gaps, numbered: true };
  const problems: string[] = [];
  const named = (text = "") => valueOrProblem(text.trim() === "" ? [] : selectGaps(text, list), problems);
  const [only, drop, park, order] = [named(fields.only), named(fields.drop), named(fields.park), named(fields.order)];
  const duplicates = valueOrProblem(readDuplicates(fields.duplicate ?? "", list, parked), problems);
  const severities = valueOrProblem(readSeverities(fields.severity ?? "", list), problems);
  const kept = new Set(only);
  const others = only.length === 0 ? [] : gaps.map(({ id }) => id).filter((id) => !kept.has(id) && !park.includes(id));
  const choice = {
    drop: [...new Set([...others, ...drop])],
    park,
    take: listedWords(fields.take ?? "").filter(isGapId),
    duplicates,
    severities,
    order,
    add: (fields.add ?? "")
      .split("\n")
      .map((line) => line.replace(/^\s*[-*+]\s+/, "").trim())
      .filter((line) => line !== ""),
    scope: fields.scope?.trim() ?? "",
    reason: fields.reason?.trim() ?? "",
  };
  const problem = problems[0] ?? contradiction(choice, gaps);
  return problem === undefined ? choice : { problem };
}

/** What was read; nothing if there is a problem, which is recorded. */
function valueOrProblem<Item>(read: Read<readonly Item[]>, problems: string[]): readonly Item[] {
  if (!isProblem(read)) return read;
  problems.push(read.problem);
  return [];
}

/** Whether a choice changes anything; `scope` is the current scope. */
export function changesInventory(choice: InventoryChoice, scope: string): boolean {
  const { drop, park, take, duplicates, severities, order, add } = choice;
  const changes = [drop, park, take, duplicates, severities, order, add].some(({ length }) => length > 0);
  return changes || (choice.scope !== "" && choice.scope !== scope);
}

/** Reads duplicates such as `5=2, 7-9 of GAP-PAY-001`. */
function readDuplicates(
  text: string,
  list: SelectableList,
  parked: readonly string[],
): Read<InventoryChoice["duplicates"]> {
  const pairs: { gap: GapId; of: GapId }[] = [];
  for (const part of text.slice(0, 50_000).split(/[,;\n]/)) {
    if (part.trim() === "") continue;
    const [same = "", other = "", ...rest] = part.split(/=|\bof\b/i);
    const aside = parked.filter(isGapId).filter((id) => id === same.trim());
    const gaps = aside.length > 0 ? aside : selectGaps(same, list);
    const of = selectGaps(other, list);
    if (isProblem(gaps)) return gaps;
    if (isProblem(of) || of.length !== 1 || rest.length > 0) {
      return { problem: `"${part.trim().slice(0, 60)}" must name the one gap it duplicates (5=2)` };
    }
    pairs.push(...gaps.map((gap) => ({ gap, of: of[0] ?? gap })));
  }
  return pairs;
}

/** Reads severities such as `3-9 HIGH, GAP-PAY-001=LOW`: each applies to the gaps named before it. */
function readSeverities(text: string, list: SelectableList): Read<InventoryChoice["severities"]> {
  const set = new Map<GapId, Severity>();
  let named: GapId[] = [];
  for (const word of listedWords(text.slice(0, 50_000).replaceAll(/[=:]/g, " "))) {
    const severity = SEVERITIES.find((known) => known === word.toUpperCase());
    if (severity === undefined) {
      const gaps = selectGaps(word, list);
      if (isProblem(gaps)) return gaps;
      named.push(...gaps);
    } else {
      if (named.length === 0) return { problem: `name a gap before ${severity} (as in 3-9 HIGH)` };
      for (const gap of named) set.set(gap, severity);
      named = [];
    }
  }
  if (named.length > 0) return { problem: `give a severity for ${named[0]} (as in ${named[0]} HIGH)` };
  return [...set].map(([gap, severity]) => ({ gap, severity }));
}

function contradiction({ drop, park, duplicates, reason }: InventoryChoice, gaps: readonly ListedGap[]) {
  const left = new Set([...drop, ...park]);
  const merged = new Set(duplicates.map(({ gap }) => gap));
  const twice = drop.find((id) => park.includes(id));
  if (twice !== undefined) return `${twice} cannot be both dropped and parked`;
  const wrong = duplicates.find(({ gap, of }) => gap === of || merged.has(of) || left.has(gap) || left.has(of));
  if (wrong) return `${wrong.gap} cannot be a duplicate of ${wrong.of}: one of the two must stay`;
  if (merged.size < duplicates.length) return "a gap can be a duplicate of only one other";
  const serious =
    reason !== "" ? undefined : gaps.find(({ id, severity }) => isBlocking(severity) && park.includes(id));
  return serious ? `${serious.id} is ${serious.severity}; parking it needs a reason` : undefined;
}
