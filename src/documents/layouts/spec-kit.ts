import type { Layout, Place } from "./layout.ts";

/** `specs/001-name/spec.md`; plans, tasks and research beside it are made from the spec. */
export const specKit: Layout = {
  name: "Spec Kit",
  specFiles(place) {
    if (place.kind === "file") return isSpec(place) ? place.files : undefined;
    if (/(?:^|\/)\d{3,}-[^/]+$/.test(place.path)) return only(place.files, (file) => file === "spec.md");
    return only(place.files, (file) => /^(?:specs\/)?\d{3,}-[^/]+\/spec\.md$/.test(file));
  },
};

const PATH = /(?:^|\/)specs\/\d{3,}-[^/]+\/spec\.md$/;

/** By its path, else by the headings and ids of the template. */
function isSpec({ path, text = "" }: Place): boolean {
  if (PATH.test(path)) return true;
  return /^#{2,3} Functional Requirements/m.test(text) && /\bFR-\d{3}\b/.test(text) && /\bSC-\d{3}\b/.test(text);
}

function only(files: readonly string[], isSpecFile: (file: string) => boolean): readonly string[] | undefined {
  const found = files.filter(isSpecFile);
  return found.length === 0 ? undefined : found;
}
