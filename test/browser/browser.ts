import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { CLI, runCli } from "../e2e/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CHROMIUM } from "./find-chromium.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DEMO = join(ROOT, "resources", "demo");
const PICTURES = process.env.PICTURES ?? "";
const FAILURES = "test-artefacts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let launched: Promise<Browser> | undefined;

/** One for all tests of a worker: it ends with the worker's process. */
function browser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: CHROMIUM ?? "", args: FLAGS });
  return launched;
}

/** What went wrong on a page, and whom it asked, as it happens. */
export interface Watched {
  readonly page: Page;
  readonly problems: string[];
  /** Addresses other than the server's that something was asked of. */
  readonly strangers: string[];
}

/** A page on which every error, dialog and request to somebody else is noted. */
export async function watchedPage(options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail")
      await takePicture(page, PICTURES || FAILURES, `failed-${task.name.replace(/\W+/g, "-").slice(0, 60)}`);
    await context.close();
  });
  const problems: string[] = [];
  const strangers: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => problems.push(`popup: ${popup.url()}`));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    const isOwn = hostname === "127.0.0.1" || hostname === "localhost";
    if (!isOwn && protocol !== "file:" && protocol !== "blob:") strangers.push(request.url().slice(0, 200));
  });
  return { page, problems, strangers };
}

/** `whetstone ui FOLDER` (or other words) until the test ends; the address that it prints. */
export async function serve(folder: string, words: readonly string[] = ["ui", folder, "--no-open"]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...words], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await new Promise((done) => (child.exitCode === null ? child.once("exit", done) : done(undefined)));
  });
  return new Promise((done, fail) => {
    const errors: string[] = [];
    child.stderr.on("data", (data) => errors.push(String(data)));
    child.stdout.once("data", (data) => done(String(data).trim()));
    child.once("exit", (code) => fail(new Error(`whetstone ${words[0]} ended with ${code}: ${errors.join("")}`)));
  });
}

/** A folder with the demo's spec in it and a session begun, played by the recordings. */
export async function demoFolder(): Promise<string> {
  const folder = temporaryFolder();
  copyFileSync(join(DEMO, "parcel-lockers.md"), join(folder, "parcel-lockers.md"));
  const agent = `replay:${join(DEMO, "recordings")}`;
  const words = ["--engineer", agent, "--reviewer", agent, "--set", "rollback.mode=AUTO_RETRY"];
  const run = await runCli(["init", "parcel-lockers.md", ...words], { cwd: folder });
  if (run.code !== 0) throw new Error(run.stderr);
  return folder;
}

/** The demo, run to its end on the command line. */
export async function finishedDemo(): Promise<string> {
  const folder = join(temporaryFolder(), "demo");
  const run = await runCli(["demo", folder]);
  if (run.code !== 0) throw new Error(run.stderr);
  return folder;
}

const WIDTHS = [380, 960, 1600] as const;
const SCHEMES = ["light", "dark"] as const;

/** Pictures for whoever wants to look, narrow to wide, light and dark: only where `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === "") return;
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, PICTURES, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(before);
}

async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(resolve(ROOT, folder), { recursive: true });
  // On a picture of the whole page sticky bars would cover what is below them.
  await positionBars(page, "static");
  await page.screenshot({ path: join(resolve(ROOT, folder), `${name}.png`), fullPage: true });
  await positionBars(page, "");
}

async function positionBars(page: Page, position: string): Promise<void> {
  const bars = await page.locator("header.top, .actions").all();
  await Promise.all(
    bars.map((bar) => bar.evaluate((element, value) => element.style.setProperty("position", value), position)),
  );
}
