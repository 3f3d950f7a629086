// Writes the tables and the list of docs/ that follow from the code: events, settings, commands, exit codes.
// `--check` writes nothing and fails where a table is not current.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = (path) => createJiti(root).import(join(root, "src", path));
const read = (...path) => readFileSync(join(root, ...path), "utf8");

const stale = [];
for (const [page, tables] of [
  ["configuration.md", [await settings(read("docs", "configuration.md"))]],
  ["cli.md", [await commands(), await exitCodes()]],
  ["journal.md", [await events()]],
]) {
  const text = read("docs", page);
  const current = tables.reduce(page === "journal.md" ? withList : withTable, text);
  if (current === text) continue;
  stale.push(`docs/${page}`);
  if (!process.argv.includes("--check")) writeFileSync(join(root, "docs", page), current);
}
if (process.argv.includes("--check") && stale.length > 0) {
  fail(`${stale.join(", ")} not current: node scripts/docs-tables.mjs`);
}

/** A list: fields from the schemas, words from the comments above them. */
async function events() {
  const { EVENTS } = await source("model/events.ts");
  const files = readdirSync(join(root, "src/model/events"));
  const words = commentsIn(files.map((file) => read("src/model/events", file)).join("\n"));
  return Object.entries(EVENTS).map(
    ([type, schema]) => `- \`${type}${fieldList(schema)}\`: ${firstSentence(words(type))}`,
  );
}

function fieldList({ shape }) {
  const names = Object.entries(shape).map(([name, { _zod }]) => (_zod.optin === "optional" ? `${name}?` : name));
  return `(${names.join(", ")})`;
}

/** The fields before it say the rest. */
function firstSentence(text) {
  const [first] = text.split(/[.:;](?: |$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

/** Key, default and allowed values from the schema; what a setting does is written on the page itself. */
async function settings(page) {
  const { configSchema } = await source("config/resolve-config.ts");
  const { filePath, valueAt } = await source("config/keys.ts");
  const { DEFAULT_CONFIG } = await source("model/default-config.ts");
  const words = new Map(
    [...page.matchAll(/^\| (`[a-zA-Z_.]+`) .* \| (.*?) +\|$/gm)].map(([, key, text]) => [key, text]),
  );
  const rows = settingsOf(configSchema).map(([path, schema]) => {
    const key = code(filePath(path));
    const value = valueAt(DEFAULT_CONFIG, path.split("."));
    return [key, defaultText(value), allowedText(schema), words.get(key) ?? fail(`what does the setting ${key} do?`)];
  });
  return [["key", "default", "allowed", "what it does"], ...rows];
}

function settingsOf({ shape }, path = "") {
  return Object.entries(shape).flatMap(([key, optional]) => {
    const schema = optional.unwrap();
    return schema.shape ? settingsOf(schema, `${path}${key}.`) : [[path + key, schema]];
  });
}

function defaultText(value) {
  if (typeof value !== "object") return value === undefined ? "" : code(value);
  return "kind" in value ? code(value.kind) : "";
}

/** As the message of a wrong value has it, in short. */
function allowedText(schema) {
  const text = schema.def
    .error({})
    .replace(/(?:or )?a (?:whole )?number from (\S+) to /, "$1–")
    .replace(/^the name of an agent.*/, "an agent")
    .replace(/ that is not empty$/, "")
    .replace("true or false", "boolean")
    .replaceAll(/ \([^)]*\)/g, "");
  return text.replaceAll(/"([^"]*)"/g, "`$1`");
}

/** Each with the names of its own options; what they do, the help says. */
async function commands() {
  const { createProgram } = await source("cli/program.ts");
  const { createContext } = await source("cli/context.ts");
  const program = createProgram(createContext([], "0.0.0", process));
  const all = program.createHelp().visibleCommands(program).flatMap(withSubcommands);
  const rows = all.map(([name, command]) => [
    code(name + usage(command)),
    cell(command.description()),
    ownOptions(command).join(" "),
  ]);
  return [["command", "what it does", "options"], ...rows];
}

/** Those of a group, and those that most commands have, are named once, below the table. */
function ownOptions(command) {
  const named = ["--help", "--json", "--session"];
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long, helpGroupHeading }) => helpGroupHeading === undefined && !named.includes(long))
    .map(({ long }) => code(long));
}

function withSubcommands(command) {
  const parts = command.commands.map((part) => [`${command.name()} ${part.name()}`, part]);
  return command.commands.length > 0 && command.options.length === 0 ? parts : [[command.name(), command], ...parts];
}

function usage(command) {
  const words = command.usage().replace(/\[options\] ?|\[command\] ?/g, "");
  return words === "" ? "" : ` ${words.trim()}`;
}

async function exitCodes() {
  const { EXIT_CODES } = await source("errors/exit-codes.ts");
  const words = commentsIn(read("src/errors/exit-codes.ts"));
  return [["code", "means"], ...Object.entries(EXIT_CODES).map(([name, number]) => [String(number), words(name)])];
}

/** The comment above each key of an object. */
function commentsIn(text) {
  const found = [...text.matchAll(/^ {2}\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}(\w+): /gm)];
  const words = new Map(found.map(([, comment, key]) => [key, plain(comment)]));
  return (key) => words.get(key) ?? fail(`nothing is said above ${key}`);
}

/** On one line, without the sections of the contract, which users do not have. */
function plain(comment) {
  return comment
    .replaceAll(/\s*\n\s*\* ?/g, " ")
    .replaceAll(/ \(SPEC [^)]*\)/g, "")
    .trim();
}

/** The page with the table of the same first heading replaced, aligned as the formatter has it. */
function withTable(page, [head, ...rows]) {
  const place = new RegExp(`^\\| ${head[0]} +\\|.*(?:\\n\\|.*)*`, "m");
  if (!place.test(page)) fail(`there is no table of each ${head[0]}`);
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`;
  const table = [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
  return page.replace(place, () => table);
}

/** The page with its list of events replaced. */
function withList(page, lines) {
  const place = /^- `[a-z_]+\(.*(?:\n- .*)*/m;
  if (!place.test(page)) fail("there is no list of events");
  return page.replace(place, () => lines.join("\n"));
}

function code(value) {
  return `\`${cell(value)}\``;
}

function cell(value) {
  return String(value).replaceAll("|", "\\|");
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
