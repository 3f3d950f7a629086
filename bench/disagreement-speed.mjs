// What the detector costs with 60 open issues on a document of 300 KB, and with an earlier proposal of 300 KB more that
// shares no line with it, against reading what it is given once, in processor time: `node bench/disagreement-speed.mjs`.
// The best of several turns in one run, taken alternately. Ends with 1 when detecting takes longer.
import { loadSources } from "./lib/load-sources.mjs";

const { detectDisagreement, readDocument } = await loadSources("disagreement-speed", [
  "documents/read-document.ts",
  "mediator/disagreement/detector/detect.ts",
]);

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru sta tre pli".split(
  " ",
);
/** As many different words as real proposals of this length have, a few of them frequent. */
const WORDS = Array.from({ length: 2200 }, (_, index) =>
  [1, SYLLABLES.length, SYLLABLES.length ** 2]
    .map((place) => SYLLABLES[Math.floor(index / place) % SYLLABLES.length])
    .join(""),
);

/** The first ones are slow for both: the functions are compiled meanwhile. */
const TURNS = 100;

for (const { name, read, detect } of measureSpeed()) {
  const ratio = detect / read;
  console.log(`${name}: reading ${read.toFixed(1)} ms, detecting ${detect.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`);
  if (ratio > 1) {
    console.log(`MISSED: ${name}: ratio ${ratio.toFixed(2)}, wanted at most 1`);
    process.exitCode = 1;
  }
}

function measureSpeed() {
  const proposal = documentOf(300_000, 1);
  const earlier = documentOf(300_000, 2);
  const issues = Array.from({ length: 60 }, (_, index) => issueOf(index));
  const read = (text) => ({ text, document: readDocument(text, "engineer") });
  const alone = { proposal: read(proposal), issues };
  const cases = [
    { name: "one document", texts: [proposal], input: alone },
    { name: "with the earlier proposal", texts: [proposal, earlier], input: { ...alone, earlier: read(earlier) } },
  ].map((one) => ({ ...one, read: Number.POSITIVE_INFINITY, detect: Number.POSITIVE_INFINITY }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const one of cases) {
      one.read = Math.min(
        one.read,
        spent(() => one.texts.forEach((text) => void readDocument(text, "engineer"))),
      );
      one.detect = Math.min(
        one.detect,
        spent(() => detectDisagreement(one.input)),
      );
    }
  }
  return cases;
}

/** Processor time in milliseconds: on a busy machine the clock measures the others. */
function spent(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** A proposal with the mix of prose, lists, tables and fences that real ones have. */
function documentOf(size, seed) {
  const random = generator(seed);
  const sentence = (length) =>
    Array.from({ length }, () => (random() < 0.05 ? String(Math.floor(random() * 90)) : pick(random))).join(" ");
  const parts = ["# Engineer\n\n## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n"];
  let length = 0;
  for (let section = 1; length < size; section += 1) {
    const part = [
      `\n### ${section}. ${sentence(3)}\n`,
      `${sentence(18)}. ${sentence(14)}.\n`,
      `- ${sentence(9)}\n- ${sentence(7)}\n`,
      `| ${sentence(2)} | ${sentence(2)} |\n| --- | --- |\n| ${sentence(4)} | ${sentence(6)} |\n| ${sentence(3)} | ${sentence(8)} |\n`,
      `\`\`\`\n${sentence(6)}\n${sentence(5)}\n\`\`\`\n`,
      section % 5 === 0
        ? `\n## Response to ISSUE-R1-${String((section / 5) % 60).padStart(3, "0")}\n\n${sentence(25)}.\n`
        : "",
    ].join("\n");
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}

function issueOf(index) {
  const random = generator(1000 + index);
  const words = (count) => Array.from({ length: count }, () => pick(random)).join(" ");
  const [title, location, suggestion] = [words(6), `"${words(5)}" in ${words(2)}`, words(24)];
  const text = `${title}\n- Location: ${location}\n- Impact: ${words(25)}\n- Suggestion: ${suggestion}`;
  const id = `ISSUE-R1-${String(index + 1).padStart(3, "0")}`;
  return {
    id,
    gap: "GAP-FLOW-001",
    severity: index % 4 === 0 ? "CRITICAL" : "HIGH",
    title,
    text,
    location,
    suggestion,
  };
}

function pick(random) {
  return WORDS[Math.floor(WORDS.length * random() ** 2)];
}

/** The same numbers every time. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
