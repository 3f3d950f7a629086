import { readSpec } from "../../checks/spec/spec.ts";
import type { LineEdit } from "./exact-change.ts";

/** Places the answer to a gap without a passage: a paragraph at the end of the last section with content. */
export function addToSection(draft: string, words: string): LineEdit | undefined {
  const { sections } = readSpec(draft);
  const ends = sections
    .filter(({ isSilent, role }) => !isSilent && role === "text")
    .flatMap(({ node }) => node.blocks.findLast(({ type }) => type !== "rule" && type !== "html")?.endLine ?? []);
  const line = ends.at(-1);
  return line === undefined ? undefined : { kind: "add-after", line, endLine: line, new: words };
}
