import { UsageError } from "../errors/whetstone-error.ts";

export type Plain = { readonly [key: string]: unknown };

export function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function camelKey(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeKey(key: string): string {
  return /^[A-Z]+$/.test(key) ? key : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The key as configuration files write it: `rollback.max_session` for `rollback.maxSession` (SPEC 18). */
export function filePath(path: string): string {
  return path.split(".").map(snakeKey).join(".");
}

/** Accepts `max_rounds` and `maxRounds`; throws if a file has both. */
export function camelKeys(value: unknown, path = ""): unknown {
  if (!isPlain(value)) return value;
  const renamed = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const name = camelKey(key);
    if (renamed.has(name)) {
      throw new UsageError(`${path}${snakeKey(name)} is set twice, as ${snakeKey(name)} and as ${name}`, {
        fix: "Keep one of them.",
      });
    }
    renamed.set(name, camelKeys(inner, `${path}${snakeKey(name)}.`));
  }
  return Object.fromEntries(renamed);
}

export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) value = isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Every value with its dotted path, in order. An agent is one value, because its parts belong together. */
export function leaves(root: Plain, path: readonly string[] = []): [path: string, value: unknown][] {
  return Object.entries(root).flatMap(([key, value]): [string, unknown][] => {
    const here = [...path, key];
    const leaf = !isPlain(value) || path[0] === "agents";
    return leaf ? [[here.join("."), value]] : leaves(value, here);
  });
}

export function withValueAt(root: Plain, path: readonly string[], value: unknown): Plain {
  const [key, ...rest] = path;
  if (key === undefined) return root;
  const inner = root[key];
  return { ...root, [key]: rest.length === 0 ? value : withValueAt(isPlain(inner) ? inner : {}, rest, value) };
}
