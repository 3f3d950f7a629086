// The page with a session of 5,000 gaps, 200 rounds and a spec of 5,000 lines of which 2,000 changed, in Chromium: how
// soon it can be used, whether the board is ever blank while scrolling, the memory of the tab, and how long an event of
// another process takes to appear. `node bench/page.mjs`, after a build; CHROMIUM may name the browser.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { loadSources, root } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const GAPS = 5000;
const ROUNDS = 200;
const LINES = 5000;
const CHANGED = 2000;
const VISITS = 5;
const EVENTS = 20;
const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browserPath = places.find((path) => path && existsSync(path));
const cli = join(root, "dist", "cli", "main.js");
if (!browserPath) {
  console.log("there is no Chromium here: passed over");
  process.exit(0);
}
if (!existsSync(cli)) throw new Error("build first: npm run build");

const kit = await loadSources("page", [
  "../test/support/paper-session.ts",
  "../test/support/make-gap.ts",
  "engine/session-store.ts",
  "engine/node-files.ts",
  "engine/node-processes.ts",
  "engine/system-clock.ts",
]);
const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-page-"));
const parts = { files: kit.nodeFiles(join(folder, "long")), clock: kit.systemClock, processes: kit.nodeProcesses };
let server;
let browser;
try {
  console.log(await writeSession());
  browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
  server = spawn(process.execPath, [cli, "ui", join(folder, "long"), "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const visits = [await timeVisit(context, address)];
  const again = `${new URL(address).origin}/#/s/long`;
  while (visits.length < VISITS) visits.push(await timeVisit(context, again));
  const [first] = visits;
  const best = (of) => Math.min(...visits.map(of));
  judge("usable, at once after the start", first.milliseconds, "ms");
  judge("  processor time of it: the tab and the server", first.tab + first.server, "ms", 1500);
  judge(
    "usable, best of five visits",
    best((visit) => visit.milliseconds),
    "ms",
    1500,
  );
  judge(
    "  processor time of it: the tab and the server",
    best((visit) => visit.tab + visit.server),
    "ms",
  );
  const page = visits.at(-1).page;
  judge("every line of the spec, and to its end", await timeEveryLine(page), "ms", 1500);
  const scrolled = await scroll(page);
  judge(`longest the board is blank over ${scrolled.pixels} pixels`, scrolled.blank, "ms", 100);
  judge("frames in that time", scrolled.frames, "");
  for (const [what, megabytes] of Object.entries(await memory(page))) judge(what, megabytes, "MB", 300);
  const delays = await eventDelays(page);
  judge(`an event is on the page, median of ${EVENTS}`, delays[Math.floor(EVENTS / 2)], "ms", 200);
  judge("the slowest of them", delays.at(-1), "ms");
} finally {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}

function judge(what, value, unit, limit) {
  const shown = `${value.toFixed(0)} ${unit}`;
  if (limit === undefined) console.log(`${what.padEnd(52)} ${shown.padStart(10)}`);
  else report({ bench: `page: ${what}`, value, shown, bar: limit, barShown: `at most ${limit} ${unit}` });
}

/** The Mediator makes the events without agents; the store writes them as in any session. */
async function writeSession() {
  const severities = ["CRITICAL", "HIGH", "MEDIUM", "MEDIUM", "LOW"];
  const gaps = Array.from({ length: GAPS }, (_, index) =>
    kit.makeGap({
      id: `GAP-AREA${String.fromCharCode(65 + Math.floor(index / 900))}-${String((index % 900) + 1).padStart(3, "0")}`,
      title: `What happens when step ${index} takes longer than its neighbours expect is not said`,
      severity: severities[index % 5],
    }),
  );
  const session = kit.paperSession({
    gaps,
    config: { parallelGaps: 20, maxRounds: 400, hardLimit: 400 },
    issues: (round, { round: open }) =>
      round % 4 === 0 ? (open?.slots ?? []).slice(0, 2).map(({ gap }) => ({ gap, severity: "HIGH" })) : [],
    answer: ({ options }) => ({ options: options[0] ? [options[0].id] : [] }),
  });
  session.runUntil((state) => state.records.length >= ROUNDS, 1_000_000);
  const [first, ...rest] = session.entries;
  const store = await kit.createStore(parts, { "source.md": "# Long\n" }, first.event.events);
  for (const { event } of rest) await store.record(event.events);
  await store.record([longSpec(gaps)]);
  await store.close();
  const bytes = readFileSync(join(folder, "long", "journal.jsonl")).length;
  return `${session.state.gaps.size} gaps, ${session.state.records.length} rounds, a journal of ${(bytes / 1e6).toFixed(1)} MB`;
}

function specLine(index) {
  if (index % 50 === 0) return `## Step ${index / 50}`;
  return index % 2 === 0 ? "" : `Step ${index} takes its turn when its neighbours are done with theirs.`;
}

/** Forty rounds whose gaps reworded fifty lines each, spread over the spec. */
function longSpec(gaps) {
  const source = [
    { path: "long.md", text: `${Array.from({ length: LINES }, (_, index) => specLine(index)).join("\n")}\n` },
  ];
  const batches = Array.from({ length: 40 }, (_, round) => ({
    round: round + 1,
    sets: Array.from({ length: CHANGED / 40 }, (__, at) => changeOf(40 * at + round)).map((change, at) => ({
      gap: gaps[(CHANGED / 40) * round + at].id,
      changes: [change],
    })),
  }));
  return { type: "source_merged", source, batches, overlaps: [], message: "a long spec" };
}

function changeOf(number) {
  const old = specLine(2 * number + 1);
  return { number: 1, kind: "replace", place: "", old, new: `${old.slice(0, -1)}, within ${number} seconds.` };
}

/** The time until cards of the board are on the screen and a further frame is drawn. */
async function timeVisit(context, address) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const served = serverSeconds();
  const start = performance.now();
  await page.goto(address);
  await page.locator(".board a.gap").nth(20).waitFor({ state: "attached" });
  await page.locator(".diff .line").nth(20).waitFor({ state: "attached" });
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const milliseconds = performance.now() - start;
  const { metrics } = await session.send("Performance.getMetrics");
  const tab = 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  return { page, milliseconds, tab, server: 1000 * (serverSeconds() - served) };
}

/** The time from pressing the button to the frame that shows the last line. */
async function timeEveryLine(page) {
  const start = performance.now();
  await page.getByRole("radio", { name: "Every line" }).check();
  const last = page.getByText(`Step ${LINES - 1} takes`);
  while (!(await last.isVisible())) {
    await page.evaluate("document.querySelector('.diff').scrollIntoView({ block: 'end' })");
    await page.waitForTimeout(20);
  }
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const milliseconds = performance.now() - start;
  await page.getByRole("radio", { name: "Diff" }).check();
  return milliseconds;
}

/** Processor time of the server so far; 0 if the system does not report it. */
function serverSeconds() {
  const path = `/proc/${server.pid}/stat`;
  if (!existsSync(path)) return 0;
  const [user, system] = readFileSync(path, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Scrolls the longest column, and checks in every frame whether it shows cards. */
async function scroll(page) {
  await page.getByText(/^Done, dropped and parked/).click();
  await page.locator(".board").nth(1).waitFor();
  await page.evaluate(`{
    const boxes = [...document.querySelectorAll(".column .scroll")];
    const box = boxes.reduce((a, b) => (a.scrollHeight > b.scrollHeight ? a : b));
    box.scrollIntoView({ block: "center" });
    const { left, top, width, height } = box.getBoundingClientRect();
    window.watched = { box, frames: 0, blank: 0, since: undefined, x: left + width / 2, y: top + height / 2 };
    const look = (now) => {
      const there = [0.1, 0.5, 0.9].every((part) =>
        document.elementsFromPoint(left + width / 3, top + height * part).some((element) => element.closest("li")));
      watched.frames += 1;
      watched.since = there ? undefined : (watched.since ?? now);
      if (!there) watched.blank = Math.max(watched.blank, now - watched.since + 16);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  const { x, y } = await page.evaluate("({ x: watched.x, y: watched.y })");
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 120; turn += 1) await page.mouse.wheel(0, turn % 10 === 9 ? 6000 : 700);
  await page.waitForTimeout(300);
  return page.evaluate("({ blank: watched.blank, frames: watched.frames, pixels: watched.box.scrollTop })");
}

/** The memory of the tab's script and, on Linux, of its process. */
async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const own = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => privateMegabytes(id));
  return {
    "the tab's script holds": usedSize / 1e6,
    ...(own.some(Number.isFinite) ? { "its process has for itself (five tabs were open)": Math.max(...own) } : {}),
  };
}

function privateMegabytes(id) {
  const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, "utf8") : "";
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) / 1000;
}

/** Changes severities from another process; the page reports when its counts change. */
async function eventDelays(page) {
  const store = await kit.openStore(parts);
  await page.evaluate(`{
    window.seen = [];
    const counts = document.querySelector("main .counts").closest("p");
    new MutationObserver(() => seen.push(Date.now())).observe(counts, { subtree: true, childList: true, characterData: true });
  }`);
  const open = [...store.state.gaps].filter((gap) => gap.state === "OPEN").slice(0, EVENTS);
  const delays = [];
  for (const { id, severity } of open) {
    await page.waitForTimeout(150);
    await page.evaluate("seen.length = 0");
    const start = Date.now();
    const other = severity === "LOW" ? "HIGH" : "LOW";
    await store.record([{ type: "gap_severity_set", gap: id, severity: other, by: "user", why: "a measure" }]);
    delays.push((await page.evaluate("new Promise((done) => setInterval(() => seen[0] && done(seen[0]), 5))")) - start);
  }
  await store.close();
  return delays.sort((a, b) => a - b);
}
