import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { type GapId, gapId } from "../../src/model/ids.ts";
import { scriptedAgent } from "../../src/testing/scripted-agent.ts";
import { testSession } from "../../src/testing/test-session.ts";
import { runCli } from "../e2e/run-cli.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";
import { ENDLESS, HOSTILE } from "./hostile-documents.ts";

const GAPS = HOSTILE.map((_, index) => gapId("FLOW", index + 1));
const SOURCE = `# Relay\n\n## Flow\n\n${HOSTILE.map((text, index) => `- ${GAPS[index]} (HIGH): ${text}`).join("\n")}\n`;

describe.skipIf(SKIPPED)(`forty hostile documents${SKIPPED}`, () => {
  test("stay text on every page and in the report", { timeout: 240_000 }, async () => {
    expect(HOSTILE).toHaveLength(40);
    const folder = await hostileFolder();
    const { page, problems, strangers } = await watchedPage();
    await page.goto(await serve(folder));
    const served = new URL(page.url()).origin;
    const session = "s/sessions%2Frelay";
    for (const path of ["", "start", "start/relay.md", ...viewsOf(session)]) await look(page, `${served}/#/${path}`);
    const run = await runCli(["report", "-o", "r.html"], { cwd: folder });
    expect(run.code, run.stderr).toBe(0);
    const report = pathToFileURL(join(folder, "r.html")).href;
    for (const path of viewsOf("s/report")) await look(page, `${report}#/${path}`);
    expect(problems).toEqual([]);
    expect(strangers).toEqual([]);
  });
});

function viewsOf(session: string): string[] {
  return [
    session,
    `${session}/decide`,
    `${session}/round`,
    `${session}/round/1`,
    `${session}/rollback`,
    `${session}/convergence`,
    `${session}/file/source.md`,
    `${session}/file/source.md/7`,
    `${session}/file/round_001%2Fsummary.md`,
    ...GAPS.map((gap) => `${session}/gap/${gap}`),
  ];
}

/** The page is there, answers, and what agents wrote made no element on it that could do anything. */
async function look(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByText("Loading …").first().waitFor({ state: "detached" });
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  await page.mouse.move(300, 300);
  const found = await page.evaluate(`[...document.querySelectorAll("main *")].flatMap((one) => {
    const isOurs = one.closest("svg.chart") || ["INPUT", "SELECT", "TEXTAREA", "FORM"].includes(one.tagName) && !one.closest(".markdown");
    const isActive = /^(script|img|svg|iframe|object|embed|link|style|base|meta|form|input|video|audio|math|template)$/i.test(one.tagName);
    const attributes = [...one.attributes].filter(({ name, value }) =>
      /^on|^src|^xlink/.test(name) || (name === "href" && !/^(#|https?:\\/\\/)/.test(value)));
    return (isActive && !isOurs) || attributes.length > 0 ? [one.outerHTML.slice(0, 200)] : [];
  })`);
  expect(found, address).toEqual([]);
}

/** A spec and a session of it in which both agents and the source say everything hostile, with a question that waits. */
async function hostileFolder(): Promise<string> {
  const folder = temporaryFolder();
  const session = join(folder, "sessions", "relay");
  mkdirSync(session, { recursive: true });
  // Whoever begins a session with a spec that holds a NUL is told that it is no text.
  writeFileSync(join(folder, "relay.md"), SOURCE.replaceAll("\0", ""));
  const { run } = testSession({
    source: SOURCE,
    files: nodeFiles(session),
    clock: systemClock,
    config: { parallelGaps: GAPS.length },
    engineer: scriptedAgent(({ label }) => proposal(label.gaps[0] as GapId, label.round)),
    reviewer: scriptedAgent(({ label }) =>
      reviewDocument({
        reviews: label.gaps.map((gap) => ({
          gap,
          issues: [{ severity: "HIGH", title: wordsOf(gap), id: issueOf(gap) }],
        })),
        verdict: "NEEDS_REVISION",
      }),
    ),
  });
  expect((await run()).reason).toBe("waiting");
  for (const name of ["summary.md", "reviewer.md"]) {
    writeFileSync(join(session, "round_001", name), `${HOSTILE.join("\n\n")}\n\n${ENDLESS}\n`);
  }
  return folder;
}

function proposal(gap: GapId, round: number): string {
  const text = wordsOf(gap);
  const more = `## DISAGREE: ${issueOf(gap)}\n\n**Concern:** "${text}"\n\n**My Position:** ${text}\n\n**Rationale:** ${text}`;
  return proposalDocument({ gap, text, ...(round > 1 ? { more } : {}) });
}

function wordsOf(gap: string): string {
  return HOSTILE[Number(gap.slice(-3)) - 1] ?? "";
}

function issueOf(gap: string): string {
  return `ISSUE-R1-${gap.slice(-3)}`;
}
