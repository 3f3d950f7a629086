import type { Spec, SpecFile } from "../../model/change.ts";
import { viewOf } from "./file-view.ts";
import { diffLineLists } from "./line-diff.ts";
import { sectionAt, sectionsIn, shortPathText } from "./section-places.ts";

/** Lines of a file that differ between two versions of a spec. */
export interface DiffHunk {
  readonly file: string;
  /** The headings above the lines: in the newer version, or in the older one if the lines were removed. */
  readonly heading: string;
  /** 1-based. For added or removed lines, the other version's number is where they would be. */
  readonly beforeLine: number;
  readonly afterLine: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The differences between two versions of a spec, by files and lines (`whetstone diff`). */
export function diffHunks(before: Spec, after: Spec): readonly DiffHunk[] {
  const paths = new Set([...before, ...after].map(({ path }) => path));
  return [...paths].flatMap((path) => diffFile(fileOf(before, path), fileOf(after, path)));
}

function fileOf(spec: Spec, path: string): SpecFile {
  return spec.find((file) => file.path === path) ?? { path, text: "" };
}

export function diffFile(before: SpecFile, after: SpecFile): DiffHunk[] {
  if (before.text === after.text) return [];
  const [old, now] = [viewOf(before), viewOf(after)];
  return diffLineLists(old.lineTexts, now.lineTexts).map((hunk) => {
    const isGone = hunk.after.from === hunk.after.to;
    const [view, { from }] = isGone ? [old, hunk.before] : [now, hunk.after];
    return {
      file: after.path,
      heading: shortPathText(sectionAt(sectionsIn(view), from + 1)),
      beforeLine: hunk.before.from + 1,
      afterLine: hunk.after.from + 1,
      before: old.lineTexts.slice(hunk.before.from, hunk.before.to),
      after: now.lineTexts.slice(hunk.after.from, hunk.after.to),
    };
  });
}
