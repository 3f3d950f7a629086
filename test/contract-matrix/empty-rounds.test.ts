import { describe, expect, it } from "vitest";
import { attempts, reviewer, type Turn } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { ALARM, DOOR, type Room, settles } from "./support/house.ts";
import { houseDesk, onward, screen } from "./support/session.ts";

const always = (gap: Room, document = settles(gap)): Turn => ({ role: "engineer", gaps: [gap], document });
const begun = (gaps: readonly Room[], turns: readonly Turn[], ...flags: string[]) =>
  once(async () => {
    const desk = await houseDesk(gaps, turns);
    const done = await desk.begin(...flags);
    return { ...desk, done };
  });

/** As round 1 of the sources writes it. */
const NOTHING = `## Review: Round 1 - No Issues Found

### Summary
Engineer's proposals for Round 1 have been reviewed.
No critical, high, medium, or low priority issues identified.

### Completeness Checks
- [x] All addressed gaps have concrete solutions
- [x] Examples are sufficient for implementation
- [x] No obvious edge cases missing
- [x] Consistent with existing architecture

### Recommendation
**APPROVE** - Proposals are ready for user decision or incorporation.
`;
/** Without prose that is in no section, and with a verdict alone: nothing is passed over (SPEC 5). */
const CHECKED = NOTHING.replace("Round 1 -", `${ALARM} -`)
  .replace(/### Summary[^#]*/, "")
  .replace(/### Recommendation[\s\S]*/, "### Verdict\n\nAPPROVED\n");
const NONE = `## Review: ${ALARM}

NO_ISSUES_FOUND

**Scope:** the proposal of round 1 and the section Alarms.

- [x] 1 of 1 values has a unit
- [x] 2 of 2 examples follow the rule

### New Gaps

None.

### Verdict

APPROVED
`;
const nothing = begun(
  [ALARM],
  [always(ALARM), ...attempts((d, n) => reviewer(1, d, n), NOTHING, review({ gap: ALARM }))],
);
const namedNothing = begun(
  [ALARM],
  [always(ALARM), ...attempts((d, n) => reviewer(1, d, n), CHECKED, review({ gap: ALARM }))],
);
const none = begun([ALARM], [always(ALARM), reviewer(1, NONE)]);
const NOTE = "- **ISSUE-R1-001**: The threshold could be set";
const noted = begun(
  [ALARM],
  [
    always(ALARM),
    reviewer(
      1,
      review({
        gap: ALARM,
        low: [{ id: "ISSUE-R1-001", title: "The threshold could be set", quotes: ["Alarms follow rule number 5."] }],
        verdict: "APPROVED_WITH_NOTES",
      }),
    ),
  ],
);
/** Every gap asks for what only the User knows. */
const ask = (gap: Room, words: string) => always(gap, `BLOCKED_NEEDS_INPUT: ${gap}\n${words}\n`);
const blocked = begun(
  [ALARM, DOOR],
  [ask(ALARM, "How loud may it ring at night?"), ask(DOOR, "How long may it stand open in winter?")],
);
const give = (words: string) => ["answer", "--option", "give", "--field", `input=${words}`] as const;
const answeredBoth = onward(onward(onward(blocked, ...give("At most 60 dB.")), ...give("Ten minutes.")), "resume");

describe.concurrent("empty", () => {
  it("a review without findings is a valid outcome and accepted gaps follow", async () => {
    expect((await none()).done.code, screen((await none()).done)).toBe(0);
    expect((await none()).log(1)).toMatch(/R1-reviewer-1.*valid/);
  });

  // A review names its gap, and prose beside its sections is unread (SPEC 5): it costs a retry, and nothing is lost.
  it("No Issues Found for a whole round, in prose, is asked for again in the form", async () => {
    expect((await nothing()).done.stderr).toMatch(/R1-reviewer-1: WRONG_FORMAT/);
    expect((await nothing()).prompt(1, "reviewer", 2)).toMatch(/# Retry[\s\S]*## Review: GAP-…[\s\S]*NO_ISSUES_FOUND/);
  });

  it("No Issues Found with a checklist under the gap's own heading is read as NO_ISSUES_FOUND", async () => {
    expect((await namedNothing()).done.stderr).not.toMatch(/R1-reviewer-1: WRONG_FORMAT/);
    expect((await namedNothing()).summary(1)).toContain("NO_ISSUES_FOUND");
  });

  it("the summary says that no findings are no endorsement", async () => {
    expect((await none()).summary(1)).toMatch(/not an endorsement|no endorsement/);
  });

  it("the input that the User gives reaches the prompt, and the run is repeated in the same round", async () => {
    const desk = await answeredBoth();
    const prompts = desk.files(desk.sessionPath("round_001/prompts")).filter((path) => path.includes(ALARM));
    const texts = prompts.map((path) => desk.read(path));
    expect(texts.some((text) => text.includes("At most 60 dB."))).toBe(true);
  });

  it("input that the User gives stands in decisions.md", async () => {
    expect((await answeredBoth()).session("decisions.md")).toContain("At most 60 dB.");
  });

  it("no open gap ends the session with success", async () => {
    expect((await (await none()).status()).stop.termination).toBe("COMPLETE");
  });

  it("APPROVED with a note is an approval, and the note is kept", async () => {
    expect(await (await noted()).state(ALARM)).toMatch(/ACCEPTED|RESOLVED/);
    expect((await noted()).session("round_001/reviewer.md")).toContain(NOTE);
    expect((await noted()).summary(1)).toContain("The threshold could be set");
  });

  it("New Gaps None declares none", async () => {
    expect((await (await noted()).status()).gaps).toHaveLength(1);
  });

  it("nothing to report is recorded in the round's summary", async () => {
    expect((await none()).summary(1)).toContain("NO_ISSUES_FOUND");
  });
});
