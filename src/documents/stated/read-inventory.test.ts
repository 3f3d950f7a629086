import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGapId } from "../../model/ids.ts";
import { type GapSeed, readInventory } from "./read-inventory.ts";

function seeds(...lines: string[]): GapSeed[] {
  return readInventory(lines.join("\n"));
}

function ids(...lines: string[]): string[] {
  return seeds(...lines).map((seed) => seed.id);
}

describe("headings of the first level", () => {
  it("announce open questions like others, except the title of a file", () => {
    expect(
      seeds("# Open questions", "- How?", "# Unresolved questions", "- Who pays?").map(({ title }) => title),
    ).toEqual(["Who pays?"]);
    const files = ["<!-- file: a.md -->", "# A", "<!-- file: b.md -->", "# Issues", "- One"];
    expect(seeds(...files)).toEqual([]);
  });
});

describe("gap ids in the source (SPEC 16.1)", () => {
  it("reads a table row with its text, severity and place", () => {
    const found = seeds(
      "## Gaps",
      "| ID | Description | Severity | Impact |",
      "|--|--|--|--|",
      "| **GAP-DB-001** | No index. Which? | HIGH | slow |",
    );
    expect(found).toEqual([
      {
        id: "GAP-DB-001",
        title: "No index",
        text: "No index. Which?\nImpact: slow",
        severity: "HIGH",
        severityBy: "user",
        places: [{ heading: "Gaps", line: 4, endLine: 4 }],
        dependsOn: [],
      },
    ]);
  });

  it("reads list items, bold paragraphs and lines that no blank line parts", () => {
    expect(
      ids("- GAP-AA-001: one", "- [ ] **GAP-AA-002** [LOW]: two", "", "**GAP-AA-003**: three", "GAP-AA-004 four"),
    ).toEqual(["GAP-AA-001", "GAP-AA-002", "GAP-AA-003", "GAP-AA-004"]);
  });

  it("takes the section of a heading with an id as its text and place", () => {
    const [seed] = seeds(
      "# S",
      "### 2.1 Retention (GAP-RET-001)",
      "",
      "**Severity:** CRITICAL",
      "",
      "How long?",
      "",
      "## Next",
    );
    expect(seed).toMatchObject({ id: "GAP-RET-001", severity: "CRITICAL", places: [{ line: 2, endLine: 6 }] });
    expect(seed?.text).toContain("How long?");
  });

  it("has its first sentence as title, and an abbreviation ends none", () => {
    const found = readInventory("# Spec\n\n## Open questions\n\n- Credits per video vs. a flat price. Ask Ana.\n");
    expect(found).toMatchObject([{ title: "Credits per video vs. a flat price" }]);
  });

  it("merges several statements of one id, the longest first, with the worst severity stated", () => {
    const found = seeds(
      "## Gaps",
      "- GAP-AA-001: the whole story of it",
      "",
      "**Blocking gaps:**",
      "- GAP-AA-001 (story)",
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ title: "the whole story of it", severity: "HIGH" });
    expect(found[0]?.places.map((place) => place.line)).toEqual([2, 5]);
  });

  it("reads a severity before the title as its severity alone", () => {
    expect(seeds("## Open questions", "- HIGH: Who is told when nobody answers?")).toMatchObject([
      { title: "Who is told when nobody answers?", severity: "HIGH" },
    ]);
  });

  it("takes the longest statement for the gap's text, wherever it stands", () => {
    const [seed] = seeds("## Gaps", "- GAP-AA-001: short", "", "## Later", "GAP-AA-001: what it is about in full");
    expect(seed).toMatchObject({ text: "what it is about in full", places: [{ line: 5 }, { line: 2 }] });
  });

  it("keeps an id that is only referred to, with the passage that uses it", () => {
    const found = seeds("- GAP-AA-001: waits for GAP-AA-002.", "", "The limit is open (GAP-AA-002).");
    expect(found[1]).toMatchObject({ id: "GAP-AA-002", text: "The limit is open (GAP-AA-002)." });
    expect(found[0]?.dependsOn).toEqual(["GAP-AA-002"]);
  });

  it("leaves out what its author settled: checked, struck, tagged or answered", () => {
    const lines = [
      "- [x] GAP-AA-001: done",
      "- ~~GAP-AA-002: struck~~",
      "- GAP-AA-003 [RESOLVED]: tagged",
      "",
      "| ID | Question | Answer |",
      "|--|--|--|",
      "| OQ-001 | Why? | because |",
      "| OQ-002 | How? | TBD |",
    ];
    expect(ids(...lines)).toEqual(["GAP-OQ-002"]);
  });

  it("takes ids in code and comments for text (SPEC 3.1)", () => {
    expect(
      ids(
        "`GAP-AA-001`",
        "",
        "```",
        "GAP-AA-002: x",
        "TODO",
        "```",
        "",
        "    TODO indented",
        "",
        "<!-- GAP-AA-003 TODO -->",
      ),
    ).toEqual([]);
  });

  it("gives names outside the pattern a proper id and keeps them as the label", () => {
    const found = seeds("- GAP-LOG-SEARCH: a", "- GAP-PIE-003.1: b", "- GAP-flow-001: c", "- ISSUE-DB-002 [LOW]: d");
    expect(found.map((seed) => [seed.id, seed.label])).toEqual([
      ["GAP-LOG-001", "GAP-LOG-SEARCH"],
      ["GAP-PIE-001", "GAP-PIE-003.1"],
      ["GAP-FLOW-001", "GAP-flow-001"],
      ["GAP-DB-002", "ISSUE-DB-002"],
    ]);
  });
});

describe("open questions and lists of issues (SPEC 16.1)", () => {
  it("keeps OQ-nnn as the label of GAP-OQ-nnn, whatever stands before it", () => {
    const found = seeds("## Open questions", "- Who pays?", "- OQ-001: Which port?");
    expect(found.map((seed) => [seed.id, seed.label])).toEqual([
      ["GAP-SPEC-001", undefined],
      ["GAP-OQ-001", "OQ-001"],
    ]);
  });

  it.each(["8a. Open questions", "A. Open questions", "IV. Open questions"])("reads the list below %s", (title) => {
    expect(seeds(`## ${title}`, "- Who pays?")).toHaveLength(1);
  });

  it("takes every item of such a list, and the details of an item for its text", () => {
    const found = seeds("## 7. Open issues", "1. Who pays?", "   - perhaps the client", "2. None of it is fast");
    expect(found.map((seed) => seed.title)).toEqual(["Who pays?", "None of it is fast"]);
    expect(found[0]).toMatchObject({ text: "Who pays?\n- perhaps the client", places: [{ line: 2, endLine: 3 }] });
  });

  it("takes a list that is introduced as resolved, and a question that is answered in its line, for settled", () => {
    expect(seeds("## Open Decisions", "", "Resolved with the team:", "", "1. **One page.** It is enough.")).toEqual([]);
    expect(seeds("## Open Decisions", "", "Before the release:", "", "1. **One page.** Is it enough?")).toHaveLength(1);
    expect(seeds("## Open Questions", "- Should it be added? Not in this version.")).toEqual([]);
    expect(seeds("## Open Questions", "- Should it be added? See the ticket.")).toHaveLength(1);
  });

  it.each([
    "What happens to bookings when a room is closed for repairs?",
    "When is an issue resolved?",
    "Is a booking answered by the front desk or by Jonas?",
    "What is decided by the admin?",
  ])("is a question that asks about what is closed or decided: %j", (question) => {
    expect(seeds("## Open Questions", `- ${question}`)).toHaveLength(1);
    expect(seeds("## Open Questions", `- ${question} Resolved: by the owner.`)).toEqual([]);
    expect(seeds("## Open Questions", `- [closed] ${question}`)).toEqual([]);
  });

  it("takes a question with its answer below it for settled", () => {
    expect(seeds("## Open Questions", "- Who pays?", "  - the client", "- OQ-2: When?", "  - at noon")).toEqual([]);
  });

  it("takes headings below such a heading for questions", () => {
    expect(seeds("## Open Questions", "### Is it fast?", "Perhaps.").map((seed) => seed.title)).toEqual([
      "Is it fast?",
    ]);
  });

  it.each(["Known gaps", "Issues", "4.3 GAPS", "Unresolved", "Open points for v2", "Missing specifications"])(
    "knows a list by the title %s",
    (title) => expect(seeds(`## ${title}`, "- the limit is unclear")).toHaveLength(1),
  );

  it.each([
    "Resolved questions",
    "Issue tracking",
    "Decisions",
    "Gap summary",
    "Items",
    "Open issues [CLOSED]",
    "Problem statement",
  ])("does not take %s for one", (title) => expect(seeds(`## ${title}`, "- the limit is 5")).toEqual([]));

  it("makes nothing of a list that says None", () => {
    expect(seeds("## Open questions", "- None", "- N/A")).toEqual([]);
  });
});

describe("markers in the source (SPEC 16.1)", () => {
  it("makes a gap of a marker with its sentence and line", () => {
    const [seed] = seeds("## Refunds", "Refunds take", "3 days. Rounding: TODO confirm", "with Finance. More.");
    expect(seed).toEqual({
      id: "GAP-REFUNDS-001",
      stated: "marker",
      title: "Rounding: TODO confirm with Finance",
      text: "Rounding: TODO confirm\nwith Finance.",
      severity: "MEDIUM",
      severityBy: "mediator",
      places: [{ heading: "Refunds", line: 3, endLine: 4 }],
      dependsOn: [],
    });
  });

  it.each(["TBD", "???", "To be written.", "(to follow)", "_tbd after the pilot_", "FIXME"])(
    "names a section that holds only %s by its heading",
    (marker) => expect(seeds("## Backfill", "", marker)[0]?.title).toBe(`Backfill: ${marker.replace(/_/g, "")}`),
  );

  it("takes a placeholder for a marker only where it is all that stands there", () => {
    expect(seeds("## Cards", "- placeholder with the event initials", "- Coming soon badge")).toEqual([]);
    expect(seeds("## Cards", "- (placeholder)")).toHaveLength(1);
  });

  it("keeps the requirement that a marker stands in as the label (SPEC 12)", () => {
    const [seed] = seeds("- **FR-006**: System MUST log in by [NEEDS CLARIFICATION: SSO or password?]");
    expect(seed).toMatchObject({ label: "FR-006", id: "GAP-SPEC-001" });
    expect(seed?.title).toBe("FR-006: System MUST log in by [NEEDS CLARIFICATION: SSO or password?]");
  });

  it("names a marker by its own line of a head block, with the words and the brackets of its sentence", () => {
    const [owner] = seeds("# A", "Status: draft, Dana, 2026-11-12", "Owner: TBD", "Due: May");
    expect(owner).toMatchObject({ title: "Owner: TBD", text: "Owner: TBD", places: [{ line: 3, endLine: 3 }] });
    const titles = seeds("It rings. (TBD: fire again?) Then it stops (after 5 min. or so, TBD).").map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["(TBD: fire again?)"]);
    expect(seeds("It rings. It stops (after 5 min. or so, TBD).")[0]?.title).toBe("It stops (after 5 min. or so, TBD)");
  });

  it("makes two gaps of two rows, and of two lines that name other things", () => {
    const rows = seeds("| Method | Path | Limit |", "|--|--|--|", "| GET | a | TBD |", "| GET | c | ??? |");
    expect(rows.map(({ title }) => title)).toEqual(["GET, Limit: TBD", "GET, Limit: ???"]);
    const lines = ["- The daily request limit for /x is TBD.", "- The daily request limit for /y is TBD."];
    expect(seeds(...lines)).toHaveLength(2);
  });

  it("makes one gap of a table row", () => {
    expect(seeds("| Key | Default | Range |", "|--|--|--|", "| `ttl` | TBD | TBD |")).toMatchObject([
      { title: "ttl, Default: TBD" },
    ]);
  });

  it("names a cell by its row and column, whole, whatever dots they have", () => {
    const found = seeds("| Tool no. | Max. loan |", "|--|--|", "| Wheel stand (approx. 2 kg) | TBD |");
    expect(found).toMatchObject([{ title: "Wheel stand (approx. 2 kg), Max. loan: TBD" }]);
  });

  it.each([
    "The user adds a TODO item.",
    "A state is TODO, DOING or DONE.",
    "See TODO.md and the TODO list.",
    "Remove TODO comments before release.",
    "The number of TODO lists is shown.",
    "The app sorts it after TODO is done.",
    "The app marks TODO as complete.",
    'A field that says "TBD" is refused.',
    "Files match log-???.txt here.",
    "- **OPEN QUESTION**: choices that need the user",
    "Is it fast? Is it??",
  ])("does not take a mention for a marker: %s", (line) => expect(seeds(line)).toEqual([]));

  it.each([
    "The app offers an account within TODO days.",
    "The session ends after TODO.",
    "A cart holds at most FIXME parcels.",
  ])("takes the place of a number for a marker: %s", (line) => expect(seeds(line)).toHaveLength(1));

  it("does not take the progress of work for a gap", () => {
    expect(seeds("| Phase | Status |", "|--|--|", "| One | TODO |")).toEqual([]);
  });

  it("merges the same words in two places, and not two bare markers (SPEC 16.1)", () => {
    const found = seeds(
      "## A",
      "TODO: choose the retention period",
      "## B",
      "Choose the retention period: TBD",
      "## C",
      "TBD",
      "## D",
      "TBD",
    );
    expect(found.map((seed) => seed.places.length)).toEqual([2, 1, 1]);
  });
});

describe("the laws of an inventory", () => {
  const line = fc.constantFrom(
    "# H",
    "## Open questions",
    "- GAP-AA-001: x",
    "- OQ-1: y",
    "TODO: z",
    "TBD",
    "| a | b |",
    "|--|--|",
    "| GAP-BB-001 | t |",
    "```",
    "",
    "- [x] GAP-AA-001",
    "> FIXME",
    "text GAP-CC-009",
    "???",
  );

  it("gives every gap its own legal id and a place in the source", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const found = readInventory(lines.join("\n"));
        expect(new Set(found.map((seed) => seed.id)).size).toBe(found.length);
        for (const seed of found) {
          expect(isGapId(seed.id)).toBe(true);
          expect(seed.title).not.toBe("");
          for (const place of seed.places) {
            expect(place.line).toBeGreaterThan(0);
            expect(place.endLine).toBeGreaterThanOrEqual(place.line);
            expect(place.endLine).toBeLessThanOrEqual(lines.length);
          }
          expect(seed.dependsOn.every((id) => found.some((other) => other.id === id) && id !== seed.id)).toBe(true);
        }
      }),
    );
  });

  it("does not depend on how lines end", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        expect(readInventory(lines.join("\r\n"))).toEqual(readInventory(lines.join("\n")));
      }),
    );
  });
});

const seeded = new URL("../../../../shared/seeded/dev/", import.meta.url);

describe.skipIf(!existsSync(seeded))("the seeded specs in ../shared (skipped where absent)", () => {
  it("finds every marker that is labelled, and none in code", () => {
    const names = readdirSync(seeded).filter((name) => name.endsWith(".md"));
    for (const name of names) {
      const labels = JSON.parse(readFileSync(new URL(name.replace(/\.md$/, ".labels.json"), seeded), "utf8"));
      const lines = readInventory(readFileSync(new URL(name, seeded), "utf8")).flatMap((seed) =>
        seed.places.map((place) => place.line),
      );
      const isMarker = (label: { type: string }) => label.type === "explicit-marker";
      for (const defect of labels.defects.filter(isMarker))
        expect(lines, `${name}:${defect.line}`).toContain(defect.line);
      for (const trap of labels.traps) expect(lines, `${name}:${trap.line}`).not.toContain(trap.line);
    }
  });
});
