import { describe, expect, it } from "vitest";
import { changeText, proposalDocument } from "../../../test/support/canonical-documents.ts";
import { readSpec } from "../../checks/reading/spec.ts";
import type { GapId } from "../../model/ids.ts";
import type { Pattern, PatternFinding } from "../../model/rollback.ts";
import { workOf } from "./analyse-undone.ts";
import { findingsIn, findPatterns, vagueWords } from "./patterns.ts";

const GAP: GapId = "GAP-DEPOT-001";
const SOURCE = "# Depot\n\nPallets come in.";

function patterns(text: string, source = SOURCE, known: readonly GapId[] = [GAP]): PatternFinding[] {
  return findPatterns(workOf(GAP, text, [GAP], { has: (gap) => known.includes(gap) }), source);
}

const find = (found: readonly PatternFinding[], pattern: Pattern) => found.find((one) => one.pattern === pattern);
const GOOD = proposalDocument({ gap: GAP }).replace(
  "### Examples\n\n",
  "### Examples\n\n- A pallet at 23:59 is booked on that day.\n",
);

describe("a good resolution", () => {
  it("shows no pattern", () => expect(patterns(GOOD)).toEqual([]));
});

describe("vague words", () => {
  const words = (text: string) => vagueWords(readSpec(text));

  it.each(
    "appropriate|as needed|reasonable|sufficient|adequate|properly|correctly|when necessary|if applicable|as required|typically|generally|various|certain|some|may|might|could|should consider|it depends|context-dependent".split(
      "|",
    ),
  )("count %s (SPEC 13.6)", (word) => expect(words(`The depot does it, ${word}, and goes on.`)).toEqual([word]));

  it.each([
    ["code", "The flag `may be appropriate` is read."],
    ["a fence", "Read this:\n\n```\nsome may be appropriate\n```"],
    ["a quotation", 'It says "some may be appropriate".'],
    ["a block quote", "> Some may be appropriate."],
    ["RFC 2119 MAY", "A clerk MAY refuse a pallet, and SHOULD say why."],
    ["for some X", "It holds for some pallet of the row."],
    ["a month", "It ends in May 2026."],
    ["may not", "A clerk may not sign twice."],
    ["what happened", "The label could not be read."],
    ["what it hangs on", "It is booked as required by RFC 9110, and it depends on the mode."],
    ["a heading", "## Some appropriate rules"],
  ])("do not count in %s", (_where, text) => expect(words(text)).toEqual([]));
});

describe("ABSTRACT_OUTPUT", () => {
  const vague = (count: number) => `${"It is appropriate. ".repeat(count)}`;

  it("fires above five, with the words of the document", () => {
    const found = find(patterns(GOOD.replace("The bound is", `${vague(6)}The bound is`)), "ABSTRACT_OUTPUT");
    expect(found).toMatchObject({ gap: GAP, evidence: Array(6).fill({ words: "appropriate" }) });
  });

  it("does not fire at five", () => {
    expect(find(patterns(GOOD.replace("The bound is", `${vague(5)}The bound is`)), "ABSTRACT_OUTPUT")).toBeUndefined();
  });

  it("counts what a change adds, and not what it quotes", () => {
    const changes = (facts: { readonly old: string; readonly new: string }) =>
      GOOD.replace(
        /### Spec Changes[\s\S]*?(?=### Examples)/,
        `### Spec Changes\n\n${changeText({ kind: "replace", ...facts }, 0)}\n\n`,
      );
    const added = changes({ old: "Pallets come in.", new: vague(6) });
    expect(find(patterns(added), "ABSTRACT_OUTPUT")?.evidence).toHaveLength(6);
    expect(
      find(patterns(changes({ old: vague(6), new: "Pallets come in by day." })), "ABSTRACT_OUTPUT"),
    ).toBeUndefined();
  });

  it("is of HIGH confidence only where the text is full of it", () => {
    const dense = proposalDocument({ gap: GAP, text: vague(12) });
    expect(find(patterns(dense), "ABSTRACT_OUTPUT")?.confidence).toBe("HIGH");
    const rare = proposalDocument({ gap: GAP, text: `${vague(6)}${"The clerk signs it at ten. ".repeat(60)}` });
    expect(find(patterns(rare), "ABSTRACT_OUTPUT")?.confidence).toBe("MEDIUM");
  });
});

describe("MISSING_SECTIONS", () => {
  const without = (heading: string) => GOOD.replace(new RegExp(`### ${heading}\\n\\n[^#]*`), "");

  it("is of HIGH confidence for what nothing replaces", () => {
    expect(find(patterns(without("Trade-offs")), "MISSING_SECTIONS")).toMatchObject({
      confidence: "HIGH",
      evidence: [{ words: "### Trade-offs" }],
    });
  });

  it("is of MEDIUM confidence for what can be done without", () => {
    expect(find(patterns(without("New Gaps Introduced")), "MISSING_SECTIONS")?.confidence).toBe("MEDIUM");
  });

  it("knows a section however its heading is written", () => {
    expect(patterns(GOOD.replace("### Trade-offs", "#### **Tradeoffs:**"))).toEqual([]);
  });
});

describe("NARROW_EXAMPLES", () => {
  it("fires below two", () => {
    expect(find(patterns(proposalDocument({ gap: GAP })), "NARROW_EXAMPLES")).toMatchObject({
      message: "only one example",
      confidence: "MEDIUM",
    });
  });
});

describe("INCONSISTENT_REFS", () => {
  const text = GOOD.replace("The bound is", "As in GAP-DEPOT-077, the bound is");

  it("fires for a gap that nobody knows", () => {
    expect(find(patterns(text), "INCONSISTENT_REFS")).toMatchObject({
      confidence: "HIGH",
      evidence: [{ words: "GAP-DEPOT-077" }],
    });
  });

  it("does not for one that exists, is declared here, or stands in code", () => {
    expect(find(patterns(text, SOURCE, [GAP, "GAP-DEPOT-077"]), "INCONSISTENT_REFS")).toBeUndefined();
    const declared = text.replace("\n\nNone.", "\n\n- **GAP-DEPOT-077** (LOW): Whether it is weighed");
    expect(find(patterns(declared), "INCONSISTENT_REFS")).toBeUndefined();
    expect(find(patterns(text.replace("GAP-DEPOT-077", "`GAP-DEPOT-077`")), "INCONSISTENT_REFS")).toBeUndefined();
  });
});

describe("DOMAIN_CONFUSION", () => {
  const text = GOOD.replace(
    "The bound is",
    "The Settlement Ledger asks the Dock Oracle, and the Yard Keeper signs. The bound is",
  );

  it("fires for terms that neither the source nor a resolution defines", () => {
    const found = find(patterns(text), "DOMAIN_CONFUSION");
    expect(found?.evidence.map((one) => one.words)).toEqual(["Settlement Ledger", "Dock Oracle", "Yard Keeper"]);
  });

  it("does not where what is known uses them, or the text defines them", () => {
    const known = "The settlement ledger and the dock oracle are run by the yard keeper.";
    expect(find(patterns(text, known), "DOMAIN_CONFUSION")).toBeUndefined();
    const defined = `${text}\n- **Settlement Ledger**: the list of pallets.\n- **Dock Oracle**: the scale.\n- **Yard Keeper**: a clerk.\n`;
    expect(find(patterns(defined), "DOMAIN_CONFUSION")).toBeUndefined();
  });
});

describe("SCOPE_DRIFT", () => {
  it("is of HIGH confidence instead of the gap, of MEDIUM beside it", () => {
    const other = proposalDocument({ gap: "GAP-DEPOT-002" });
    expect(find(patterns(other, SOURCE, [GAP, "GAP-DEPOT-002"]), "SCOPE_DRIFT")?.confidence).toBe("HIGH");
    expect(find(patterns(`${GOOD}\n${other}`, SOURCE, [GAP, "GAP-DEPOT-002"]), "SCOPE_DRIFT")?.confidence).toBe(
      "MEDIUM",
    );
  });

  it("does not fire where another gap is only named", () => {
    const named = GOOD.replace("The bound is", "Like GAP-DEPOT-002, the bound is");
    expect(find(patterns(named, SOURCE, [GAP, "GAP-DEPOT-002"]), "SCOPE_DRIFT")).toBeUndefined();
  });
});

describe("the User's reason (SPEC 13.6)", () => {
  it.each([
    ["too abstract", ["ABSTRACT_OUTPUT"]],
    ["no examples, no trade-offs", ["MISSING_SECTIONS", "NARROW_EXAMPLES"]],
    ["it is late", []],
  ])("%j names %j", (reason, names) => {
    expect(findingsIn(reason, GAP).map(({ pattern }) => pattern)).toEqual(names);
  });
});
