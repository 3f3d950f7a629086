import { describe, expect, it } from "vitest";
import type { VerdictValue } from "../values.ts";
import { bareVerdict, leadingVerdict } from "./verdict-words.ts";

const SAID: Readonly<Record<Exclude<VerdictValue, "NONE">, string>> = {
  APPROVED: `APPROVED|✅ Approved|Accept|LGTM|Ready for implementation|Pass|This proposal is approved.|I approve this proposal
Approved without changes|The resolution is acceptable|All gaps approved|Approve both|GO|READY_FOR_TERMINATION|Ship it
Yes, approved|Approved - all prior issues resolved|Approved with no further changes|Looks good|The proposal passes review`,
  APPROVED_WITH_NOTES: `APPROVED_WITH_NOTES|Approve with minor changes|APPROVED (with notes)|APPROVED — with minor changes
Conditionally approved|Conditional approval|Approved, pending the fix of H1|LGTM with nits|LGTM once the unit is given
Approve after fixing H1|Approved provided that the unit is given|Approved subject to M1|Approved*|Approve with one change
Approved with two small follow-ups|Ready, with two caveats|Approved modulo the LOW items|Mostly approved|accepted, M-3 to be written down
accept, with M-3 to be written down`,
  NEEDS_REVISION: `NEEDS_REVISION|Needs another pass|needs work|Not approved|Not yet|not ready|Closer, not ready|REJECTED
Request changes|CHANGES_REQUESTED|Revise and resubmit|Return to engineer|Minor revisions needed before approval
Do not approve|Cannot approve yet|BLOCKED on H1|Another round is needed|One more round|Back to the engineer|Not there yet
Needs a revision|Needs significant rework|Send back|Must be revised|Withhold approval|Approval withheld|Declined
Does not pass|No, needs changes|Partially approved|Iterate|Not converged|Good work. Not ready.|Substantial revision needed`,
};

describe("leadingVerdict", () => {
  for (const [value, phrases] of Object.entries(SAID)) {
    it.each(phrases.split(/[|\n]/))(`reads "%s" as ${value}`, (phrase) => {
      expect(leadingVerdict(phrase)?.value).toBe(value);
    });
  }

  it.each(["The lock has no owner", "Two of the approved gaps contradict each other", "Ready for review"])(
    'reads no verdict in "%s"',
    (text) => {
      expect(leadingVerdict(text)).toBeUndefined();
    },
  );
});

describe("bareVerdict", () => {
  it("takes a text that is a verdict and nothing else", () => {
    expect(["**APPROVE**", "Needs revision.", "NOT READY"].map((text) => bareVerdict(text)?.value)).toEqual([
      "APPROVED",
      "NEEDS_REVISION",
      "NEEDS_REVISION",
    ]);
  });

  it.each(["Hold the lock until the write is done", "Reject requests with 429", "Accept header is not validated"])(
    'leaves the title "%s"',
    (title) => {
      expect(bareVerdict(title)).toBeUndefined();
    },
  );
});
