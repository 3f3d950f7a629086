// How many of the known defects of specs with seeded defects the checks find, and what they flag besides: the sets and
// their scorer stand outside the project (../shared/seeded). `node bench/seeded.mjs [--dir DIR] [--fn] [--fp] [--traps]`
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSources, root } from "./lib/load-sources.mjs";

const home = join(root, "..", "shared", "seeded");
const scorer = join(home, "score.mjs");
const at = process.argv.indexOf("--dir");
const folder = at === -1 ? join(home, "dev") : resolve(process.argv[at + 1] ?? "");
if (!existsSync(scorer) || !existsSync(folder)) {
  console.log(`skipped: ${existsSync(scorer) ? folder : scorer} is not there`);
  process.exit(0);
}

const { check } = await loadSources("seeded", ["checks/check.ts"]);
const { score, print } = await import(pathToFileURL(scorer).href);
const findings = readdirSync(folder)
  .filter((file) => existsSync(join(folder, file.replace(/\.md$/, ".labels.json"))) && file.endsWith(".md"))
  .flatMap((file) =>
    check(readFileSync(join(folder, file), "utf8")).map(({ line, type, message }) => ({
      file,
      line,
      rule: type,
      message,
    })),
  );
const dir = relative(home, folder);
const result = score(findings, { dir: isAbsolute(dir) ? folder : dir });
print(result);

const has = (flag) => process.argv.includes(flag);
const { fn, fp, traps } = result.detail;
const said = ({ file, line, rule }) =>
  findings.find((one) => one.file === file && one.line === line && one.rule === rule)?.message;
if (has("--fn")) for (const one of fn) console.log(`MISSED ${one.file}:${one.line} ${one.type} "${one.text}"`);
if (has("--fp")) for (const one of fp) console.log(`FALSE  ${one.file}:${one.line} ${one.rule} ${said(one)}`);
if (has("--traps"))
  for (const one of traps) console.log(`TRAP   ${one.file}:${one.line} [${one.rules}] "${one.text}" - ${one.whyNot}`);
