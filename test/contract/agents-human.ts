import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createHumanAgent } from "../../src/agents/human/create-human-agent.ts";
import type { Agent } from "../../src/ports/agent.ts";
import { asArgument } from "./agents-command.ts";
import { type AgentKind, KEY_NAME, type Place, type Situation } from "./agents-kind.ts";

const EDITOR = fileURLToPath(new URL("agents-editor.mjs", import.meta.url));

/** A person whose editor is a program that does as told. */
export const editorKind: AgentKind = {
  name: "human with an editor",
  rawBytes: true,
  streams: false,
  isUnhurried: true,
  async open(situation, place) {
    const editor = JSON.stringify([process.execPath, EDITOR, asArgument(situation)]);
    const environment = { ...place.environment, VISUAL: editor };
    const agent = createHumanAgent({ clock: place.clock, environment });
    return { agent, close: async () => {} };
  },
};

/** A person who saves the document in its place while the session waits for it. */
export const fileKind: AgentKind = {
  name: "human with a file",
  rawBytes: true,
  streams: false,
  isUnhurried: true,
  async open(situation, place) {
    const environment = { ...place.environment, VISUAL: "", EDITOR: "" };
    const agent = createHumanAgent({ clock: place.clock, environment });
    return { agent: withWriter(agent, situation, place), close: async () => {} };
  },
};

/** What the person would do when they see the note. */
function withWriter(agent: Agent, situation: Situation, place: Place): Agent {
  return {
    ...agent,
    async *run(task, signal) {
      const run = agent.run(task, signal);
      try {
        for (;;) {
          const next = await run.next();
          if (next.done) return next.value;
          if (next.value.type === "note") void save(task.documentPath, situation, place);
          yield next.value;
        }
      } finally {
        await run.return({ type: "missing", usage: { seconds: 0 } });
      }
    },
  };
}

async function save(path: string, situation: Situation, place: Place): Promise<void> {
  await delay(20);
  switch (situation.type) {
    case "answers":
      return writeFile(path, situation.document);
    case "answers-blank":
      return writeFile(path, " \n");
    case "answers-nothing":
      return writeFile(path, await readFile(join(dirname(path), "form.md")));
    case "crashes":
    case "breaks-off":
      await mkdir(path);
      return;
    case "tells-key":
      if (situation.where === "document") return writeFile(path, `The key is ${place.environment[KEY_NAME]}.`);
      await mkdir(path);
      return;
    case "hangs":
      return;
  }
}
