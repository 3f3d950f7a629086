import { type GapIdMint, gapIdMint } from "../../model/id-mint.ts";
import { type GapId, isGapId, parseGapId } from "../../model/ids.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { readReferences } from "../references.ts";
import type { NewGap } from "../values.ts";
import { gapNamesIn } from "../words/ids-in-text.ts";
import type { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";

/** Where nothing tells what a new gap belongs to. */
const OTHER = "MISC";

/** Gives every new gap an id that nobody has (SPEC 3.1, SPEC 5), and keeps its author's name beside it. */
export function repairNewGaps(
  patch: Patch,
  markdown: Markdown,
  gaps: readonly NewGap[],
  context: RepairContext,
  resolved: readonly string[] = [],
): void {
  if (gaps.length === 0) return;
  const mint = gapIdMint(takenIds(context));
  const declared = new Map<string, GapId>();
  const renumbered = new Map<GapId, GapId>();
  for (const gap of gaps)
    if (gap.id !== undefined && !declared.has(gap.id) && mint.claim(gap.id)) declared.set(gap.id, gap.id);
  for (const gap of gaps) {
    const name = gap.id ?? gap.label;
    const known = name === undefined ? undefined : declared.get(name);
    const id = known ?? mintId(mint, gap, context);
    if (name !== undefined) declared.set(name, id);
    if (gap.id === id) continue;
    if (gap.id !== undefined) renumbered.set(gap.id, id);
    declare(patch, gap, id);
  }
  if (renumbered.size > 0)
    renameReferences(patch, markdown, renumbered, gaps, new Set([...resolved, ...(context.assigned ?? [])]));
}

function takenIds(context: RepairContext): GapId[] {
  const inventory = [...(context.inventory ?? [])].filter(isGapId);
  return [...new Set([...(context.takenGapIds ?? inventory), ...(context.assigned ?? [])])];
}

function mintId(mint: GapIdMint, gap: NewGap, context: RepairContext): GapId {
  if (gap.id !== undefined) return mint.next(parseGapId(gap.id)?.category ?? OTHER);
  if (gap.label !== undefined) return mint.forLabel(gap.label);
  const near = context.assigned?.[0] ?? context.proposals?.[0];
  return mint.next(near === undefined ? OTHER : (parseGapId(near)?.category ?? OTHER));
}

/** The id in the place of the name; the name behind it in brackets. */
function declare(patch: Patch, gap: NewGap, id: GapId): void {
  const line = patch.line(gap.line);
  const name = gap.id ?? gap.label;
  const found = name === undefined ? undefined : gapNamesIn(withoutCode(line)).find((one) => one.id === name);
  const to =
    found === undefined || name === undefined
      ? named(line, id)
      : `${line.slice(0, found.index)}${id} (${name})${line.slice(found.index + name.length)}`;
  patch.replace("gap-id", gap.line, gap.line, [to]);
}

/** A line of a list or a table, or a heading, with the id put before its words. */
function named(line: string, id: GapId): string {
  const match = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|\|\s*|#{1,6}\s+)?)(.*)$/s.exec(line);
  return `${match?.[1] ?? ""}**${id}**: ${match?.[2] ?? line}`;
}

/** What else the document says of a gap that got another number. A gap that it also resolves is the old one. */
function renameReferences(
  patch: Patch,
  markdown: Markdown,
  renumbered: ReadonlyMap<GapId, GapId>,
  gaps: readonly NewGap[],
  old: ReadonlySet<string>,
): void {
  const declarations = new Set(gaps.map((gap) => gap.line));
  const lines = new Map<number, Set<GapId>>();
  for (const { gap, line } of readReferences(markdown)) {
    if (!renumbered.has(gap) || old.has(gap) || declarations.has(line)) continue;
    const there = lines.get(line);
    if (there === undefined) lines.set(line, new Set([gap]));
    else there.add(gap);
  }
  for (const [line, ids] of lines) {
    let text = patch.line(line);
    for (const id of ids) text = replaceOutsideCode(text, id, renumbered.get(id) ?? id);
    patch.replace("gap-reference", line, line, [text]);
  }
}

function replaceOutsideCode(text: string, from: GapId, to: GapId): string {
  let out = "";
  let done = 0;
  for (const { id, index } of gapNamesIn(withoutCode(text))) {
    if (id !== from) continue;
    out += text.slice(done, index) + to;
    done = index + from.length;
  }
  return out + text.slice(done);
}
