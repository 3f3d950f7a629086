import { type Context, refuse } from "../../documents/form/context.ts";
import { type Item, readItems } from "../../documents/form/items.ts";
import { quotationsIn } from "../../documents/form/quotations.ts";
import { fold } from "../../documents/form/words.ts";
import type { Block } from "../../documents/markdown/block.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { defined } from "../../model/defined.ts";
import { categoryFromLabel } from "../../model/gap-category.ts";
import { parseGapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";

/** A gap of a survey or a blocker of a final review. */
export interface Finding {
  readonly title: string;
  /** What is said of it beside the title; the title where there is nothing. */
  readonly text: string;
  readonly severity: Severity;
  /** `UPLOAD` of `GAP-UPLOAD-001`. */
  readonly category?: string;
  /** Of its location. */
  readonly quotations: readonly string[];
  readonly why?: string;
}

/** Why a document over the whole spec cannot be read, with the lines that nothing was made of (SPEC 5). */
export interface ReadingProblem {
  readonly type: "problem";
  readonly message: string;
  readonly details: readonly string[];
}

/** The sections of a form by their names. What stands elsewhere is a preamble, or unread. */
export function readParts<Name extends string>(text: string, names: Readonly<Record<Name, RegExp>>) {
  const markdown = parseMarkdown(text);
  const context: Context = { markdown, unread: [], patches: [] };
  const parts = new Map<Name, { heading: string; readonly blocks: Block[] }>();
  let open: Block[] | undefined;
  for (const block of markdown.blocks) {
    const name = startsPart(block, names);
    if (name !== undefined) {
      const { heading = "", blocks = [] } = parts.get(name) ?? {};
      parts.set(name, { heading: block.type === "heading" ? block.text : heading, blocks });
      if (block.type === "paragraph") blocks.push(block);
      open = blocks;
    } else if (open !== undefined) open.push(block);
    else if (block.type !== "paragraph" && block.type !== "rule" && !(block.type === "heading" && block.level <= 2)) {
      refuse(context, block, "the sections of the form");
    }
  }
  return { context, parts };
}

/** A heading by its name; `**Verdict:** …` in a line of its own opens its section too. */
function startsPart<Name extends string>(block: Block, names: Readonly<Record<Name, RegExp>>): Name | undefined {
  if (block.type !== "heading" && block.type !== "paragraph") return undefined;
  const words = fold(block.text);
  const isLabel = block.type === "paragraph" && /^[*_]{0,3}verdict\b/i.test(block.text);
  return (Object.keys(names) as Name[]).find(
    (name) => names[name].test(words) && (block.type === "heading" || (isLabel && name === "verdict")),
  );
}

const FIELDS = {
  location: ["location", "locations", "place", "passages"],
  why: ["why", "impact", "reason"],
};

const EXPECTED = '`- **name** (HIGH): title` with `**Location:** "…"` and `**Why:**`';

/** The findings of a section: what is neither one nor a way to say none is unread. */
export function readFindings(context: Context, blocks: readonly Block[], unstated: Severity): Finding[] {
  return readItems(context, blocks, { fields: FIELDS, expected: EXPECTED }, (item) => {
    const found = findingOf(item, unstated);
    return found.title === "" || found.quotations.length === 0 ? EXPECTED : found;
  });
}

function findingOf({ head, words, fields }: Item<"location" | "why">, unstated: Severity): Finding {
  const [location, why] = [fields.get("location"), fields.get("why")];
  const category = head.gap === undefined ? categoryFromLabel(head.label ?? "") : parseGapId(head.gap)?.category;
  const more = [words.trim() === head.title ? "" : words.trim(), why ?? ""].filter((part) => part !== "");
  return {
    title: head.title,
    text: more.join("\n\n") || head.title,
    severity: head.severity ?? unstated,
    quotations: quotationsIn(location ?? ""),
    ...defined({ category, why }),
  };
}

const MOST_DETAILS = 12;

export function readingProblem(message: string, { unread }: Pick<Context, "unread"> = { unread: [] }): ReadingProblem {
  const details = unread
    .slice(0, MOST_DETAILS)
    .map(({ line, text, expected }) => `Line ${line}, where ${expected} was expected:\n${text}`);
  return { type: "problem", message, details };
}
