import { leadingId, nextId } from "../../model/leading-id.ts";
import { cellCount, leadOf, ownId } from "../../model/passage-answer.ts";
import type { LineEdit } from "./exact-change.ts";
import type { Passage, Shape } from "./passage.ts";

export interface Below {
  /** A text that contains every id in use. */
  readonly known: string;
  /** An id that is referred to but not defined: the added words define it. */
  readonly missing?: string | undefined;
  /** The passage is a question, or listed as one: the answer is nested in it, without an id of its own. */
  readonly isAnswer: boolean;
}

/** Adds the person's words below a passage, with the bullet and the next id that the layout needs (SPEC 16.4). */
export function addBelow({ shape, endLine, text }: Passage, words: string, below: Below): LineEdit | undefined {
  const after = (line: number, added: string): LineEdit => ({ kind: "add-after", line, endLine: line, new: added });
  switch (shape.type) {
    case "item":
      if (below.isAnswer) return after(shape.endLine, nested(text, words));
      return after(lastItem(shape).endLine, beside(shape, text, withId(text, words, below)));
    case "row": {
      const cells = shape.table.header.cells.length;
      return words.split("\n").every((row) => cellCount(row) === cells) ? after(shape.endLine, words) : undefined;
    }
    case "code":
      return after(endLine, /^\s/.test(words) ? words : words.replace(/^(?=.)/gm, /^\s*/.exec(text)?.[0] ?? ""));
    case "heading":
      return after(Math.max(endLine, shape.endLine), words);
    case "paragraph":
      return after(Math.max(endLine, shape.endLine), below.isAnswer ? words : withId(text, words, below));
    default:
      // Free text is not valid in front matter.
      return undefined;
  }
}

function nested(text: string, words: string): string {
  const lead = leadOf(text).replace(/\[[ xX]\]\s+$/, "");
  return itemLine(`${lead.replace(/[^\s>]/g, " ")}${/[-*+](?=\s+$)/.exec(lead)?.[0] ?? "-"} `, words);
}

function beside(shape: ItemShape, text: string, words: string): string {
  const next = lastItem(shape).marker.replace(/^\d+/, (number) => String(Number(number) + 1));
  return itemLine(
    leadOf(text)
      .replace(/[-*+](?=\s)|\d+[.)]/, next)
      .replace(/\[[xX]\]/, "[ ]"),
    words,
  );
}

type ItemShape = Extract<Shape, { type: "item" }>;

/** Item numbers may be cited elsewhere, so a new item goes to the end of a numbered list. */
function lastItem({ item, list }: ItemShape) {
  return (/^\d/.test(item.marker) ? list.items.at(-1) : undefined) ?? item;
}

/** Further lines stay below the bullet; a typed bullet is dropped, because the list brings its own. */
function itemLine(lead: string, words: string): string {
  const said = words.includes("\n") ? words : words.replace(/^\s*[-*+]\s+/, "");
  if (/^\s*[-*+]\s/.test(said)) return said.replace(/^(?=.)/gm, /^[\s>]*/.exec(lead)?.[0] ?? "");
  return `${lead}${said.replace(/\n(?=.)/g, `\n${lead.replace(/[^\s>]/g, " ")}`)}`;
}

/** Puts the missing or the next id in front of the words, in the passage's own style, unless they bring an id. */
function withId(passage: string, words: string, { known, missing = "" }: Below): string {
  const found = ownId(passage);
  if (found === undefined || leadingId(words.slice(leadOf(words).length)) !== undefined) return words;
  const kind = (id: string) => id.replace(/\d+$/, "");
  const id = kind(missing) === kind(found.id) ? missing : nextId(known, found.id);
  return `${found.before}${id}${found.behind}${words}`;
}
