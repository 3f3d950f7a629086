/** `{name}_v1.0.md`, or the version after the highest that is there (SPEC 12); letter case tells no names apart. */
export function nextVersionName(existing: Iterable<string>, of: string): string {
  const name = withoutVersion(of);
  const prefix = `${name}_v`.toLowerCase();
  let [major, minor] = [1, -1];
  for (const file of existing) {
    const lower = file.toLowerCase();
    const match = lower.startsWith(prefix) ? /^(\d{1,6})\.(\d{1,6})\.md$/.exec(lower.slice(prefix.length)) : null;
    if (!match) continue;
    const [there, below] = [Number(match[1]), Number(match[2])];
    if (there > major || (there === major && below > minor)) [major, minor] = [there, below];
  }
  return `${name}_v${major}.${minor + 1}.md`;
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
