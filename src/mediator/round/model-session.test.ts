import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { NewGap } from "../../documents/agent-document.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, gapId, isGapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { newGapEvents } from "./join-round.ts";
import { gapRecogniser, numberDocument } from "./number-document.ts";

const FOLDER = new URL("../../../../shared/model-session/", import.meta.url);

function text(path: string): string {
  return readFileSync(new URL(path, FOLDER), "utf8");
}

/** The session's survey is older than the form: only titles, severities and words are taken. Numbered as it was then. */
function survey(): Gap[] {
  const items = text("reviewer/r0-reviewer-a1.md").matchAll(/^- \*\*(.+?)\*\* \((CRITICAL|HIGH|MEDIUM|LOW)\): (.*)$/gm);
  return [...items].map(([, title = "", severity, words = ""], at) =>
    makeGap({ id: gapId("SURVEY", at + 1), title, text: words, severity: severity as Severity, origin: "survey" }),
  );
}

/** What each id meant in that session: who declares one of them again means this. */
function titlesThen(): Map<string, string> {
  const rows = text("result.md").matchAll(/^\| (GAP-SURVEY-\d{3})(?: \([^)]*\))? \| (.+?) \|/gm);
  return new Map([...rows].map(([, id = "", title = ""]) => [id, title]));
}

function documentsOf(role: "engineer" | "reviewer", round: number): string[] {
  const names = readdirSync(new URL(role, FOLDER)).filter((name) => name.startsWith(`r${round}-`));
  return names.sort().map((name) => text(`${role}/${name}`));
}

type Told = "same id and title" | "same title" | "same Engineer" | "new" | "new, the id was another's";

interface Declaration {
  readonly gap: NewGap;
  readonly told: Told;
  readonly known: boolean;
}

/** Every new-gap section of the session, joined as a round joins it; ids of the old session are put into today's. */
function replay(): { readonly declarations: readonly Declaration[]; readonly gaps: number } {
  const session = paperSession({ gaps: survey() });
  const then = titlesThen();
  const today = new Map<string, GapId>(survey().map(({ id, title }) => [title, id]));
  const declarations: Declaration[] = [];
  for (let round = 1; round <= 12; round += 1) {
    for (const role of ["engineer", "reviewer"] as const) {
      const mint = gapIdMint([...session.state.gaps].map(({ id }) => id));
      const numbering = { mint, known: gapRecogniser(session.state) };
      const before = session.state;
      for (const source of documentsOf(role, round)) {
        const { document } = readForm(source, role);
        const [subject] = document.role === "engineer" ? document.resolutions : document.reviewed;
        for (const written of document.newGaps) {
          const id = today.get(then.get(written.id ?? "") ?? "") ?? written.id;
          const gap = { ...written, ...(id && { id }) };
          const numbered = numberDocument(
            before,
            round,
            { document: { ...document, newGaps: [gap] }, text: source },
            { ...numbering, underWork: [gap.parent ?? subject?.gap ?? []].flat() },
          );
          const restated =
            /" is already known as (GAP-SURVEY-\d{3}) /.exec(numbered.warnings[0]?.message ?? "")?.[1] ?? "";
          const is = isGapId(restated) ? restated : numbered.document.newGaps[0]?.id;
          const named = before.gaps.get(is ?? gapId("SURVEY", 999));
          const same = named?.title === gap.title;
          const reused = numbered.warnings[0]?.type === "REUSED_ID" ? "new, the id was another's" : "new";
          const told = !isGapId(restated)
            ? reused
            : !same
              ? "same Engineer"
              : is === id
                ? "same id and title"
                : "same title";
          declarations.push({ gap, told, known: isGapId(restated) });
          if (is !== undefined) today.set(gap.title, is);
          const digests = numbered.document.newGaps.flatMap(
            ({ id: fresh, severity = "MEDIUM", endLine: _, ...rest }) =>
              fresh === undefined ? [] : [{ ...rest, id: fresh, severity }],
          );
          session.record(...newGapEvents(session.state, digests, role, round));
        }
      }
    }
  }
  return { declarations, gaps: session.state.gaps.size };
}

describe.skipIf(!existsSync(FOLDER))("the session of a model, replayed (needs ../shared/model-session)", () => {
  const { declarations, gaps } = existsSync(FOLDER) ? replay() : { declarations: [], gaps: 0 };
  const count = (told: Told) => declarations.filter((declaration) => declaration.told === told).length;

  it("recognises what restates an id or a title, and says how", () => {
    expect({
      declared: declarations.length,
      "same id and title": count("same id and title"),
      "same title": count("same title"),
      "same Engineer": count("same Engineer"),
      new: count("new"),
      "new, the id was another's": count("new, the id was another's"),
    }).toEqual({
      declared: 53,
      "same id and title": 14,
      "same title": 0,
      "same Engineer": 2,
      new: 20,
      "new, the id was another's": 17,
    });
    expect(gaps).toBe(47 + 20 + 17);
  });

  it("swallows no gap that was declared for the first time", () => {
    const seen = new Set(survey().map(({ title }) => title));
    const first = declarations.filter(({ gap }) => !seen.has(gap.title) && seen.add(gap.title));
    expect(first.filter(({ known }) => known).map(({ gap }) => gap.title)).toEqual([
      // In other words by the same Engineer under its own id: the User dropped it as a duplicate.
      "Who refunds attendees if an admin unpublishes a paid event or sets its price to 0 is not said.",
    ]);
  });
});
