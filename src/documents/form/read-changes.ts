import type { ChangeKind, ChoiceMade } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { ReadChange, Resolution } from "../agent-document.ts";
import type { Block, Fence, Lines } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { changeLine, fencesOf } from "./changes-in-form.ts";
import { type Context, isNothing, leadOf, refuse, rewrite, textOf } from "./context.ts";
import { saysNoChange, saysNone, visible } from "./form-words.ts";
import { readQuotations } from "./read-quotations.ts";

/** What a Spec Changes section says (SPEC 5). */
type ReadChanges = Pick<Resolution, "changes" | "decided" | "noChange">;

/** A change that is being read: its fences follow its line. */
interface OpenChange extends Lines {
  endLine: number;
  readonly number: number;
  readonly kind: ChangeKind;
  readonly place: string;
  old?: string;
  new?: string;
  /** A list may follow `**Decided:**`. */
  lists?: boolean;
}

const EXPECTED = '`**Change n: replace** in "…"` and its fences `old` and `new`';

export function readChanges(context: Context, blocks: readonly Block[]): ReadChanges {
  const changes: OpenChange[] = [];
  const decided: ChoiceMade[] = [];
  const numbers = new Set<number>();
  let noChange: Resolution["noChange"];
  for (const block of blocks) {
    const open = changes.at(-1);
    const started = changeOf(context, block, numbers);
    const choices = open && choicesIn(open, block);
    if (started !== undefined) changes.push(started);
    else if (open && choices) decided.push(...choices.map((text) => ({ change: open.number, text })));
    else if (block.type === "fence" && open !== undefined && fill(open, block)) open.endLine = block.endLine;
    else if (block.type === "paragraph" && noChange === undefined && saysNoChange(block.text)) {
      noChange = { line: block.line, endLine: block.endLine, text: block.text, quotation: "" };
    } else if (noChange !== undefined && open === undefined && explains(noChange, block)) {
      noChange = { ...noChange, endLine: block.endLine, text: `${noChange.text}\n\n${textOf(context, block)}` };
    } else if (!isNothing(block)) refuse(context, block, EXPECTED);
  }
  const read = changes.flatMap((change) => complete(context, change));
  const named = decided.length === 0 ? undefined : decided;
  return defined({
    changes: read,
    decided: named,
    noChange: noChange && checkNoChange(context, noChange, read.length),
  });
}

const DECIDED = /^[\s*_]*decided[*_]*\s?:[*_]*/i;

/** Choices below a change: `**Decided:** 15 minutes`, one to a line or as a list; `undefined` for any other block. */
function choicesIn(open: OpenChange, block: Block): string[] | undefined {
  const isListed = open.lists === true && block.type === "list";
  open.lists = block.type === "paragraph" && DECIDED.test(block.text) && block.text.replace(DECIDED, "").trim() === "";
  if (isListed) return block.items.map(leadOf).filter((text) => text !== "");
  if (block.type !== "paragraph" || !DECIDED.test(block.text)) return undefined;
  const texts = block.text.split(/\n(?=[\s*_]*decided[*_]*\s?:)/i).map((line) => line.replace(DECIDED, "").trim());
  return texts.filter((text) => text !== "" && !saysNone(text));
}

const LINE =
  /^(?:\*\*|__)?change\s{0,3}#?(\d{1,4})?\s{0,3}[:.–—-]?\s{0,3}(?:\*\*|__)?\s{0,3}(replace|remove|add[\s*_]{1,6}after|add[\s*_]{1,6}at[\s*_]{1,6}the[\s*_]{1,6}end)\b[\s*_:]{0,6}(.*)$/isu;

/** Whether a text begins like the line of a change, also outside `### Spec Changes`. */
export function isChangeLine(text: string): boolean {
  const start = visible(text.slice(0, 300));
  return LINE.test(start) && /^(?:\*\*|__|change\s{0,3}#?\d)/i.test(start);
}

function changeOf(context: Context, block: Block, numbers: Set<number>): OpenChange | undefined {
  const line = block.type === "paragraph" || block.type === "heading" ? visible(block.text) : "";
  const [found, stated, words = "", where = ""] = LINE.exec(line.slice(0, 600)) ?? [];
  if (found === undefined) return undefined;
  const kind = words
    .toLowerCase()
    .replace(/[\s*_]+/g, "-")
    .replace("at-the-end", "at-end") as ChangeKind;
  const place = placeOf(where);
  const number = stated === undefined ? numbers.size + 1 : Number(stated);
  if (place === undefined || line.includes("\n")) refuse(context, block, EXPECTED);
  if (numbers.has(number)) refuse(context, block, "a number of its own for each change");
  numbers.add(number);
  const read = { number, kind, place: place ?? "" };
  rewrite(context, "change", block, changeLine(read));
  return { line: block.line, endLine: block.endLine, ...read };
}

/** `in "5.2 Expiry"`, `of “Edge Cases”`, `under Limits`; `undefined` where other words stand there. */
function placeOf(text: string): string | undefined {
  const words = text.replace(
    /^[\s*_:]*(?:(?:in|of|to|under|from|within)\b)?(?:\s+(?:the\s+)?section\b)?[\s:*_]*/iu,
    "",
  );
  const bare = words.replace(/[\s.:*_]+$/u, "");
  const quoted = /^["“`](.*)["”`]$/su.exec(bare)?.[1]?.trim();
  return quoted ?? (/["“”]/.test(bare) || bare.length > 200 ? undefined : plainText(bare));
}

/** Takes a fence into the open change. An `old` or `new` fence inside it means that it was not closed. */
function fill(open: OpenChange, { lang, text, closed }: Fence): boolean {
  const unclosed = !closed || /^\s{0,3}(?:`{3,}|~{3,})\s*(?:old|new)\s*$/im.test(text);
  if ((lang !== "old" && lang !== "new") || open[lang] !== undefined || unclosed) return false;
  open[lang] = text.replace(/\n$/, "");
  return true;
}

function complete(context: Context, { old, new: added, ...change }: OpenChange): ReadChange[] {
  const fences = fencesOf(change.kind);
  const fits = (old !== undefined) === fences.includes("old") && (added !== undefined) === fences.includes("new");
  if (fits && old !== "") return [{ ...change, old: old ?? "", new: added ?? "" }];
  const named = fences.map((name) => `\`${name}\``).join(" and ");
  refuse(context, change, `the fences of change ${change.number}: ${named}`);
  return [];
}

/** Whether a block belongs to `No change needed`; a list after the quotation does not. */
function explains({ text }: NoChange, { type }: Block): boolean {
  return type !== "fence" && (type !== "list" || readQuotations(text).length === 0);
}

type NoChange = NonNullable<Resolution["noChange"]>;

function checkNoChange(context: Context, noChange: NoChange, changes: number): NoChange {
  const [quotation = ""] = readQuotations(noChange.text);
  if (quotation === "") refuse(context, noChange, '`No change needed: "the words of the spec that settle it"`');
  else if (changes > 0) refuse(context, noChange, "either changes or `No change needed`, not both");
  return { ...noChange, quotation };
}
