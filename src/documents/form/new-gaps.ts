import type { GapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { NewGap } from "../values.ts";
import { type Context, present, refuse, textOf } from "./context.ts";
import { gapIdsIn } from "./ids-in-text.ts";
import { type Form, readItems } from "./items.ts";
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

/** `None. The rule stands by itself.`: a reason declares nothing where it names no gap. */
function saysWhyNone(context: Context, block: Block): boolean {
  const isItem = block.type === "list" && block.items.length === 1;
  if (block.type !== "paragraph" && !isItem) return false;
  const text = textOf(context, block);
  const [first = ""] = text.split(/(?<=\p{L})[.:;–—](?:\s|$)/u, 1);
  return saysNone(first) && !/GAP-|\((?:CRITICAL|HIGH|MEDIUM|LOW)\)/iu.test(text);
}

function idsIn(text = ""): GapId[] {
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}
