import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { gapId } from "../../model/ids.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { testSession } from "../../testing/test-session.ts";
import { chooseRuns } from "./choose-gaps.ts";

const CATEGORIES = ["PAY", "PERM", "FLOW", "DATA", "API", "UI", "LOG", "TIME", "MAIL", "ERR"];
const idOf = (at: number) => gapId(CATEGORIES[at % 10] ?? "MISC", Math.floor(at / 10) + 1);
const titleOf = (at: number) => `What happens when case ${at} of thing ${at % 97} fails is not said`;

/** A spec of sections with twenty gaps each. */
function specOf(gaps: number): string {
  const lines = Array.from({ length: gaps }, (_, at) => {
    const heading = at % 20 === 0 ? `\n## Cases ${at / 20}\n\n` : "";
    return `${heading}- ${idOf(at)} (${at % 3 === 0 ? "MEDIUM" : "HIGH"}): ${titleOf(at)}.`;
  });
  return `# Many\n\nA spec.\n${lines.join("\n")}\n`;
}

describe.each([200, 2_000])("a session of %i gaps", (count) => {
  it("sends no prompt that is longer than context_tokens", async () => {
    const prompts: number[] = [];
    const measured = (answer: (gaps: readonly ReturnType<typeof idOf>[]) => string) =>
      scriptedAgent(({ label, preface, prompt }) => {
        prompts.push(estimateTokens(preface) + estimateTokens(prompt));
        return answer(label.gaps);
      });
    const session = testSession({
      source: specOf(count),
      engineer: measured((gaps) => gaps.map((gap) => proposalDocument({ gap })).join("\n")),
      reviewer: measured((gaps) => reviewDocument({ reviews: gaps.map((gap) => ({ gap })) })),
    });
    const { config, records } = await session.runToEndOf(2);
    expect(records).toHaveLength(2);
    expect(Math.max(...prompts)).toBeLessThan(config.contextTokens);
  });

  it.each(["a place of its own", "the same place"])("chooses its runs in no time where each has %s", (where) => {
    const place = (at: number) => ({ heading: "Cases", line: at, endLine: at });
    const gaps = Array.from({ length: count }, (_, at) =>
      makeGap({ id: idOf(at), title: titleOf(at), places: [place(where === "the same place" ? 9 : at)] }),
    );
    const { state } = paperSession({ gaps });
    const started = performance.now();
    for (let times = 0; times < 5; times += 1) chooseRuns(state);
    // About 5 ms and 20 ms each on a busy machine; every pair compared would be four million comparisons.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
