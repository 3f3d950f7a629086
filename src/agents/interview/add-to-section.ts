import { readSpec } from "../../checks/spec/spec.ts";
import type { LineEdit } from "./exact-change.ts";

/** The answer to a gap that stands nowhere: a paragraph at the end of the last section that states something. */
export function addToSection(draft: string, words: string): LineEdit | undefined {
  const { sections } = readSpec(draft);
  const ends = sections
    .filter(({ isSilent, role }) => !isSilent && role === "text")
    .flatMap(({ node }) => node.blocks.findLast(({ type }) => type !== "rule" && type !== "html")?.endLine ?? []);
  const line = ends.at(-1);
  return line === undefined ? undefined : { kind: "add-after", line, endLine: line, new: words };
}
