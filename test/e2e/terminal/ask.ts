// Run inside a terminal by terminal-asker.test.ts: asks the questions of a file and writes the answers beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { createTerminalAsker } from "../../../src/cli/asking/create-terminal-asker.ts";
import { createPaint, wantsColour } from "../../../src/cli/paint.ts";
import type { Question } from "../../../src/model/question.ts";

const [, , file = ""] = process.argv;
const { question, refusal }: { question: Question; refusal?: string } = JSON.parse(readFileSync(file, "utf8"));
const asker = createTerminalAsker({
  input: process.stdin,
  output: process.stderr,
  env: process.env,
  paint: createPaint(wantsColour(true, process.env)),
});
const answer = await asker.ask(question, new AbortController().signal, refusal);
writeFileSync(`${file}.answer`, JSON.stringify(answer));
