import { kiro } from "./kiro.ts";
import type { Layout, Place } from "./layout.ts";
import { openSpec } from "./openspec.ts";
import { folderOfSpecs, plainFile } from "./plain.ts";
import { specKit } from "./spec-kit.ts";

/** The ones with a form of their own first. */
const LAYOUTS: readonly Layout[] = [openSpec, kiro, specKit, plainFile, folderOfSpecs];

export interface FoundLayout {
  readonly layout: Layout;
  /** The files of the spec, in the order in which they are read. */
  readonly files: readonly string[];
}

/** The layout of a place, by its path and what stands in it; `undefined` for a folder without a spec. */
export function findLayout(place: Place): FoundLayout | undefined {
  for (const layout of LAYOUTS) {
    const files = layout.specFiles(place);
    if (files !== undefined) return { layout, files };
  }
  return undefined;
}
