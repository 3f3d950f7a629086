// Kills the Mediator once, in the middle of its own run, and plays by the table like the other agent after that.
const { existsSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const killed = join(process.argv[2], "killed");
if (!existsSync(killed)) {
  writeFileSync(killed, "");
  process.kill(process.ppid, "SIGKILL");
  process.exit(1);
}
require("../../acceptance/support/scripted-agent.cjs");
