import type { WrittenFile } from "../../engine/write-spec.ts";
import { visibleLine } from "../../model/visible-text.ts";

const MOST_SECTIONS = 12;

/** Where the finished spec went, and what became of files that the person changed meanwhile (SPEC 12). */
export function tellSpec(files: readonly WrittenFile[]): string[] {
  if (files.length === 0) return ["finished spec: nothing of it changed"];
  return files.flatMap(linesFor);
}

function linesFor(file: WrittenFile): string[] {
  switch (file.how) {
    case "beside":
      return [`finished spec: ${file.path}`];
    case "record":
      return [`what was refined, and what is left open: ${file.path}`];
    case "in place":
      return [`finished spec: ${file.path}, in place; changed: ${names(file.sections)}`];
    case "kept":
      return keptLines(file);
  }
}

function keptLines({ of, path, sections, edited }: WrittenFile): string[] {
  const both = sections.filter((section) => edited.includes(section));
  return [
    `${of} was changed by hand since it was read: it stays as it is, and the finished spec is ${path}`,
    `  you changed: ${names(edited)}`,
    `  the session changed: ${names(sections)}`,
    ...(both.length === 0 ? [] : [`  both changed: ${names(both)}`]),
  ];
}

function names(sections: readonly string[]): string {
  const more = sections.length - MOST_SECTIONS;
  const shown = sections.slice(0, MOST_SECTIONS).map((section) => `"${visibleLine(section, 80)}"`);
  return `${shown.join(", ") || "nothing below a heading"}${more > 0 ? ` and ${more} more` : ""}`;
}
