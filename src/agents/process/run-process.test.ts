import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRunning } from "../../../test/support/is-running.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tree-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that starts a program that starts a program, and exits in the midst of it. */
const PARENT = `
  import { existsSync } from "node:fs";
  import { createJiti } from "jiti";
  const { runProcess } = await createJiti(import.meta.url).import(process.argv[1]);
  const program = \`
    const { spawn } = require("node:child_process");
    const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    require("node:fs").writeFileSync("pids", process.pid + " " + inner.pid);
    setInterval(() => {}, 1000);\`;
  const clock = { now: () => 0, elapsed: () => 0, sleep: (ms) => new Promise((done) => setTimeout(done, ms)) };
  void runProcess(
    { argv: [process.execPath, "-e", program], cwd: process.cwd(), environment: process.env, input: "", name: "program", outputs: process.cwd(), outputBytes: 1000, clock },
    new AbortController().signal,
  ).next();
  setInterval(() => existsSync("pids") && process.exit(0), 20);
`;

it.skipIf(process.platform === "win32")(
  "leaves nothing running when this process exits in the midst of a run",
  async () => {
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    const module = join(root, "src/agents/process/run-process.ts");
    // The loader is found from the project's folder, so the script is given on the command line and told where to run.
    const script = PARENT.replace("import.meta.url", JSON.stringify(join(root, "package.json"))).replace(
      "const { runProcess }",
      `process.chdir(${JSON.stringify(folder)});\n  const { runProcess }`,
    );
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script, module], {
      cwd: root,
      stdio: "inherit",
    });
    const code = await new Promise((resolve) => parent.once("exit", resolve));
    expect(code).toBe(0);
    const pids = readFileSync(join(folder, "pids"), "utf8").split(" ").map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  },
);
