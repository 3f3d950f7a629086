import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../src/checks/check.ts";
import { readSpec } from "../../src/checks/spec/spec.ts";
import { parseMarkdown } from "../../src/documents/markdown/markdown.ts";
import { findGaps } from "../../src/mediator/inventory/find-gaps.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const EXAMPLES = ["booking-api", "feed-reader-tui", "nightly-price-import"] as const;
/** Neither a key nor an agent program. */
const BARE = { PATH: "" };
const LONG = { timeout: 60_000 };

const example = (name: string) => readFile(`examples/${name}`, "utf8");
const grave = (spec: string) => check(spec).filter(({ severity }) => severity !== "LOW");

/** The ids in the Known Limitations of a spec, with their kinds. */
function limitations(spec: string): string[] {
  return [...spec.matchAll(/^- \*\*(GAP-[A-Z]+-\d{3})\*\* \[[A-Z]+, ([a-z ]+)\]/gm)].map(
    (match) => `${match[1]} ${match[2]}`,
  );
}

function headings(spec: string): string[] {
  return parseMarkdown(spec).blocks.flatMap((block) => (block.type === "heading" ? [block.text] : []));
}

/** Ids of requirements; an open question is settled, and goes. */
function requirements(spec: string): string[] {
  return [...readSpec(spec).ids.defined.keys()].filter((id) => !id.startsWith("OQ-"));
}

/** Lines of the source that no gap is about, and that are not in the finished spec in their order. */
function lostLines(source: string, spec: string): string[] {
  const places = findGaps(source, {}).flatMap((gap) => gap.places);
  const now = spec.split("\n");
  let at = 0;
  return source.split("\n").filter((line, index) => {
    if (places.some((place) => place.line <= index + 1 && index + 1 <= place.endLine)) return false;
    // A sentence may have come behind those of a line.
    const found = now.findIndex((one, number) => number >= at && (line === "" ? one === "" : one.startsWith(line)));
    if (found !== -1) at = found + 1;
    return found === -1;
  });
}

async function refined(name: string, args: readonly string[]) {
  const source = await example(`${name}.md`);
  const answers = await example(`${name}.answers.yaml`);
  return inTempFolder({ [`${name}.md`]: source, "answers.yaml": answers }, async (cwd) => {
    const run = await runCli(["refine", `${name}.md`, ...args], { cwd, env: BARE, milliseconds: 40_000 });
    const spec = await readFile(join(cwd, `${name}_v1.0.md`), "utf8").catch(() => "");
    return { run, source, spec, kept: await readFile(join(cwd, `${name}.md`), "utf8") };
  });
}

describe.each(EXAMPLES)("the example %s, with no key and no program", (name) => {
  it(
    "SPEC 16.4: --yes ends with a finished spec, and what is left are exactly the assumptions listed",
    LONG,
    async () => {
      const { run, source, spec, kept } = await refined(name, ["--yes"]);
      expect(run.code, run.stderr).toBe(0);
      expect(run.stderr).toContain("No key and no agent program was found");
      // The second step, which writes the answer, is no retry.
      expect(run.stderr).not.toContain("attempt 2");
      const gaps = findGaps(source, {}).map((gap) => `${gap.id} assumption to confirm`);
      expect(limitations(spec).sort()).toEqual(gaps.sort());
      const left = grave(spec).map(({ message }) => /"(GAP-[A-Z]+-\d{3})"/.exec(message)?.[1] ?? message);
      expect(left.sort()).toEqual(
        limitations(spec)
          .map((line) => line.split(" ")[0])
          .sort(),
      );
      expect(kept).toBe(source);
    },
  );

  it("with its answers file it passes the checks with nothing above LOW and nothing left open", LONG, async () => {
    const { run, spec } = await refined(name, ["--answers", "answers.yaml"]);
    expect(run.code, run.stderr).toBe(0);
    expect(grave(spec)).toEqual([]);
    expect(limitations(spec)).toEqual([]);
  });

  it.each([["--yes"], ["--answers"]])(
    "loses no heading and no requirement, and changes nothing else (%s)",
    LONG,
    async (flag) => {
      const { source, spec } = await refined(name, flag === "--yes" ? [flag] : [flag, "answers.yaml"]);
      expect(headings(spec)).toEqual(expect.arrayContaining(headings(source)));
      expect(requirements(spec)).toEqual(expect.arrayContaining(requirements(source)));
      expect(lostLines(source, spec)).toEqual([]);
    },
  );
});

describe("an answer that is still vague", () => {
  const SOURCE = "# Search\n\n## Answers\n\nThe service MUST answer quickly.\n";
  const asked = (input: string) =>
    `- { kind: input, about: GAP-VAGUE-001, option: give, fields: { input: ${input} } }\n`;

  it("comes back as an issue, is asked again with the reason, and stands after the third time", LONG, async () => {
    const others = "- { kind: inventory, option: accept }\n- { kind: divergence, option: accept-complexity }\n";
    const answers = `${others}${asked("soon")}${asked("very promptly")}${asked("swiftly")}`;
    await inTempFolder({ "search.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "search.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('You answered "soon"');
      expect(stderr).toContain('You answered "very promptly"');
      expect(await readFile(join(cwd, "search_v1.0.md"), "utf8")).toContain("The service MUST answer swiftly.");
    });
  });

  it("is settled by a number", LONG, async () => {
    const answers = `- { kind: inventory, option: accept }\n${asked("soon")}${asked("300 ms")}`;
    await inTempFolder({ "search.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "search.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      const spec = await readFile(join(cwd, "search_v1.0.md"), "utf8");
      expect(spec).toContain("The service MUST answer within 300 ms.");
      expect(grave(spec)).toEqual([]);
    });
  });
});

describe("SPEC 14: an answer that says nothing", () => {
  it("is refused with the reason, and the question waits", LONG, async () => {
    const source = "# Mail\n\n## Limits\n\nThe system SHALL send at most TBD mails.\n";
    const answers = `- { kind: inventory, option: accept }\n- { kind: input, option: give, fields: { input: we will see } }\n`;
    await inTempFolder({ "mail.md": source, "answers.yaml": answers }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "mail.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code, stderr).toBe(3);
      expect(stderr).toContain('"we will see" leaves it open');
    });
  });
});

describe("an answer that brings up something else", () => {
  it("stands, and what it brings up is asked about as a gap of its own", LONG, async () => {
    const source = "# Export\n\n## Formats\n\nThe program MUST write the formats CSV, JSON, etc.\n";
    const answers = `
- { kind: inventory, option: accept }
- { kind: input, about: GAP-LIST-001, option: give, fields: { input: QXF } }
- { kind: input, about: GAP-TERM-001, option: give, fields: { input: the format of the archive } }
`;
    await inTempFolder({ "export.md": source, "answers.yaml": answers }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "export.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('What does "QXF" stand for?');
      const spec = await readFile(join(cwd, "export_v1.0.md"), "utf8");
      expect(spec).toContain("CSV, JSON and QXF (the format of the archive).");
      expect(grave(spec)).toEqual([]);
    });
  });
});

describe("SPEC 16.1: the inventory in an answers file", () => {
  const SOURCE =
    "# Booking\n\n## Duties\n\n- **FR-001**: The API MUST answer quickly.\n- **FR-002**: A search MUST accept floor, seats, etc.\n";
  const ANSWERS = `
- { kind: inventory, option: drop, fields: { drop: GAP-LIST-001 } }
- { kind: inventory, option: add, fields: { add: "HIGH: who may cancel a reservation" } }
- { kind: inventory, option: severity, fields: { severity: GAP-VAGUE-001 high } }
- { kind: inventory, option: order, fields: { order: GAP-VAGUE-001 } }
- { kind: inventory, option: accept }
- { kind: input, about: GAP-VAGUE-001, option: give, fields: { input: 300 ms } }
- { kind: input, about: GAP-USER-001, option: give, fields: { input: the member who made it } }
`;

  it("drops, adds, sets severities and the order, and each is shown again", LONG, async () => {
    await inTempFolder({ "booking.md": SOURCE, "answers.yaml": ANSWERS }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "booking.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      const counts = [...stderr.matchAll(/asked: (\d+ gaps? \([^)]*\))/g)].map((match) => match[1]);
      expect(counts).toEqual([
        "2 gaps (2 MEDIUM)",
        "1 gap (1 MEDIUM)",
        "2 gaps (1 HIGH, 1 MEDIUM)",
        "2 gaps (2 HIGH)",
        "2 gaps (2 HIGH)",
      ]);
      const spec = await readFile(join(cwd, "booking_v1.0.md"), "utf8");
      expect(spec).toContain("- **FR-001**: The API MUST answer within 300 ms.\n");
      expect(spec).toContain("- **FR-003**: The member who made it may cancel a reservation.\n");
      expect(limitations(spec)).toEqual(["GAP-LIST-001 closed without change"]);
    });
  });
});

describe("--yes and a question without a default", () => {
  const PUT_OFF = `# Backup

## Storage

The service SHALL write backups to TBD. A backup SHALL be encrypted with TBD.

- Restore time: TBD
- Owner: TBD
`;

  it("ends with a spec where all that is left was put off, however much it is", LONG, async () => {
    await inTempFolder({ "backup.md": PUT_OFF }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "backup.md", "--yes"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      const spec = await readFile(join(cwd, "backup_v1.0.md"), "utf8");
      expect(spec).toContain(PUT_OFF);
      expect(limitations(spec)).toEqual([1, 2, 3].map((number) => `GAP-TBD-00${number} deferred`));
    });
  });

  it("leaves the gate of what is HIGH to the person, with the spec so far at hand", LONG, async () => {
    const duties = ["write one backup a day", "count its backups", "list its backups"];
    const ids = duties.map((duty, index) => `- **FR-00${index + 1}**: The service SHALL ${duty}.\n`).join("");
    const source = `${PUT_OFF}\n${ids}\nThe mapping of FR-011 SHALL hold for every backup.\n`;
    await inTempFolder({ "backup.md": source }, async (cwd) => {
      const stopped = await runCli(["refine", "backup.md", "--yes"], { cwd, env: BARE });
      expect(stopped.code, stopped.stderr).toBe(3);
      expect(stopped.stderr).toContain("The spec so far: sessions/backup/draft.md");
      expect(await readFile(join(cwd, "sessions/backup/draft.md"), "utf8")).toContain("# Backup");
      const words = ["--field", "words=I acknowledge", "--field", "GAP-REF-001=it comes with the next version"];
      const answered = await runCli(["answer", "--option", "accept", ...words], { cwd, env: BARE });
      expect(answered.code, answered.stderr).toBe(0);
      const done = await runCli(["resume", "--yes"], { cwd, env: BARE });
      expect(done.code, done.stderr).toBe(0);
      expect(limitations(await readFile(join(cwd, "backup_v1.0.md"), "utf8"))).toContain("GAP-REF-001 deferred");
    });
  });

  it("puts the gap off, lists it, and goes on with the others", LONG, async () => {
    const source =
      "# Mail\n\n## Limits\n\nThe system SHALL send at most TBD mails.\n\nIt SHALL answer a search quickly.\n";
    await inTempFolder({ "mail.md": source }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", "mail.md", "--yes"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      const spec = await readFile(join(cwd, "mail_v1.0.md"), "utf8");
      expect(limitations(spec)).toEqual(["GAP-TBD-001 deferred", "GAP-VAGUE-001 assumption to confirm"]);
      expect(spec).toContain("at most TBD mails");
      expect(spec).toContain("It SHALL answer a search within 1 second");
    });
  });
});

describe("SPEC 16.4: a finished spec that is refined again", () => {
  const SOURCE =
    "# Search\n\n## Duties\n\nThe service MUST answer a search quickly.\n\nThe service MUST write CSV, JSON, etc.\n";
  const finished = async (cwd: string) => {
    await runCli(["refine", "search.md", "--yes"], { cwd, env: BARE });
    return "search_v1.0.md";
  };

  it("asks about its assumptions: what holds is no longer listed, and other words take the place", LONG, async () => {
    const answers = `
- { kind: inventory, option: accept }
- { kind: input, about: GAP-VAGUE-001, option: give, fields: { input: within 300 ms } }
- { kind: input, about: GAP-LIST-001, option: choice-1 }
`;
    await inTempFolder({ "search.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const args = ["refine", await finished(cwd), "--answers", "answers.yaml"];
      const { code, stderr } = await runCli(args, { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('it was assumed: "within 1 second for 95 % of the requests"');
      const spec = await readFile(join(cwd, "search_v1.0_v1.0.md"), "utf8");
      expect(spec).toContain("The service MUST answer a search within 300 ms.");
      expect(spec).toContain("The service MUST write CSV and JSON.");
      expect(spec).not.toContain("assumption to confirm");
      expect(grave(spec)).toEqual([]);
    });
  });

  it("confirms nothing with --yes", LONG, async () => {
    await inTempFolder({ "search.md": SOURCE }, async (cwd) => {
      const { code, stderr } = await runCli(["refine", await finished(cwd), "--yes"], { cwd, env: BARE });
      expect(code, stderr).toBe(0);
      expect(limitations(await readFile(join(cwd, "search_v1.0_v1.0.md"), "utf8"))).toEqual(
        expect.arrayContaining(["GAP-LIST-001 assumption to confirm", "GAP-LIST-001 deferred"]),
      );
    });
  });
});
