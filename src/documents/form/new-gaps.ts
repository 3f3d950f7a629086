import type { GapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { NewGap } from "../values.ts";
import { type Context, present } from "./context.ts";
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
  return readItems(context, blocks, NEW_GAPS, ({ head, fields, words, line, endLine }): NewGap | string => {
    const { gap: id, label, title } = head;
    const stated = fields.get("severity");
    const severity = head.severity ?? severityOf(plainText(stated ?? ""));
    if (title === "" || head.issue !== undefined || (stated !== undefined && severity === undefined))
      return NEW_GAPS.expected;
    const [parent] = idsIn(fields.get("parent"));
    const facts = { id, label, severity, parent, place: fields.get("place"), why: fields.get("why") };
    const dependsOn = idsIn(fields.get("depends"));
    return { ...present(facts), title, text: words.trim() || title, dependsOn, line, endLine };
  });
}

function idsIn(text = ""): GapId[] {
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}
