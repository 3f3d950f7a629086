import { readSpec } from "../../checks/reading/spec.ts";
import type { Markdown } from "../../documents/markdown/markdown.ts";

export interface Glossary {
  readonly line: number;
  entry(term: string, meaning: string): string;
}

export function glossaryIn(draft: string): Glossary | undefined {
  const { markdown, sections } = readSpec(draft);
  for (const { node } of sections.filter(({ role }) => role === "glossary")) {
    const block = node.blocks.findLast(({ type }) => type === "list" || type === "table");
    if (block?.type === "table") return inTable(block.endLine, block.header.cells.length);
    if (block?.type === "list") return inList(markdown, block.items.at(-1)?.line ?? block.line, block.endLine);
  }
  return undefined;
}

function inTable(line: number, cells: number): Glossary {
  const rest = "  |".repeat(Math.max(0, cells - 2));
  return { line, entry: (term, meaning) => `| ${term} | ${meaning.replaceAll("|", "\\|")} |${rest}` };
}

/** Copies the style of the last entry: `- **term**: meaning`, `- _term_ – meaning`. */
function inList({ lines }: Markdown, line: number, endLine: number): Glossary {
  const form = /^(\s*(?:[-*+]|\d+[.)])\s+)([*_`"]{0,3})[^*`":–—]{1,80}?(:?)\2(\s?[:–—-]\s|\s)/.exec(
    lines[line - 1] ?? "",
  );
  const [, lead = "- ", mark = "", colon = "", parting = ": "] = form ?? [];
  return { line: endLine, entry: (term, meaning) => `${lead}${mark}${term}${colon}${mark}${parting}${meaning}` };
}
