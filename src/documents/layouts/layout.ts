/** What the User names on the command line: a file or a folder. */
export interface Place {
  /** Absolute or not, with forward slashes. */
  readonly path: string;
  readonly kind: "file" | "folder";
  /** The markdown files below a folder, relative to it and sorted; for a file, its name alone. */
  readonly files: readonly string[];
  /** The content of a file. */
  readonly text?: string;
}

/** A convention for keeping specs (SPEC 12): which files together are the spec. */
export interface Layout {
  /** The name that people know: `Spec Kit`. */
  readonly name: string;
  /** Whether a file, by its path or its headings, is a spec of this layout. */
  isSpec(path: string, text: string): boolean;
  /** The files of the spec in a folder, in reading order; none if the folder does not follow this layout. */
  filesIn(place: Place): readonly string[];
}

/** `openspec/specs/<capability>/spec.md`, and the deltas of a change with its design. */
const openSpec: Layout = {
  name: "OpenSpec",
  isSpec: (path, text) =>
    /(?:^|\/)openspec\/(?:specs|changes)\/(?:[^/]+\/)+(?:spec|design|proposal)\.md$/.test(path) ||
    (/^### Requirement:/m.test(text) && /^#### Scenario:/m.test(text)),
  filesIn({ path, files }) {
    const specs = files.filter((file) => /(?:^|\/)spec\.md$/.test(file));
    const inSpecs = specs.filter((file) => file.startsWith("specs/"));
    if (/(?:^|\/)openspec$/.test(path)) return inSpecs;
    if (/(?:^|\/)openspec\/specs(?:\/|$)/.test(path)) return specs;
    // The proposal and the tasks are not the spec: one gives reasons, the other is derived.
    const isChange = /(?:^|\/)openspec\/changes\/[^/]+$/.test(path);
    return isChange ? [...inSpecs, ...files.filter((file) => file === "design.md")] : [];
  },
};

/** `.kiro/specs/<name>/`: the requirements and the design as one spec; the tasks are made from them. */
const kiro: Layout = {
  name: "Kiro",
  isSpec: (path, text) =>
    /(?:^|\/)\.kiro\/specs\/[^/]+\/(?:requirements|bugfix|design)\.md$/.test(path) ||
    (/^#{2,5} Acceptance Criteria/m.test(text) && /\bSHALL\b/.test(text)),
  filesIn({ path, files }) {
    const names = /(?:^|\/)\.kiro\/specs\/[^/]+$/.test(path) ? ["requirements.md", "bugfix.md", "design.md"] : [];
    return names.filter((file) => files.includes(file));
  },
};

/** `specs/001-name/spec.md`; plans, tasks and research beside it are made from the spec. */
const specKit: Layout = {
  name: "Spec Kit",
  isSpec: (path, text) =>
    /(?:^|\/)specs\/\d{3,}-[^/]+\/spec\.md$/.test(path) ||
    (/^#{2,3} Functional Requirements/m.test(text) && /\bFR-\d{3}\b/.test(text) && /\bSC-\d{3}\b/.test(text)),
  filesIn({ path, files }) {
    const isFeature = /(?:^|\/)\d{3,}-[^/]+$/.test(path);
    return files.filter((file) => (isFeature ? /^spec\.md$/ : /^(?:specs\/)?\d{3,}-[^/]+\/spec\.md$/).test(file));
  },
};

/** One markdown file of any form. */
export const plainFile: Layout = { name: "a plain file", isSpec: () => true, filesIn: () => [] };

/** Every markdown file below a folder, as one spec. */
export const folderOfSpecs: Layout = { name: "a folder of specs", isSpec: () => false, filesIn: ({ files }) => files };

/** The most specific first. */
const LAYOUTS: readonly Layout[] = [openSpec, kiro, specKit, plainFile, folderOfSpecs];

/** The layout of a place and its files in the order of reading; `undefined` for a folder without a spec. */
export function findLayout(place: Place) {
  const { path, kind, files, text = "" } = place;
  for (const layout of LAYOUTS) {
    const found = kind === "folder" ? layout.filesIn(place) : layout.isSpec(path, text) ? files : [];
    if (found.length > 0) return { layout, files: found };
  }
  return undefined;
}
