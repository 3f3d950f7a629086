import type { Layout, Place } from "./layout.ts";

/** `openspec/specs/<capability>/spec.md`, and the deltas of a change with its design. */
export const openSpec: Layout = {
  name: "OpenSpec",
  specFiles(place) {
    if (place.kind === "file") return isSpec(place) ? place.files : undefined;
    const found = filesOf(place);
    return found.length === 0 ? undefined : found;
  },
};

function filesOf({ path, files }: Place): readonly string[] {
  const specs = files.filter((file) => /(?:^|\/)spec\.md$/.test(file));
  if (/(?:^|\/)openspec$/.test(path)) return specs.filter((file) => file.startsWith("specs/"));
  if (/(?:^|\/)openspec\/specs(?:\/|$)/.test(path)) return specs;
  if (!/(?:^|\/)openspec\/changes\/[^/]+$/.test(path)) return [];
  // The proposal says why, the tasks are made from the deltas.
  return [...specs.filter((file) => file.startsWith("specs/")), ...files.filter((file) => file === "design.md")];
}

const PATH = /(?:^|\/)openspec\/(?:specs|changes)\/(?:[^/]+\/)+(?:spec|design|proposal)\.md$/;

function isSpec({ path, text = "" }: Place): boolean {
  return PATH.test(path) || (/^### Requirement:/m.test(text) && /^#### Scenario:/m.test(text));
}
