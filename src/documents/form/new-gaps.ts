import type { GapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { NewGap } from "../values.ts";
import { type Context, present, refuse, textOf } from "./context.ts";
import { gapIdsIn } from "./ids-in-text.ts";
import { type Form, readItems } from "./items.ts";
import { marksIssue } from "./marks.ts";
import { saysNone, severityOf } from "./words.ts";

const NEW_GAPS: Form<"severity" | "parent" | "place" | "why" | "depends"> = {
  expected: "new gaps: `- **GAP-…** (SEVERITY): …`, or `None.`",
  fields: {
    severity: "severity",
    parent: "parent",
    place: "place",
    location: "place",
    why: "why",
    "depends on": "depends",
  },
};

/** The gaps that a document declares (SPEC 3.5a). */
export function readNewGaps(context: Context, blocks: readonly Block[]): NewGap[] {
  const given = blocks.filter((block) => !saysWhyNone(context, block));
  return readItems(context, given, NEW_GAPS).flatMap(({ head, fields, words, line, endLine }): NewGap[] => {
    const stated = fields.get("severity");
    const severity = head.severity ?? severityOf(plainText(stated ?? ""));
    if (head.title === "" || head.issue !== undefined || (stated !== undefined && severity === undefined)) {
      refuse(context, { line, endLine }, NEW_GAPS.expected);
      return [];
    }
    const { gap: id, label, title } = head;
    const [parent] = idsIn(fields.get("parent"));
    const facts = { id, label, severity, parent, place: fields.get("place"), why: fields.get("why") };
    return [
      { ...present(facts), title, text: words.trim() || title, dependsOn: idsIn(fields.get("depends")), line, endLine },
    ];
  });
}

const LONGEST_REASON = 12;
const REASON = /^\s{0,4}[:;–—-][*_]{0,2}\s(?:[^.!?;]|\.(?=\d)){0,200}[.!]?$/u;

/** `None: the rule stands by itself.`: a short reason in the same sentence declares nothing; more may be a gap (SPEC 5). */
function saysWhyNone(context: Context, block: Block): boolean {
  const isItem = block.type === "list" && block.items.length === 1;
  if (block.type !== "paragraph" && !isItem) return false;
  const text = textOf(context, block).trim();
  const [first = ""] = text.split(/\s{0,4}(?:[.:;–—]|\s-)[*_]{0,2}(?:\s|$)/u, 1);
  if (!saysNone(first)) return false;
  const reason = text.slice(first.length);
  const short = REASON.test(reason) && reason.trim().split(/\s+/).length <= LONGEST_REASON + 1;
  if (!saysNone(text) && (!short || /GAP-/i.test(reason) || marksIssue(reason)))
    refuse(context, block, NEW_GAPS.expected);
  return true;
}

function idsIn(text = ""): GapId[] {
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}
