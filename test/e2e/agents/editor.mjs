// A person's editor for tests: `editor.mjs FOLDER FILE` notes in FOLDER/editor.log when it opens and closes and what it
// was shown, spoils the first text that it saves, and writes FOLDER/recordings/engineer-GAP.md the other times.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const [folder = ".", file = ""] = process.argv.slice(2);
const log = join(folder, "editor.log");
const isFirst = !existsSync(log);
const shown = readFileSync(file, "utf8");
const gap = /GAP-[A-Z]+-\d{3}/.exec(shown.replace(/^<!--[\s\S]*?-->/, ""))?.[0] ?? "";
appendFileSync(log, `${JSON.stringify({ opens: gap, shown })}\n`);
await delay(150);
const cut = shown.indexOf("<!-- whetstone: this line");
const text = isFirst
  ? `I do not know about ${gap}.\n`
  : readFileSync(join(folder, "recordings", `engineer-${gap}.md`), "utf8");
writeFileSync(file, `${text}\n${shown.slice(cut)}`);
appendFileSync(log, `${JSON.stringify({ closes: gap })}\n`);
