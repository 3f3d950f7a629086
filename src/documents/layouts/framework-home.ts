import type { Place } from "./layout.ts";

/** Where the session of a framework's spec is kept: in the project, outside its tree (docs/decisions/0008). */
export interface FrameworkHome {
  /** The project: the folder that holds `specs/`, `openspec/` or `.kiro/`. With forward slashes. */
  readonly root: string;
  /** The path of the spec from the root, as a folder name: `openspec.changes.add-digest`. */
  readonly name: string;
}

/** In the project; it contains one folder per session. */
export const HOME_FOLDER = ".whetstone/sessions";

/** Paths within OpenSpec, Kiro or Spec Kit: the project, and the path from there. */
const TREES: readonly RegExp[] = [
  /^(.*)\/(openspec\/(?:specs|changes)\/.*)$/,
  /^(.*)\/(\.kiro\/.*)$/,
  /^(.*)\/(specs\/\d{3,}-[^/]+\/.*)$/,
];

/** The home of a spec whose files all belong to one framework; `undefined` for any other spec. */
export function frameworkHome({
  path,
  kind,
  files,
}: Pick<Place, "path" | "kind" | "files">): FrameworkHome | undefined {
  const paths = kind === "file" ? [path] : files.map((file) => `${path}/${file}`);
  const tree = TREES.find((pattern) => paths.every((file) => pattern.test(file)));
  const [, root, inTree = ""] = tree?.exec(paths[0] ?? "") ?? [];
  if (root === undefined) return undefined;
  // The project itself stands for the framework's whole tree.
  const named = path.length > root.length ? path.slice(root.length + 1) : (inTree.split("/")[0] ?? "");
  return { root: root || "/", name: folderName(named) };
}

/** Whether one of two specs of a project contains the other. */
export function areRelated(name: string, other: string): boolean {
  return name === other || name.startsWith(`${other}.`) || other.startsWith(`${name}.`);
}

/** Dots for slashes: names in these trees are in kebab case, so the result is unique. */
function folderName(inTree: string): string {
  return inTree
    .replace(/(?:\/spec)?\.md$/i, "")
    .replace(/^\./, "")
    .replaceAll("/", ".");
}
