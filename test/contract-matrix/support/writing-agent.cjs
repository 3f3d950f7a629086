// An agent that writes its document to a file: `node writing-agent.cjs FOLDER {document}`.
// Its first attempt leaves no document; a retry writes FOLDER/document.md to the first path that the notice names.
// What the notice named, and whether the folder of each was there, is noted in FOLDER/paths.json.
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { dirname, join, relative, resolve } = require("node:path");

const folder = process.argv[2];
const prompt = readFileSync(0, "utf8");

if (Number(process.env.WHETSTONE_ATTEMPT) > 1) {
  const begin = prompt.search(/^# Retry/m);
  const notice = prompt.slice(begin, prompt.indexOf("\n# Task", begin));
  const named = [...new Set(notice.match(/(?:\/[^\s`'",:]+|[\w.-]+(?:\/[\w.-]+)+)\.md/g) ?? [])];
  const paths = named.map((path) => ({ path, reachable: existsSync(dirname(resolve(path))) }));
  const read = `./${relative(process.cwd(), process.env.WHETSTONE_DOCUMENT)}`;
  writeFileSync(join(folder, "paths.json"), JSON.stringify({ paths, read, notice }));
  writeFileSync(resolve(named[0] ?? "nowhere.md"), readFileSync(join(folder, "document.md"), "utf8"));
}
