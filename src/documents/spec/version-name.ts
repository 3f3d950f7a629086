/** `{name}_v1.0.md`, or the version after the highest that is there (SPEC 12); letter case tells no names apart. */
export function nextVersionName(existing: Iterable<string>, of: string): string {
  const name = withoutVersion(of);
  const [major, minor] = highest(existing, name)?.version ?? [1, -1];
  return `${name}_v${major}.${minor + 1}.md`;
}

/** The highest version that is there; `undefined` where it is no higher than the file itself. */
export function laterVersionName(existing: Iterable<string>, of: string): string | undefined {
  const found = highest(existing, withoutVersion(of));
  return found?.file.toLowerCase() === `${of}.md`.toLowerCase() ? undefined : found?.file;
}

type Version = readonly [major: number, minor: number];

function highest(
  existing: Iterable<string>,
  name: string,
): { readonly file: string; readonly version: Version } | undefined {
  const prefix = `${name}_v`.toLowerCase();
  let found: { readonly file: string; readonly version: Version } | undefined;
  for (const file of existing) {
    const lower = file.toLowerCase();
    const match = lower.startsWith(prefix) ? /^(\d{1,6})\.(\d{1,6})\.md$/.exec(lower.slice(prefix.length)) : null;
    if (!match) continue;
    const [major, minor] = [Number(match[1]), Number(match[2])];
    const [most, below] = found?.version ?? [1, -1];
    if (major > most || (major === most && minor > below)) found = { file, version: [major, minor] };
  }
  return found;
}

/** Whether a file is a finished spec: `spec_v1.0.md`. */
export function isVersionName(file: string): boolean {
  return /_v\d{1,6}\.\d{1,6}\.md$/i.test(file);
}

/** The same, and a folder of one: `specs_v1.0`. */
export function isFinishedVersion(name: string): boolean {
  return isVersionName(name) || isVersionName(`${name}.md`);
}

/** `x` of `x_v1.0`. */
export function withoutVersion(name: string): string {
  return name.replace(/_v\d{1,6}\.\d{1,6}$/i, "");
}
