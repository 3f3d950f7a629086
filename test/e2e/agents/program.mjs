// A program that plays either role: a valid document on its output, by what its environment says. Words on its command
// line say what it does besides: `--delay MS`, `--misdeed NAME SESSION OUTSIDE`.
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const words = process.argv.slice(2);
const after = (word, count) =>
  words.includes(word) ? words.slice(words.indexOf(word) + 1, words.indexOf(word) + 1 + count) : [];
const gaps = (process.env.WHETSTONE_GAPS ?? "").split(" ").filter((gap) => gap !== "");

const resolution = (gap) => `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

The bound for ${gap} is the one that the source names for every other request, so that a client needs one timer only.
Whoever is late by more than that is answered with status 504, and the answer names the request by its id, so that the
client can repeat it without doing the work twice.

### Spec Changes

**Change 1: add at the end**

\`\`\`new
The service settles ${gap} within 50 ms and answers with status 200.
\`\`\`

### Examples

- A request at 10:00:00 is answered at 10:00:00.040 with status 200.

### Trade-offs

- A fixed bound is simpler than an adaptive one and wastes at most 10 ms.

### New Gaps Introduced

None.
`;

const review = (gap) => `## Review: ${gap}

### Critical Issues

None.

### High Priority

None.

### Medium Priority

None.

### Low Priority

None.

### Verdict

APPROVED
`;

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const MISDEEDS = {
  decisions: (session) => writeFileSync(join(session, "decisions.md"), "# Decisions\n\nAll is decided.\n"),
  "delete-journal": (session) => rmSync(join(session, "journal.jsonl")),
  "edit-journal": (session) => appendFileSync(join(session, "journal.jsonl"), '{"seq":999}\n'),
  link: (session, outside) => symlinkSync(outside, join(session, "round_001", "notes")),
  "folder-link": (session, outside) => {
    rmSync(join(session, "round_001"), { recursive: true });
    symlinkSync(outside, join(session, "round_001"));
  },
  review: (session) => {
    mkdirSync(join(session, "round_001"), { recursive: true });
    writeFileSync(join(session, "round_001", "reviewer.md"), "## Review\n\nAPPROVED\n");
  },
  request: (session) => {
    mkdirSync(join(session, "inbox"), { recursive: true });
    const command = { type: "gap-wont-fix", gaps: "GAP-DELIVER-001", reason: "I say so." };
    writeFileSync(join(session, "inbox", "a.json"), JSON.stringify(command));
  },
  everything: (session) => rmSync(session, { recursive: true }),
};

await new Promise((resolve) => setTimeout(resolve, Number(after("--delay", 1)[0] ?? 0)));
for await (const _ of process.stdin); // the prompt
const [misdeed, session, outside] = after("--misdeed", 3);
try {
  if (misdeed !== undefined) MISDEEDS[misdeed](session, outside);
} catch {
  // another one that ran at the same time was faster
}
const isEngineer = process.env.WHETSTONE_ROLE === "engineer";
const document = isEngineer ? gaps.map(resolution).join("\n") : gaps.map(review).join("\n");
const verdict = "";
process.stdout.write(!isEngineer && gaps.length === 0 ? FINAL : document + verdict);
