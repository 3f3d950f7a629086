import type { Place } from "./layout.ts";

/** Where the session of a framework's spec is kept: in the project, outside its tree (docs/decisions/0008). */
export interface SessionHome {
  /** The project: the folder that holds `specs/`, `openspec/` or `.kiro/`. With forward slashes. */
  readonly root: string;
  /** The path of the spec from there, as the name of a folder: `openspec.changes.add-digest`. */
  readonly name: string;
}

/** Below the project; each session has a folder of its own in it. */
export const HOME_FOLDER = ".whetstone/sessions";

/** Of a path that stands in the tree of OpenSpec, Kiro or Spec Kit: the project, and the rest. */
const TREES: readonly RegExp[] = [
  /^(.*)\/(openspec\/(?:specs|changes)\/.*)$/,
  /^(.*)\/(\.kiro\/.*)$/,
  /^(.*)\/(specs\/\d{3,}-[^/]+\/.*)$/,
];

/** The home of a spec whose files all stand in the tree of one framework; `undefined` for any other. */
export function sessionHome({ path, kind, files }: Pick<Place, "path" | "kind" | "files">): SessionHome | undefined {
  const paths = kind === "file" ? [path] : files.map((file) => `${path}/${file}`);
  const tree = TREES.find((pattern) => paths.every((file) => pattern.test(file)));
  const [, root, inTree = ""] = tree?.exec(paths[0] ?? "") ?? [];
  if (root === undefined) return undefined;
  // Whoever names the project means the whole tree.
  const named = path.length > root.length ? path.slice(root.length + 1) : (inTree.split("/")[0] ?? "");
  return { root: root || "/", name: folderName(named) };
}

/** Whether one of two specs of a project holds the other. */
export function areRelated(name: string, other: string): boolean {
  return name === other || name.startsWith(`${other}.`) || other.startsWith(`${name}.`);
}

/** Names in these trees are in kebab case: a dot in place of each slash tells any two of them apart. */
function folderName(inTree: string): string {
  return inTree
    .replace(/(?:\/spec)?\.md$/i, "")
    .replace(/^\./, "")
    .replaceAll("/", ".");
}
