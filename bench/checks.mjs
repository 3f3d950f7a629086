// What checking a 5 MB spec costs over parsing it with the same parser (markdown-it with its defaults): both in turn in
// one run, processor time (with that of the garbage collector, which runs before each), the best of each, so that a busy
// machine tells the same as a quiet one. The limit is 3 times. `node bench/checks.mjs [REPETITIONS]`. The spec is made here and does not repeat itself: sections, requirements, prose,
// tables, code and state machines, with numbers and names that differ from section to section.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import MarkdownIt from "markdown-it";
import { loadSources } from "./lib/load-sources.mjs";

const LIMIT = 3;
const ACTORS = "client server gateway worker scheduler operator backend indexer publisher broker".split(" ");
const VERBS = "reads writes checks stores sends loads removes compares signs counts".split(" ");
const NOUNS =
  `parcel slot label code order invoice ledger ticket route driver depot window batch record field token session account
  device sensor frame packet header digest cursor shard replica snapshot chunk manifest bucket region zone tenant plan seat credit
  fee refund voucher catalogue product variant price stock shelf pallet truck customs permit form photo signature note reminder`.split(
    /\s+/,
  );
const repetitions = Number(process.argv[2] ?? 7);
const { check } = await loadSources("checks", ["checks/check.ts"]);
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
const parser = new MarkdownIt();
const spec = specOf(5_000_000);

const times = { parse: [], check: [] };
let findings = 0;
for (let round = -1; round < repetitions; round += 1) {
  const parsed = measure(() => parser.parse(spec, {}));
  const checked = measure(() => {
    findings = check(spec).length;
  });
  if (round < 0) continue; // the first fills the caches of the engine
  times.parse.push(parsed);
  times.check.push(checked);
}

const [parse, checks] = [Math.min(...times.parse), Math.min(...times.check)];
const ratio = checks / parse;
console.log(`spec ${(spec.length / 1e6).toFixed(1)} MB, ${findings} findings, best of ${repetitions}`);
console.log(`parse ${parse.toFixed(0)} ms, check ${checks.toFixed(0)} ms of processor`);
console.log(`ratio ${ratio.toFixed(2)} (limit ${LIMIT})`);
if (ratio > LIMIT) process.exitCode = 1;

function measure(work) {
  collectGarbage();
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function specOf(length) {
  const parts = ["# A long specification\n"];
  let size = 0;
  for (let number = 1; size < length; number += 1) {
    const part = sectionOf(number, createRandom(number));
    parts.push(part);
    size += part.length;
  }
  return parts.join("\n");
}

function sectionOf(number, random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  const noun = () => pick(NOUNS) + (random() < 0.3 ? ` ${pick(NOUNS)}` : "");
  const amount = () => Math.floor(random() * 900) + 1;
  const sentence = () =>
    pick([
      () => `The ${pick(ACTORS)} ${pick(VERBS)} the ${noun()} of each ${noun()} within ${amount()} ms.`,
      () => `If the ${noun()} is missing, the ${pick(ACTORS)} MUST answer 404 with code \`${pick(NOUNS)}_missing\`.`,
      () =>
        `The ${pick(ACTORS)} SHOULD keep the ${noun()} for ${amount()} days; after that the ${noun()} is deleted by the ${pick(ACTORS)}.`,
      () =>
        `A ${noun()} has one ${noun()}, a ${noun()} and at most ${amount()} ${pick(NOUNS)}s, as the [guide](https://example.org/${number}) says.`,
      () => `Each ${noun()} belongs to one ${noun()}, and the ${pick(ACTORS)} shows both on the same page.`,
      () => `The name of a ${noun()} is chosen by the person who creates it and never changes afterwards.`,
      () =>
        `When the ${noun()} changes, the ${pick(ACTORS)} sends the *${noun()}* to the ${pick(ACTORS)} and waits for an answer.`,
    ])();
  const paragraph = () => Array.from({ length: 3 }, sentence).join(" ");
  return [
    `## ${number}. ${noun()} and ${noun()}`,
    paragraph(),
    ...Array.from({ length: 4 }, (_, index) => `- **FR-${number}${index}**: ${sentence()}`),
    `\n| ${pick(NOUNS)} | Limit | Note |\n|---|---|---|`,
    ...Array.from(
      { length: 4 },
      () => `| \`${pick(NOUNS)}_${amount()}\` | ${amount()} s | ${noun()} of the ${noun()} |`,
    ),
    `\n${paragraph()}\n\n\`\`\`json\n{ "${pick(NOUNS)}": ${amount()} }\n\`\`\`\n`,
  ].join("\n");
}

/** The same numbers in every run. */
function createRandom(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
