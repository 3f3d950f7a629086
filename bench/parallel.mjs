// Checks that independent gaps together take no longer than one of them, and that dependent gaps take turns (SPEC 4,
// 15.4). Agents take 300 ms; files are real. `node bench/parallel.mjs`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadSources } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const { testSession, scriptedAgent, proposalDocument, reviewDocument, nodeFiles, systemClock } = await loadSources(
  "parallel",
  [
    "testing/test-session.ts",
    "testing/scripted-agent.ts",
    "../test/support/canonical-documents.ts",
    "engine/node-files.ts",
    "engine/system-clock.ts",
  ],
);

const MILLISECONDS = 300;
const LIMIT = 1.3;
const GAPS = [1, 2, 3, 4].map((number) => `GAP-FLOW-00${number}`);
/** An Engineer, then the Reviewer: no order of work is shorter. */
const LONGEST_CHAIN = 2 * MILLISECONDS;

const independent = `# Relay\n\n${GAPS.map((gap, index) => `## Part ${index}\n\n- ${gap}: Rule ${index} is not said.\n`).join("\n")}`;
const named = `# Relay\n\n${GAPS.map((gap, index) => `## Part ${index}\n\n- ${gap}: Rule ${index} is not said. Blocked by: ${GAPS[index - 1] ?? "nothing"}\n`).join("\n")}`;

const rounds = [];
for (let turn = 0; turn < 5; turn += 1) rounds.push(...(await roundsOf(independent)));
const best = Math.min(...rounds.map((round) => round.milliseconds));
console.log(`${GAPS.length} independent gaps, agents of ${MILLISECONDS} ms, best of ${rounds.length} rounds`);
report({ bench: "a round of independent gaps", peer: "its longest chain", value: best / LONGEST_CHAIN, bar: LIMIT });
holds(
  "independent: all in one round",
  rounds.every((round) => round.gaps.length === GAPS.length),
);
const order = (await roundsOf(named)).map((round) => round.gaps.join(" "));
holds(
  "dependent by statement: three in one run, then the fourth",
  order.join(", ") === `${GAPS.slice(0, 3).join(" ")}, ${GAPS[3]}`,
);

/** The rounds of a session on this source: the gaps of each, and how long it took. */
async function roundsOf(source) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  const slowly = (write) =>
    scriptedAgent(async (task) => {
      await delay(MILLISECONDS);
      return write(task.label.gaps);
    });
  const found = [];
  let opened = 0;
  const session = testSession({
    source,
    engineer: slowly((gaps) => gaps.map((gap) => proposalDocument({ gap })).join("\n\n")),
    reviewer: slowly((gaps) => reviewDocument({ reviews: gaps.map((gap) => ({ gap })) })),
    files: nodeFiles(join(folder, "session"), { scratch: ".tmp" }),
    specFolder: nodeFiles(folder),
    clock: systemClock,
    observe: (observation) => {
      for (const event of observation.type === "recorded" ? observation.events : []) {
        if (event.type === "round_opened") {
          opened = performance.now();
          found.push({ gaps: event.assigned, milliseconds: 0 });
        }
        if (event.type === "round_closed") found.at(-1).milliseconds = performance.now() - opened;
      }
    },
  });
  await session.run();
  rmSync(folder, { recursive: true, force: true });
  return found.filter((round) => round.milliseconds > 0);
}

function holds(what, isKept) {
  if (!isKept) process.exitCode = 1;
  console.log(`${what}: ${isKept ? "kept" : "NOT KEPT"}`);
}
