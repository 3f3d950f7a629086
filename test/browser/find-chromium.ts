import { existsSync } from "node:fs";

/** Where Chromium may stand; `CHROMIUM` names another place. */
const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

export const CHROMIUM = PLACES.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Why the tests of the page do not run here; empty when they do. */
export const SKIPPED = CHROMIUM === undefined ? " (skipped: there is no Chromium, CHROMIUM may name one)" : "";
