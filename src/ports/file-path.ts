import { WhetstoneError } from "../errors/whetstone-error.ts";

const DRIVE = /^[A-Za-z]:/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are forbidden in file names
const NOT_EVERYWHERE = /[\u0000-\u001f<>:"|?*\\]|[. ]$/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The parts of a path; `""` is the root. Throws if the path could leave its root on any system. */
export function pathSegments(path: string): readonly string[] {
  if (path === "") return [];
  if (path.includes("\0")) throw refusal(path, "it contains a NUL character");
  if (/^[/\\]/.test(path) || DRIVE.test(path)) throw refusal(path, "it is absolute");
  if (path.split(/[/\\]/).some((segment) => segment.startsWith("..") && /^[. ]+$/.test(segment)))
    throw refusal(path, "it leads outside the folder");
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === ".")) throw refusal(path, "it has an empty part");
  return segments;
}

/** As `pathSegments`, but each name must be allowed on every system: a session may be committed and cloned anywhere. */
export function writablePathSegments(path: string): readonly string[] {
  const segments = pathSegments(path);
  if (segments.length === 0) throw refusal(path, "it is the folder itself");
  const bad = segments.find((segment) => NOT_EVERYWHERE.test(segment) || DEVICE.test(segment));
  if (bad !== undefined) throw refusal(path, "not every system allows that file name");
  return segments;
}

export function refusal(path: string, why: string): WhetstoneError {
  return new WhetstoneError("PATH_REFUSED", `The path ${JSON.stringify(path)} is not allowed: ${why}.`, {
    target: path,
    fix: "Use a path below the folder with forward slashes, without `..` or links that lead elsewhere.",
  });
}
