import { diffLines } from "diff";
import type { Finding } from "../../../src/checks/finding.ts";
import type { SpecView } from "../../../src/server/spec-view.ts";
import { type RenderedBlock, renderBlocks } from "./render-markdown.ts";

/** A block of the spec with what is to be said beside it. */
export interface SpecBlock extends RenderedBlock {
  /** Gaps whose words it holds. */
  readonly resolutions: readonly string[];
  /** Those of them that begin here. */
  readonly marks: readonly string[];
  readonly findings: readonly Finding[];
}

export function specBlocks(spec: SpecView, source: string): SpecBlock[] {
  const owners = lineOwners(spec, source);
  let before: ReadonlySet<string> = new Set();
  return renderBlocks(withoutDirectives(spec.text)).map((block) => {
    const resolutions = new Set<string>();
    for (let line = block.line; line <= block.endLine; line += 1) {
      const owner = owners.get(line);
      if (owner !== undefined) resolutions.add(owner);
    }
    const marks = [...resolutions].filter((gap) => !before.has(gap));
    before = resolutions;
    const findings = spec.findings.filter(({ line }) => block.line <= line && line <= block.endLine);
    return { ...block, resolutions: [...resolutions], marks, findings };
  });
}

/** What is said to the checks is no part of what is read; the lines stay where they are. */
function withoutDirectives(text: string): string {
  return text.replace(/^<!-- whetstone-[^\n]{0,200}-->$/gm, "");
}

const MILLISECONDS = 800;

/** The gap that each new line comes from: a resolution's words go on from its place as far as the source had none. */
function lineOwners({ text, placements, closingLine }: SpecView, source: string): Map<number, string> {
  const owners = new Map<number, string>();
  const places = [...placements].sort((a, b) => a.line - b.line);
  for (const { line, gap } of places) owners.set(line, gap);
  let line = 1;
  for (const part of diffLines(source, text, { timeout: MILLISECONDS }) ?? []) {
    if (part.removed) continue;
    if (part.added) {
      for (let at = line; at < Math.min(line + part.count, closingLine); at += 1) {
        const owner = owners.get(at) ?? (at > line ? owners.get(at - 1) : undefined);
        if (owner !== undefined) owners.set(at, owner);
      }
    }
    line += part.count;
  }
  return owners;
}
