import { describe, expect, it } from "vitest";
import { fillable } from "./marker-span.ts";
import type { Passage } from "./passage.ts";

const span = (text: string): string | undefined => {
  const type = text.startsWith("|") ? "row" : "paragraph";
  return fillable({ text, shape: { type } } as Passage);
};

describe("the words that an answer takes the place of (SPEC 16.4)", () => {
  it.each([
    ["- A cart holds TBD items.", "- A cart holds VALUE items."],
    ["- The limit is **TBD** per day.", "- The limit is **VALUE** per day."],
    ["- The name is [TBD].", "- The name is VALUE."],
    ["- The host is <TBD>.", "- The host is VALUE."],
    ["- The colour (TBD) is fixed.", "- The colour (VALUE) is fixed."],
    ["- The queue is [TODO: which one?] and durable.", "- The queue is VALUE and durable."],
    ["- The page holds (TBD: size?) entries.", "- The page holds (VALUE) entries."],
    ["- Recompute the totals (TODO when?) and mail them.", "- Recompute the totals (VALUE) and mail them."],
    ["Pay by card (TODO: or by invoice (net)?), then ship.", "Pay by card (VALUE), then ship."],
    ["The cache lives 5 min (TBC with ops).", "The cache lives 5 min (VALUE)."],
    ["- Exports are CSV. TODO: name the columns. Imports are JSON.", "- Exports are CSV. VALUE. Imports are JSON."],
    ["- One. TODO: pick it; and this\n  is its second line. A last one.", "- One. VALUE. A last one."],
    ["- TODO: name it, e.g. the first. Then the rest.", "- VALUE. Then the rest."],
    ["- TODO: the fee\n  - in euros", "- VALUE\n  - in euros"],
    ["- TODO(alice): decide on the currency", "- VALUE"],
    ["- **TODO**: decide on it", "- VALUE"],
    ["- **TODO:** decide on it", "- VALUE"],
    ["TBD - created by archiving change add-docs.", "VALUE."],
    ["- Retention: TBD (see legal); export: CSV", "- Retention: VALUE (see legal); export: CSV"],
    ["- Retry ??? (ask ops) times.", "- Retry VALUE (ask ops) times."],
    ["| Mail | TBD (custom domain) |", "| Mail | VALUE (custom domain) |"],
    ["- An icon (TBD px base, scalable).", "- An icon (VALUE px base, scalable)."],
    ["| Retries | TODO: pick one | see ops |", "| Retries | VALUE | see ops |"],
    ["| Retries | TBD | see ops |", "| Retries | VALUE | see ops |"],
    ["- FR-1: keep it [NEEDS CLARIFICATION: how long?].", "- FR-1: keep it VALUE."],
  ])("%j", (text, filled) => {
    expect(text.replace(span(text) ?? "", "VALUE")).toBe(filled);
  });

  it.each([
    "- FIXME define the limit for guests.",
    "- The limit TODO when?",
    "- The fee is TBC with ops.",
    "- TODO: which one? It is durable.",
    "- It is [TODO](todo.md) by now.",
    "- A TBD and a TBD.",
    "- It is [NEEDS CLARIFICATION: how long",
    "- Users get *TODO: the reward* after signing in.",
    "- TODO - pick a carrier - and mail the user.",
    "> **Open question:** is the order stable between runs?",
    "6. TBD: The user is told.",
    "- What about refunds??? They are paid in cash.",
    "- TBD: The user is told.",
    "- TBD - the rest is simple: it works.",
    "- Export as TBD - CSV was asked for by sales.",
  ])("where it cannot be told there are none: %j", (text) => expect(span(text)).toBeUndefined());
});
