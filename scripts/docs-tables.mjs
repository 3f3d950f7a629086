// Writes the lists in docs/ that are generated from code: events, settings, commands, exit codes, rules. With `--check`
// it writes nothing and fails if a list is outdated.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = (path) => createJiti(root).import(join(root, "src", path));
const read = (...path) => readFileSync(join(root, ...path), "utf8");

const stale = [];
for (const [page, ...parts] of [
  ["configuration.md", await settings(read("docs", "configuration.md"))],
  ["cli.md", await commands(), await exitCodes()],
  ["journal.md", await events()],
  ["checks.md", await rules()],
]) {
  const text = read("docs", page);
  const current = parts.reduce(withList, text);
  if (current === text) continue;
  stale.push(`docs/${page}`);
  if (!process.argv.includes("--check")) writeFileSync(join(root, "docs", page), current);
}
if (process.argv.includes("--check") && stale.length > 0) {
  fail(`${stale.join(", ")} not current: node scripts/docs-tables.mjs`);
}

/** Descriptions are the comments above the schemas. */
async function events() {
  const { EVENTS } = await source("model/events.ts");
  const files = readdirSync(join(root, "src/model/events"));
  const words = commentsIn(files.map((file) => read("src/model/events", file)).join("\n"));
  return Object.keys(EVENTS).map((type) => `- ${code(type)}: ${firstSentence(words(type))}`);
}

function firstSentence(text) {
  const [first] = text.split(/[.:;](?: |$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

/** Key, default and allowed values come from the schema; the description is written on the page itself. */
async function settings(page) {
  const { configSchema } = await source("config/resolve-config.ts");
  const { filePath, valueAt } = await source("config/keys.ts");
  const { DEFAULT_CONFIG } = await source("model/default-config.ts");
  const written = page.matchAll(/^- `([\w.]+)(?:: [^`]*)?`(?: \([^)]*\))?: (.*)$/gm);
  const words = new Map([...written].map(([, key, text]) => [key, text]));
  return settingsOf(configSchema).map(([path, schema]) => {
    const key = filePath(path);
    const value = defaultText(valueAt(DEFAULT_CONFIG, path.split(".")));
    const text = words.get(key) ?? fail(`what does the setting ${key} do?`);
    return `- ${code(value === "" ? key : `${key}: ${value}`)}${allowedText(schema, value)}: ${text}`;
  });
}

function settingsOf({ shape }, path = "") {
  return Object.entries(shape).flatMap(([key, optional]) => {
    const schema = optional.unwrap();
    return schema.shape ? settingsOf(schema, `${path}${key}.`) : [[path + key, schema]];
  });
}

function defaultText(value) {
  if (typeof value !== "object") return String(value ?? "");
  return value.kind ?? "";
}

/** The allowed values as in the error message, shortened; for switches, paths and agents the default says enough. */
function allowedText(schema, value) {
  const text = schema.def
    .error({})
    .replace(/(?:or )?a (?:whole )?number from (\S+) to /, "$1–")
    .replaceAll(/ \([^)]*\)/g, "");
  if (/^(?:true or false|a path|the name of an agent|an object)/.test(text)) return "";
  return ` (${text.replace(`"${value}", `, "").replaceAll(/"([^"]*)"/g, "`$1`")})`;
}

/** Each command with its own options; the help describes them. */
async function commands() {
  const { createProgram } = await source("cli/create-program.ts");
  const { createContext } = await source("cli/cli-context.ts");
  const program = createProgram(createContext([], "0.0.0", process));
  const all = program.createHelp().visibleCommands(program).flatMap(withSubcommands);
  return all.map(([name, command]) => {
    const options = ownOptions(command).join(" ");
    return `- ${code(name + usage(command))}: ${command.description()}${options && ". "}${options}`;
  });
}

/** Without options of a group and options that most commands have: they are named once, below the list. */
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
  return Object.entries(EXIT_CODES).map(([name, number]) => `- ${code(number)}: ${words(name)}`);
}

async function rules() {
  const { RULES } = await source("checks/registry.ts");
  return RULES.map(({ id, type, severity, summary }) => {
    const weight = id === "survey" ? "its own severity" : severity;
    const facts = id === type ? weight : `${weight}, ${code(type)}`;
    return `- ${code(id)} (${facts}): ${firstSentence(summary)}`;
  });
}

/** Returns a lookup of the comments above the keys of an object. */
function commentsIn(text) {
  const found = [...text.matchAll(/^ {2}\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}(\w+): /gm)];
  const words = new Map(found.map(([, comment, key]) => [key, plain(comment)]));
  return (key) => words.get(key) ?? fail(`nothing is said above ${key}`);
}

/** On one line, without references to the SPEC, which users do not have. */
function plain(comment) {
  return comment
    .replaceAll(/\s*\n\s*\* ?/g, " ")
    .replaceAll(/ \(SPEC [^)]*\)/g, "")
    .trim();
}

/** Replaces the list on the page that begins with the same name. */
function withList(page, lines) {
  const name = /\w+/.exec(lines[0])[0];
  const place = new RegExp(`^- \`${name}\\b.*(?:\\n- .*)*`, "m");
  if (!place.test(page)) fail(`there is no list that begins with ${name}`);
  return page.replace(place, () => lines.join("\n"));
}

function code(value) {
  return `\`${value}\``;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
