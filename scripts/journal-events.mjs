// Writes the table of events in docs/journal.md from their definitions: fields from the schemas, words from the comments
// above them. `--check` writes nothing and fails where the table is not current.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources, root } from "../bench/lib/load-sources.mjs";

const page = join(root, "docs", "journal.md");
const folder = join(root, "src", "model", "events");
const { EVENTS } = await loadSources("events", ["model/events.ts"]);
const words = commentsOf(readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")));
const table = aligned([
  ["event", "fields", "when"],
  ...Object.entries(EVENTS).map(([type, schema]) => [`\`${type}\``, fieldsOf(schema), words.get(type) ?? ""]),
]);

const text = readFileSync(page, "utf8");
const current = text.replace(/^\| event .*(?:\n\|.*)*/m, () => table);
const silent = Object.keys(EVENTS).filter((type) => !words.has(type));
if (silent.length > 0) fail(`nothing is said above ${silent.join(", ")} in src/model/events/`);
if (!process.argv.includes("--check")) writeFileSync(page, current);
else if (current !== text) fail("docs/journal.md is not current: node scripts/journal-events.mjs");

/** The comment above each event, on one line. */
function commentsOf(sources) {
  const found = sources.flatMap((source) => [...source.matchAll(/^ {2}\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}(\w+): /gm)]);
  return new Map(found.map(([, comment, type]) => [type, comment.replace(/\s*\n\s*\* ?/g, " ").trim()]));
}

function fieldsOf({ shape }) {
  const names = Object.entries(shape).map(([name, { _zod }]) => `\`${name}${_zod.optin === "optional" ? "?" : ""}\``);
  return names.join(", ");
}

/** As the formatter has it. */
function aligned([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
