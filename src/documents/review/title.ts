import { plainText } from "../markdown/inline.ts";
import { boldLead } from "../outline/outline.ts";
import { opensItem } from "./item-lines.ts";
import type { Unit } from "./unit.ts";

const LONGEST = 200;

/** The title of an item: its heading, its bold beginning, or its first sentence. */
export function titleOf(unit: Unit): string {
  return short(withoutGap(wholeTitle(unit)));
}

const GAP = "GAP-[A-Z]{2,10}-\\d{3}[a-z]?";
const AROUND = new RegExp(
  `^[[(]?${GAP}(?:[\\])]?\\s*[:,.–—-]|[\\])])\\s*(?=\\p{L}|["“\`])|\\s*(?:\\(${GAP}\\)|\\[${GAP}\\])$`,
  "gu",
);

/** The gap that a title names before or behind it is told elsewhere. */
function withoutGap(title: string): string {
  if (!title.includes("GAP-")) return title;
  const rest = title.replace(AROUND, "");
  return /\p{L}{2,}\W+\p{L}/u.test(rest) ? rest : title;
}

function wholeTitle(unit: Unit): string {
  const first = unit.lines[0] ?? "";
  if (unit.form === "heading" || (unit.form === "bold" && first !== "" && unit.lines[1]?.trim() === "")) {
    return plainText(first.slice(0, 600));
  }
  const bold = opensItem(first) ? undefined : boldLead(first);
  if (bold !== undefined && /\p{L}{2}/u.test(bold.words)) {
    const words = plainText(bold.words).replace(/[\s:.]+$/, "");
    if (!/^GAP-[\w-]+(?:\s*\([^()]{0,40}\))?$/u.test(words)) return words;
  }
  if (isTitleLine(unit.lines)) return plainText(first);
  const words = plainText(paragraph(unit.lines).slice(0, 600))
    .replace(/\s+/g, " ")
    .replace(opensItem(first) ? /^\p{L}+:\s*/u : /^$/u, "");
  return sentence(withoutGap(words));
}

/** A first line that ends where no line had to: without a stop, and before a word that would have fitted. */
function isTitleLine([first = "", second = "", ...more]: readonly string[]): boolean {
  if (first.length > 120 || /[.,;:]\s*$/u.test(first) || !/^\p{Lu}/u.test(second)) return false;
  const widest = [second, ...more.slice(0, 6)].reduce((width, line) => Math.max(width, line.length), 0);
  const word = second.split(/\s/u, 1)[0] ?? "";
  return first.length + 1 + word.length < Math.max(widest, 60) - 8;
}

function paragraph(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return "";
  let end = first + 1;
  while (
    end < lines.length &&
    end < first + 8 &&
    /^\s*(?![-*+]\s|\d{1,3}[.)]\s|#|\||```|~~~|>)\S/.test((lines[end] ?? "").slice(0, 40))
  )
    end++;
  return lines.slice(first, end).join(" ");
}

function sentence(text: string): string {
  const match = /^.{12,}?[.!?](?=\s+[\p{Lu}"“([]|\s*$)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)/u.exec(text);
  return (match?.[0] ?? text).replace(/[.:;]$/, "");
}

function short(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.lastIndexOf(" ", LONGEST);
  return `${text.slice(0, cut > LONGEST / 2 ? cut : LONGEST)}…`;
}
