import type { GapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { NewGap } from "../values.ts";
import { type Context, present, refuse } from "./context.ts";
import { gapIdsIn } from "./ids-in-text.ts";
import { type Form, readItems } from "./items.ts";
import { severityOf } from "./words.ts";

const NEW_GAPS: Form<"severity" | "parent" | "place" | "why" | "depends"> = {
  expected: "new gaps: `- **GAP-…** (SEVERITY): …`, or `None.`",
  fields: {
    severity: ["severity"],
    parent: ["parent"],
    place: ["place", "location"],
    why: ["why"],
    depends: ["depends on"],
  },
};

/** The gaps that a document declares (SPEC 3.5a). */
export function readNewGaps(context: Context, blocks: readonly Block[]): NewGap[] {
  return readItems(context, blocks, NEW_GAPS).flatMap(({ head, fields, words, line, endLine }): NewGap[] => {
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

function idsIn(text = ""): GapId[] {
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}
