import { HINT } from "../language/hints.ts";
import { inUnits } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { QUOTED } from "../spec/mask.ts";
import { labelKey, type Outline, outlineOf } from "../spec/outline.ts";
import type { Token } from "../spec/tokens.ts";
import { lineOf, type Unit } from "../spec/unit.ts";

/** "Section 9.3", "Table 7", "Appendix C", `section "Errors"` that the document does not have (SPEC 16.2). */
export const danglingPlace: Rule = {
  id: "dangling-place",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A section, table, figure, appendix or step is referred to and does not exist.",
  onByDefault: true,
  run: (spec) => {
    const outline = outlineOf(spec);
    const own = new Set([...outline.series.keys()].map((word) => word.split(" ").at(-1) ?? ""));
    return inUnits(
      spec,
      (unit) => mayRefer(unit) || mayCount(unit, own),
      (unit) => [...checkUnit(unit, outline), ...checkSeries(unit, outline), ...checkTitles(unit, outline)],
    );
  },
};

const PLACE_WORDS: ReadonlyMap<string, string> = new Map([
  ["section", "section"],
  ["sections", "section"],
  ["chapter", "section"],
  ["chapters", "section"],
  ["clause", "section"],
  ["§", "section"],
  ["table", "table"],
  ["tables", "table"],
  ["figure", "figure"],
  ["figures", "figure"],
  ["diagram", "diagram"],
  ["chart", "chart"],
  ["charts", "chart"],
  ["graph", "graph"],
  ["listing", "listing"],
  ["exhibit", "exhibit"],
  ["attachment", "attachment"],
  ["attachments", "attachment"],
  ["addendum", "addendum"],
  ["appendices", "appendix"],
  ["annexes", "appendix"],
  ["appendix", "appendix"],
  ["annex", "appendix"],
  ["step", "step"],
  ["steps", "step"],
]);

function mayRefer({ kind, hints }: Unit): boolean {
  return (hints & HINT.place) !== 0 && kind !== "heading" && kind !== "quote";
}

/** The document counts its sections by a word of its own, and the unit has it. */
function mayCount({ kind, hints, tokens }: Unit, own: ReadonlySet<string>): boolean {
  if (own.size === 0 || (hints & HINT.number) === 0 || kind === "heading" || kind === "quote") return false;
  return tokens.some(({ lower }) => own.has(lower) || own.has(singular(lower)));
}

function singular(lower: string): string {
  return lower.endsWith("ies") ? `${lower.slice(0, -3)}y` : lower.replace(/s$/, "");
}

/** "as listed in Requirement 9", where the headings count Requirement 1 to 7. */
function checkSeries(unit: Unit, { series }: Outline): RuleFinding[] {
  if (series.size === 0) return [];
  return unit.tokens.flatMap((token, index) => {
    const word = singular(token.lower);
    const two = `${unit.tokens[index - 1]?.lower ?? ""} ${word}`;
    const name = series.has(two) ? two : word;
    const numbers = series.get(name);
    if (numbers === undefined || unit.tokens[index + 1]?.kind !== "number" || isExternal(unit, index)) return [];
    return namesAfter(unit, index)
      .filter(({ text }) => /^\d+$/.test(text) && !numbers.has(text))
      .map(({ text }) => report(lineOf(unit, token), `${name} ${text}`));
  });
}

/** `see "Data retention"`: what is quoted behind "see" and begins like a heading is one. */
function checkTitles(unit: Unit, outline: Outline): RuleFinding[] {
  if (!unit.masked.includes(QUOTED)) return [];
  return unit.tokens.flatMap((token, index) => {
    const next = unit.tokens[index + 1];
    if (next?.kind !== "quoted" || !pointsAt(unit.tokens, index)) return [];
    const title = quotedText(unit, next);
    const after = unit.tokens.slice(index + 2, index + 7);
    if (!/^\p{Lu}/u.test(title) || hasTitle(outline, title) || after.some(({ lower }) => NOT_A_TITLE.test(lower)))
      return [];
    return [report(lineOf(unit, token), `section "${title}"`)];
  });
}

const NOT_A_TITLE =
  /^(?:button|dialog|dialogue|screen|page|message|label|field|tab|menu|toast|banner|text|link|table|figure)$/;

/** "see", "described in", "listed under". */
function pointsAt(tokens: readonly Token[], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (lower === "see") return true;
  if (!/^(?:in|under)$/.test(lower)) return false;
  return /^(?:see|described|listed|defined|specified|explained|given|told|laid|set|documented)$/.test(
    tokens[index - 1]?.lower ?? "",
  );
}

function checkUnit(unit: Unit, outline: Outline): RuleFinding[] {
  const found: RuleFinding[] = [];
  unit.tokens.forEach((token, index) => {
    const kind = PLACE_WORDS.get(token.lower);
    if (kind === undefined || isExternal(unit, index)) return;
    for (const name of namesAfter(unit, index)) {
      if (exists(kind, name, outline)) continue;
      found.push(report(lineOf(unit, token), name.quoted ? `${kind} "${name.text}"` : `${kind} ${name.text}`));
    }
  });
  return found;
}

function report(line: number, place: string): RuleFinding {
  return {
    line,
    endLine: line,
    message: `The document has no ${place}.`,
    fix: "Write what the reference promises, or point to the place that is meant.",
  };
}

interface Name {
  readonly text: string;
  readonly quoted: boolean;
}

/** The names behind the word: "9.3", "3 and 4", "A", or a title in quotation marks. */
function namesAfter(unit: Unit, index: number): Name[] {
  const next = unit.tokens[index + 1];
  if (next === undefined) return [];
  if (next.kind === "quoted") return [{ text: quotedText(unit, next), quoted: true }];
  if (next.kind === "word") return /^[A-Z](?:\d+)?$/.test(next.text) ? [{ text: next.text, quoted: false }] : [];
  const names: Name[] = [];
  for (let at = index + 1; unit.tokens[at]?.kind === "number"; at += 2) {
    const text = unit.tokens[at]?.text ?? "";
    if (/^\d{1,3}(?:\.\d{1,3}){0,4}$/.test(text)) names.push({ text, quoted: false });
    if (!/^(?:and|or|,|to)$/.test(unit.tokens[at + 1]?.lower ?? "")) break;
  }
  return names;
}

function quotedText({ text }: Unit, { at, text: { length } }: Token): string {
  return text.slice(at + 1, at + length - 1).replace(/\s+/g, " ");
}

function exists(kind: string, name: Name, outline: Outline): boolean {
  if (name.quoted) return kind !== "section" || hasTitle(outline, name.text);
  switch (kind) {
    case "section":
      return outline.numbers.has(name.text);
    case "step":
      return (
        Number.parseInt(name.text, 10) <= outline.lastStep ||
        outline.lastStep === 0 ||
        outline.labels.has(labelKey(kind, name.text)) ||
        !/^\d+$/.test(name.text)
      );
    default:
      return outline.labels.has(labelKey(kind, name.text));
  }
}

function hasTitle(outline: Outline, title: string): boolean {
  const lower = title.toLowerCase().trim();
  if (outline.titles.has(lower)) return true;
  for (const known of outline.titles)
    if (known.startsWith(lower) || (known !== "" && lower.endsWith(known))) return true;
  return false;
}

const OTHER_DOCUMENT = /^(?:of|in|from)$/;
const STANDARD = /^(?:rfc|iso|iec|ieee|din|nist|ecma|itu|etsi|w3c|gdpr|owasp|pci|hipaa|sox|bcp|ansi|fips|en)$/i;
const DOCUMENT_NOUN =
  /^(?:spec|specification|standard|guide|manual|document|contract|rfc|handbook|act|law|paper|book|policy|agreement|directive|regulation|readme)$/;

/** "RFC 9110, Section 15" and "section 4 of the operations manual" point out of the document. */
function isExternal(unit: Unit, index: number): boolean {
  const { tokens } = unit;
  if (/^(?:its|their|whose|this|that)$/.test(tokens[index - 1]?.lower ?? "") || isInLink(unit, tokens[index]))
    return true;
  const from = tokens[Math.max(0, index - 12)]?.at ?? 0;
  if (FILE_NAME.test(unit.masked.slice(from, tokens[index]?.at)) || hasStandardBefore(tokens, index)) return true;
  for (let back = 1; back <= 5; back++) {
    const token = tokens[index - back];
    if (token === undefined || token.text === "." || token.text === ";") break;
    if (STANDARD.test(token.text) || token.kind === "code" || DOCUMENT_NOUN.test(token.lower)) return true;
  }
  for (let at = index + 2; at <= index + 4; at++) {
    if (!OTHER_DOCUMENT.test(tokens[at]?.lower ?? "")) continue;
    return isOtherDocument(tokens, at + 1);
  }
  return false;
}

/** The words are the text of a link that leads out of the document. */
function isInLink({ text }: Unit, token: Token | undefined): boolean {
  if (token === undefined) return false;
  const open = text.lastIndexOf("[", token.at);
  const close = text.indexOf("]", token.at);
  return (
    open !== -1 &&
    close !== -1 &&
    !text.slice(open, token.at).includes("]") &&
    /^\]\((?!#)|^\]\[/.test(text.slice(close, close + 3))
  );
}

const FILE_NAME = /[\w/-]\.(?:md|txt|pdf|rst|adoc|html?|docx?)\b/i;

/** "must comply with RFC 6838, ... section 4.2": the sentence has named its document. */
function hasStandardBefore(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0 && tokens[at]?.text !== "."; at--)
    if (STANDARD.test(tokens[at]?.text ?? "")) return true;
  return false;
}

function isOtherDocument(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < from + 6; at++) {
    const token = tokens[at];
    if (token === undefined || (token.kind === "mark" && token.text !== "/")) return false;
    if (/^this$/.test(token.lower)) return false;
    if (
      STANDARD.test(token.text) ||
      token.kind === "code" ||
      token.kind === "quoted" ||
      DOCUMENT_NOUN.test(token.lower)
    )
      return true;
  }
  return false;
}
