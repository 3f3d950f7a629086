import type { Layout, Place } from "./layout.ts";

const FILES = ["requirements.md", "bugfix.md", "design.md"] as const;

/** `.kiro/specs/<name>/`: the requirements and the design as one spec; the tasks are made from them. */
export const kiro: Layout = {
  name: "Kiro",
  specFiles(place) {
    if (place.kind === "file") return isSpec(place) ? place.files : undefined;
    if (!/(?:^|\/)\.kiro\/specs\/[^/]+$/.test(place.path)) return undefined;
    const found = FILES.filter((file) => place.files.includes(file));
    return found.length === 0 ? undefined : found;
  },
};

const PATH = /(?:^|\/)\.kiro\/specs\/[^/]+\/(?:requirements|bugfix|design)\.md$/;

function isSpec({ path, text = "" }: Place): boolean {
  return PATH.test(path) || (/^#{2,5} Acceptance Criteria/m.test(text) && /\bSHALL\b/.test(text));
}
