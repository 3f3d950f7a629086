import type { EngineerDocument, Resolution } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";

/** Two proposals that were written side by side and may not fit together (SPEC 15.4). */
export interface ParallelConflict {
  readonly gap: GapId;
  readonly message: string;
}

const MOST = 20;

/**
 * What proposals of one round have to do with each other though their authors did not know of one another: the same
 * place of the spec, the same term, the same thing introduced twice. Found to be shown, not to be decided.
 */
export function parallelConflicts(document: EngineerDocument): ParallelConflict[] {
  const { resolutions } = document;
  if (new Set(resolutions.map((one) => one.gap)).size < 2) return [];
  return [
    ...shared(resolutions, targets, ({ name }) => `the section "${name}"`, "both write into"),
    ...definedTwice(resolutions),
    ...shared(resolutions, headings, ({ name }) => `a section "${name}"`, "both introduce"),
  ].slice(0, MOST);
}

interface Named {
  readonly name: string;
  readonly text: string;
}

function shared(
  resolutions: readonly Resolution[],
  read: (resolution: Resolution) => readonly Named[],
  say: (one: Named) => string,
  verb: string,
): ParallelConflict[] {
  return pairs(resolutions, read).map(({ first, second, named }) => ({
    gap: second,
    message: `${first} and ${second} ${verb} ${say(named)}`,
  }));
}

function definedTwice(resolutions: readonly Resolution[]): ParallelConflict[] {
  return pairs(resolutions, definitions).map(({ first, second, named, other }) => {
    const how = fold(named.text) === fold(other.text) ? "in the same words" : "differently";
    return { gap: second, message: `${first} and ${second} both define "${named.name}", ${how}` };
  });
}

/** Each name that a later resolution shares with an earlier one, once for each later one. */
function pairs(resolutions: readonly Resolution[], read: (resolution: Resolution) => readonly Named[]) {
  const known = new Map<string, { readonly gap: GapId; readonly named: Named }>();
  const found: { first: GapId; second: GapId; named: Named; other: Named }[] = [];
  for (const resolution of resolutions) {
    const own = new Map(read(resolution).map((named) => [fold(named.name), named]));
    for (const [key, named] of own) {
      const before = known.get(key);
      if (before === undefined) known.set(key, { gap: resolution.gap, named });
      else if (before.gap !== resolution.gap)
        found.push({ first: before.gap, second: resolution.gap, named, other: before.named });
    }
  }
  return found;
}

function targets({ specTexts }: Resolution): Named[] {
  return specTexts.flatMap(({ target, text }) => (target === undefined ? [] : [{ name: target, text }]));
}

/** `**Term**: …`, `` `term`: … `` and `"Term" means …` at the beginning of a line. */
const DEFINITION =
  /^\s{0,6}(?:[-*]\s+)?(?:\*\*([^*\n]{2,60})\*\*|`([^`\n]{2,60})`|"([^"\n]{2,60})")(?:\s{0,3}[:=]|\s+(?:is|are|means?)\s)\s*(.{3,})$/;

function definitions({ specTexts }: Resolution): Named[] {
  return specTexts.flatMap(({ text }) =>
    text.split("\n").flatMap((line) => {
      const [, bold, code, quoted, words] = DEFINITION.exec(line.slice(0, 500)) ?? [];
      const name = (bold ?? code ?? quoted ?? "").replace(/:$/, "").trim();
      return name === "" || words === undefined ? [] : [{ name, text: words }];
    }),
  );
}

function headings({ specTexts }: Resolution): Named[] {
  return specTexts.flatMap(({ text }) =>
    text.split("\n").flatMap((line) => {
      const name = /^#{1,6}\s+(\S.{0,120})$/.exec(line.slice(0, 200))?.[1]?.trim();
      return name === undefined ? [] : [{ name, text: "" }];
    }),
  );
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
