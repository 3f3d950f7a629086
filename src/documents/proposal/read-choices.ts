import type { InputChoice } from "../../model/gap.ts";
import type { Block, List, ListItem } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";

const MOST_CHOICES = 9;
const LONGEST_LABEL = 160;
const LONGEST_TEXT = 400;

const ANNOUNCED = /(?:^|\n)[\s*_#]{0,8}(?:choices|options|possible answers)[\s*_]{0,4}:?[\s*_]{0,4}$/i;

/**
 * The answers that an Engineer offers with a question: a list behind a line `Choices:`, each `- label: why`, one of them
 * marked `(recommended)`. A list that nothing announces may be what is asked for, and offers nothing.
 */
export function readChoices(blocks: readonly Block[]): InputChoice[] {
  const at = blocks.findIndex((block, index) => isAnnounced(block) && blocks[index + 1]?.type === "list");
  const list = blocks[at + 1];
  return at === -1 || list?.type !== "list" ? [] : choicesOf(list);
}

/** The words before the choices. */
export function withoutChoices(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => ANNOUNCED.test(line));
  return at === -1 ? text : lines.slice(0, at).join("\n");
}

/** In the canonical form. */
export function renderChoices(choices: readonly InputChoice[]): string {
  const items = choices.map(({ label, text, recommended }) => {
    return `- ${recommended === true ? "(recommended) " : ""}${label}${text === "" ? "" : `: ${text}`}`;
  });
  return ["Choices:", "", ...items].join("\n");
}

function isAnnounced(block: Block): boolean {
  return block.type === "paragraph" && ANNOUNCED.test(block.text.slice(-60));
}

function choicesOf(list: List): InputChoice[] {
  const choices = list.items.slice(0, MOST_CHOICES).flatMap((item) => choiceOf(item) ?? []);
  const recommended = choices.findIndex((choice) => choice.recommended === true);
  // Two recommendations are none: the first counts.
  return choices.map(({ label, text }, index) => ({
    label,
    text,
    ...(index === recommended ? { recommended: true } : {}),
  }));
}

const RECOMMENDED = /\s?\(recommended\)[:\s]?/i;

/** `(recommended) 15 minutes: as long as a session lasts`. */
function choiceOf({ blocks }: ListItem): InputChoice | undefined {
  const first = blocks[0];
  if (first?.type !== "paragraph") return undefined;
  const plain = plainText(first.text.slice(0, 2000)).replace(/\s+/g, " ").trim();
  const words = plain.replace(RECOMMENDED, " ").trim();
  const parting = /:\s|\s[–—]\s/.exec(words);
  const label = words.slice(0, Math.min(parting?.index ?? words.length, LONGEST_LABEL)).trim();
  if (label === "") return undefined;
  const text = parting === null ? "" : words.slice(parting.index + parting[0].length, LONGEST_TEXT).trim();
  return { label, text, ...(RECOMMENDED.test(plain) ? { recommended: true } : {}) };
}
