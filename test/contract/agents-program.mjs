// A program that an agent runs, in the situation that its first argument describes as JSON. It reads its prompt, as
// programs do, and writes the ids of its own process and of one that it starts to the file that the second one names.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeSync } from "node:fs";

const situation = JSON.parse(process.argv[2] ?? "{}");
const pids = process.argv[3] ?? "";
appendFileSync(pids, `${process.pid}\n`);
readFileSync(0);

const say = (data) => writeSync(1, data);
const fail = (message) => {
  writeSync(2, `\u001b[31m${message}\u001b[0m\n`);
  process.exit(3);
};

switch (situation.type) {
  case "answers":
    say(Buffer.from(situation.document, "base64"));
    break;
  case "answers-blank":
    say(" \n");
    break;
  case "answers-nothing":
    break;
  case "hangs": {
    process.on("SIGTERM", () => {}); // deaf to being asked
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], {
      stdio: "inherit",
    });
    appendFileSync(pids, `${child.pid}\n`);
    writeSync(2, "working\n");
    setInterval(() => {}, 1000);
    break;
  }
  case "crashes":
    fail("it broke");
    break;
  case "breaks-off":
    say(situation.part);
    fail("it broke in the middle");
    break;
  case "tells-key":
    if (situation.where === "document") say(`The key is ${process.env.CONTRACT_API_KEY}.`);
    else fail(`refused ${process.env.CONTRACT_API_KEY}`);
    break;
}
