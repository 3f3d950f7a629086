import { withoutCode } from "../../documents/markdown/inline.ts";
import { inUnits, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { anchorsOf } from "../spec/anchors.ts";
import type { Unit } from "../spec/unit.ts";

const LINK = /\[([^[\]\n]{0,200})\]\(#([^()\s]{1,200})\)/g;
const FOOTNOTE = /\[\^([\w-]{1,60})\](?!:)/g;

/** A link into the document that leads nowhere, and a footnote without its text (SPEC 16.2). */
export const danglingAnchor: Rule = {
  id: "dangling-anchor",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A link points to a heading, or a footnote to a text, that the document does not have.",
  onByDefault: true,
  run: (spec) => {
    if (!spec.markdown.text.includes("](#") && !spec.markdown.text.includes("[^")) return NOTHING;
    const anchors = anchorsOf(spec);
    const notes = new Set(
      [...spec.markdown.text.matchAll(/^ {0,3}\[\^([\w-]{1,60})\]:/gm)].map((match) => match[1] ?? ""),
    );
    return inUnits(
      spec,
      ({ text }) => text.includes("](#") || text.includes("[^"),
      (unit) => checkUnit(unit, anchors, notes),
    );
  },
};

function checkUnit(unit: Unit, anchors: ReadonlySet<string>, notes: ReadonlySet<string>): RuleFinding[] {
  const text = withoutCode(unit.text);
  const found: RuleFinding[] = [];
  for (const match of text.matchAll(LINK)) {
    if (anchors.has(decode(match[2] ?? "").toLowerCase())) continue;
    found.push(
      report(
        unit,
        match.index,
        `The link "#${match[2]}" leads to no heading.`,
        "Write the section, or link to the heading that is meant.",
      ),
    );
  }
  for (const match of text.matchAll(FOOTNOTE)) {
    if (notes.has(match[1] ?? "")) continue;
    found.push(
      report(unit, match.index, `The footnote [^${match[1]}] has no text.`, "Write the footnote, or remove its mark."),
    );
  }
  return found;
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

function report(unit: Unit, at: number, message: string, fix: string): RuleFinding {
  const line = unit.line + unit.text.slice(0, at).split("\n").length - 1;
  return { line, endLine: line, message, fix };
}
