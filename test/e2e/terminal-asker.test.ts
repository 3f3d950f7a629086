import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../support/sample-question.ts";
import { inTempFolder, NO_SURVEY, spawnCli } from "./run-cli.ts";

// A real terminal, because raw mode, cursor movement and the editor's hold on the screen exist nowhere else.
const tmux = (...args: string[]) =>
  spawnSync("tmux", ["-L", `whetstone-${process.pid}-${terminals}`, ...args], { encoding: "utf8" });
/** Each has a server of its own: one that is told to end takes what is started meanwhile with it. */
let terminals = 0;
const present = spawnSync("tmux", ["-V"]).status === 0;

async function inTerminal(files: Record<string, string>, work: (screen: Screen, folder: string) => Promise<void>) {
  await inTempFolder(files, async (folder) => {
    const script = join(folder, "ask.mjs");
    await build({
      entryPoints: ["test/e2e/terminal/ask.ts"],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script,
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      logLevel: "silent",
    });
    const command = `EDITOR='${process.execPath} editor.mjs' ${process.execPath} ${script} question.json; sleep 30`;
    terminals += 1;
    tmux("new-session", "-d", "-x", "100", "-y", "40", "-c", folder, command);
    try {
      await work(createScreen(), folder);
    } finally {
      tmux("kill-server");
    }
  });
}

interface Screen {
  shows(text: string): Promise<void>;
  keys(...keys: string[]): void;
}

function createScreen(): Screen {
  const capture = () => tmux("capture-pane", "-p").stdout;
  return {
    shows: async (text) => {
      await expect.poll(capture, { interval: 50 }).toContain(text);
    },
    keys: (...keys) => void tmux("send-keys", ...keys),
  };
}

/** Lets a person type at a command that stands in a folder. */
async function atCommand(words: string, folder: string, work: (screen: Screen) => Promise<void>) {
  const command = `${process.execPath} ${join(process.cwd(), "dist/cli/main.js")} ${words}`;
  const inPlain = `env PATH= npm_lifecycle_event= HOME=${folder} ${command}; echo "exit code $?"; sleep 30`;
  terminals += 1;
  tmux("new-session", "-d", "-x", "90", "-y", "40", "-c", folder, inPlain);
  try {
    await work(createScreen());
  } finally {
    tmux("kill-server");
  }
}

describe.skipIf(!present)("the terminal asker in a terminal (needs tmux)", () => {
  test("is answered with arrow keys, the editor and a confirmation", async () => {
    const question = sampleQuestion({ fields: [{ id: "why", label: "Why", required: false, long: true }] });
    const files = {
      "question.json": JSON.stringify({ question }),
      "editor.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync(process.argv.at(-1), "one\\ntwo\\n");',
    };
    await inTerminal(files, async (screen, folder) => {
      await screen.shows("What would you like to do?");
      screen.keys("Down", "Enter");
      await screen.shows("The issue is waived.");
      await screen.shows("Is this right?");
      screen.keys("Enter");
      const answer = () => readFile(join(folder, "question.json.answer"), "utf8").catch(() => "");
      await expect.poll(answer).not.toBe("");
      expect(JSON.parse(await answer())).toEqual({
        question: "Q-R3-001",
        options: ["B"],
        fields: { why: "one\ntwo" },
        via: "terminal",
      });
    });
  });
});

describe.skipIf(!present)("an interview in a terminal (needs tmux)", () => {
  const SHOP = "# Shop\n\n## Edge Cases\n\n- What happens when the card is declined?\n- What happens at noon?\n";

  async function inInterview(work: (screen: Screen, folder: string) => Promise<void>) {
    await inTempFolder({ "shop.md": SHOP }, async (folder) => {
      await atCommand("refine shop.md", folder, (screen) => work(screen, folder));
    });
  }

  test("a waiting question is answered there as in the interview: words, then what they change", async () => {
    const spec = `${SHOP}\n## Limits\n\n- At most TBD files a day.\n`;
    await inTempFolder({ "shop.md": spec }, async (folder) => {
      const cli = (...args: string[]) => spawnCli(args, { cwd: folder, env: { HOME: folder } });
      expect((await cli("refine", "shop.md", "--engineer", "interview")).code).toBe(3);
      await atCommand("answer Q-LIMITS-001", folder, async (screen) => {
        await screen.shows("Type your answer");
        screen.keys("10", "Enter");
        await screen.shows("+ - At most 10 files a day.");
        screen.keys("y", "Enter");
        await screen.shows("exit code 0");
      });
      await atCommand("answer Q-EDGE-001", folder, async (screen) => {
        await screen.shows("q stop");
        screen.keys("Half an ", "C-c");
        await screen.shows("Not answered: Q-EDGE-001 still waits.");
        await screen.shows("exit code 130");
      });
      await atCommand("answer Q-EDGE-001", folder, async (screen) => {
        await screen.shows("q stop");
        screen.keys("n", "Enter");
        await screen.shows("exit code 3");
      });
      expect((await cli("resume")).code).toBe(3);
      expect((await cli("diff")).stdout).toContain("+- At most 10 files a day.");
    });
  });

  test("what a person types is their answer, letter by letter, and Enter alone strikes nothing", async () => {
    await inInterview(async (screen, folder) => {
      await screen.shows("1 of 2");
      await screen.shows("q stop");
      for (const key of "Show a warning") tmux("send-keys", "-l", "--", key);
      screen.keys("Enter");
      await screen.shows("+   - Show a warning");
      await screen.shows("y accept");
      screen.keys("y", "Enter");
      await screen.shows("2 of 2");
      screen.keys("s", "Enter");
      await screen.shows("y accept · c choose again");
      screen.keys("Enter", "c", "Enter");
      await expect.poll(() => tmux("capture-pane", "-p").stdout.split("q stop").length).toBe(4);
      screen.keys("l", "Enter");
      await screen.shows("1 of 2 settled, 1 open:");
      await screen.shows("Answer the rest: whetstone refine shop_v1.0.md");
      const spec = await readFile(join(folder, "shop_v1.0.md"), "utf8");
      expect(spec).toContain(SHOP.replace("declined?\n", "declined?\n  - Show a warning\n"));
    });
  });

  test("what is half typed stays there when another process answers another question, and goes nowhere when it answers this one", async () => {
    await inInterview(async (screen, folder) => {
      const answer = async (id: string) => {
        const { code, stderr } = await spawnCli(["answer", id, "--option", "keep"], {
          cwd: folder,
          env: { HOME: folder },
        });
        expect(code, stderr).toBe(0);
      };
      await screen.shows("1 of 2");
      await screen.shows("q stop");
      tmux("send-keys", "-l", "--", "Show a");
      await screen.shows("> Show a");
      await answer("Q-EDGE-002");
      tmux("send-keys", "-l", "--", " warning");
      await screen.shows("> Show a warning");
      await answer("Q-EDGE-001");
      await screen.shows("No gap that the checks found is left open; 2 were kept as they are");
      expect(await readFile(join(folder, "shop.md"), "utf8")).toBe(SHOP);
    });
  });
});

describe.skipIf(!present)("a question of a session with agents, in a terminal (needs tmux)", () => {
  test("Ctrl-C in its text field stops with 130 and says how to go on", async () => {
    const files = {
      "shop.md": "# Shop\n\n## Limits\n\n- At most TBD files a day.\n",
      "agent.mjs": "console.log('?');",
    };
    await inTempFolder(files, async (folder) => {
      const agent = `"'${process.execPath}' agent.mjs"`;
      const begin = `refine shop.md --no-approve --engineer-cmd ${agent} --reviewer-cmd ${agent} ${NO_SURVEY.join(" ")}`;
      const openField = async (screen: Screen) => {
        await screen.shows("Add context");
        screen.keys("Down", "Down", "Enter");
        await screen.shows("Context for the prompt");
      };
      await atCommand(begin, folder, async (screen) => {
        await openField(screen);
        tmux("send-keys", "-l", "--", "Ten, or");
        await screen.shows("  Ten, or");
        screen.keys("C-c");
        await screen.shows(" is waiting: ");
        await screen.shows("exit code 130");
      });
    });
  });
});
