import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapIdMint, gapIdMint } from "../../model/id-mint.ts";
import { type GapId, isGapId, sortGapIds } from "../../model/ids.ts";
import { compareSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { gapIdsIn } from "../form/ids-in-text.ts";
import { frontMatterOf, withoutFrontMatter } from "../markdown/front-matter.ts";
import { withoutCode } from "../markdown/inline.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import { categoriesIn } from "./categories-in.ts";
import { namesGap } from "./item-label.ts";
import { keywordsOf } from "./keywords.ts";
import { type SourcePassage, sourcePassages } from "./source-passage.ts";
import { markedGaps, type StatedGap, statedGap, titleFrom } from "./stated-gap.ts";

/** A gap as the source states it, ready for the inventory (SPEC 16.1). The place with the longest text is the first. */
export type GapSeed = Pick<
  Gap,
  "id" | "label" | "title" | "text" | "severity" | "severityBy" | "places" | "dependsOn" | "stated"
>;

/** The gaps that a source states, in order: gap ids, open questions, markers such as TODO, and lists of issues. */
export function readInventory(source: string): GapSeed[] {
  const statements: StatedGap[] = [];
  const referred = new Map<GapId, Reference>();
  const markdown = parseMarkdown(withoutFrontMatter(source));
  for (const passage of [...frontPassages(source), ...sourcePassages(markdown)]) {
    const stated = statedGap(passage);
    const marked = stated?.label === undefined ? markedGaps(passage) : [];
    if (marked.length > 0) statements.push(...marked);
    else if (stated) statements.push(stated);
    noteReferences(passage, stated === undefined, referred);
  }
  const merged = mergeStatements([...statements, ...onlyReferred(statements, referred)]);
  return toSeeds(merged, categoriesIn(markdown));
}

/** Every line of the front matter is a passage of its own. */
function frontPassages(source: string): SourcePassage[] {
  const common = { kind: "paragraph", heading: "", openList: false, intro: "", body: "", cells: [] } as const;
  const lines = splitLines(frontMatterOf(source));
  return lines.map((text, at) => ({ ...common, text, line: at + 1, endLine: at + 1 }));
}

/** Remembers where an id is used first, preferably in a passage that states no other gap. */
function noteReferences(passage: SourcePassage, free: boolean, referred: Map<GapId, Reference>): void {
  for (const { id } of gapIdsIn(withoutCode(passage.text))) {
    const known = referred.get(id);
    if (known !== undefined && (known.free || !free)) continue;
    const { heading, line, endLine } = passage;
    const words = { title: titleFrom(passage.text), text: passage.text.trim().slice(0, 4000) };
    const statement = { label: id, ...words, heading, line, endLine, dependsOn: [], done: false };
    referred.set(id, { free, statement });
  }
}

interface Reference {
  readonly free: boolean;
  readonly statement: StatedGap;
}

/** Ids that are used but never stated: the first passage that uses one counts as its statement. */
function onlyReferred(statements: readonly StatedGap[], referred: ReadonlyMap<GapId, Reference>): StatedGap[] {
  const stated = new Set(statements.map((statement) => statement.label));
  return [...referred].filter(([id]) => !stated.has(id)).map(([, { statement }]) => statement);
}

/** One gap and all its statements. */
interface Merged {
  readonly label: string | undefined;
  readonly statements: StatedGap[];
}

/** Merges statements with the same name or the same words (SPEC 16.1); different names are different gaps. */
function mergeStatements(statements: readonly StatedGap[]): Merged[] {
  const groups: Merged[] = [];
  const byName = new Map<string, Merged>();
  const byWords = new Map<string, Merged>();
  for (const statement of statements.toSorted((a, b) => a.line - b.line)) {
    const name = statement.label !== undefined && namesGap(statement.label) ? statement.label : undefined;
    const words = statement.isCell ? [] : [...keywordsOf(statement.text)].toSorted();
    const key = words.length >= 3 ? [...words, ...namesIn(statement.text)].join(" ") : undefined;
    const same = name !== undefined ? byName.get(name) : key !== undefined ? byWords.get(key) : undefined;
    const group = same ?? { label: statement.label, statements: [] };
    if (!same) groups.push(group);
    group.statements.push(statement);
    if (name !== undefined) byName.set(name, group);
    if (key !== undefined && !byWords.has(key)) byWords.set(key, group);
  }
  return groups;
}

/** Numbers, paths and the like, which tell two similar texts apart: `/a` and `/c`. */
function namesIn(text: string): string[] {
  return (text.match(/[^\s|`*"'()]*[\d/_#@][^\s|`*"'()]*/g) ?? [])
    .map((name) => name.replace(/[.,:;?!]+$/, ""))
    .toSorted();
}

function toSeeds(groups: readonly Merged[], categoryAt: (line: number) => string): GapSeed[] {
  const mint = gapIdMint(groups.map(({ label = "" }) => label).filter(isGapId));
  // Named gaps get their ids first, so that `OQ-001` becomes `GAP-OQ-001` even after an unnamed question.
  const categories = groups.map(({ statements: [first] }) => categoryAt(first?.line ?? 0));
  const named = groups.map(({ label }, index) => idForName(label, mint, categories[index]));
  const all = groups.map((group, index) => ({ ...group, id: named[index] ?? mint.next(categories[index] ?? "") }));
  const open = new Set(all.filter(({ statements }) => !statements.some(({ done }) => done)));
  const byLabel = new Map(all.toReversed().map((group) => [group.label, group]));
  const idOf = (name: string) => {
    const group = byLabel.get(name);
    return group && open.has(group) ? group.id : undefined;
  };
  return Array.from(open, (group) => toSeed(group, group.id, idOf));
}

function idForName(label: string | undefined, mint: GapIdMint, category: string | undefined): GapId | undefined {
  if (label === undefined || isGapId(label)) return label;
  if (!namesGap(label)) return undefined;
  return mint.forLabel(label.replace(/^ISSUE-/, "").replace(/^OQ(?=\d)/, "OQ-"), category);
}

function toSeed(group: Merged, id: GapId, idOf: (name: string) => GapId | undefined): GapSeed {
  const ordered = group.statements.toSorted((a, b) => b.text.length - a.text.length || a.line - b.line);
  const main = ordered[0];
  const [severity] = group.statements.flatMap((statement) => statement.severity ?? []).sort(compareSeverity);
  const dependsOn = group.statements.flatMap((statement) => statement.dependsOn.flatMap((name) => idOf(name) ?? []));
  return {
    id,
    ...(group.label === undefined || group.label === id ? {} : { label: group.label }),
    title: main?.title ?? "",
    text: main?.text ?? "",
    severity: severity ?? "MEDIUM",
    severityBy: severity === undefined ? "mediator" : "user",
    ...defined({ stated: group.statements[0]?.stated }),
    places: ordered.map(({ heading, line, endLine }) => ({ heading, line, endLine })),
    dependsOn: sortGapIds(dependsOn.filter((name) => name !== id)),
  };
}
