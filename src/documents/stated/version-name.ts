/** `{name}_v1.0.md`, or the version after the highest that exists (SPEC 12). Letter case is ignored. */
export function nextVersionName(existing: Iterable<string>, of: string): string {
  const name = withoutVersion(of);
  const [major, minor] = highest(existing, name)?.version ?? [1, -1];
  return `${name}_v${major}.${minor + 1}.md`;
}

/** The highest version that exists; `undefined` if that is the file itself. */
export function laterVersionName(existing: Iterable<string>, of: string): string | undefined {
  const found = highest(existing, withoutVersion(of));
  return found?.file.toLowerCase() === `${of}.md`.toLowerCase() ? undefined : found?.file;
}

/** The highest version from 1.0 on. */
function highest(existing: Iterable<string>, name: string) {
  const prefix = `${name}_v`.toLowerCase();
  const versions = [...existing].flatMap((file) => {
    const rest = file.toLowerCase().startsWith(prefix) ? file.slice(prefix.length) : "";
    const [, major, minor] = /^(\d{1,6})\.(\d{1,6})\.md$/i.exec(rest) ?? [];
    return Number(major) >= 1 ? [{ file, version: [Number(major), Number(minor)] as const }] : [];
  });
  return versions.sort((a, b) => a.version[0] - b.version[0] || a.version[1] - b.version[1]).at(-1);
}

/** Whether a file is a finished spec: `spec_v1.0.md`. */
export function isVersionName(file: string): boolean {
  return /_v\d{1,6}\.\d{1,6}\.md$/i.test(file);
}

/** The same for a file or a folder: `specs_v1.0`. */
export function isFinishedVersion(name: string): boolean {
  return isVersionName(name) || isVersionName(`${name}.md`);
}

/** The name without its version: `x` for `x_v1.0`. */
export function withoutVersion(name: string): string {
  return name.replace(/_v\d{1,6}\.\d{1,6}$/i, "");
}
