import { loadConfig } from "../../config/load-config.ts";
import { type Examined, examineSession } from "../../engine/examine-session.ts";
import { readState } from "../../engine/session-store.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { findBelow } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { examineAgents, lackingAgents, probeAgents } from "./examine-agents.ts";
import { sessionOf } from "./locate-session.ts";
import { storeParts } from "./session-parts.ts";

export async function showDoctor(
  word: string | undefined,
  options: { probe?: true },
  context: CliContext,
): Promise<void> {
  const folders = word === undefined ? (await findBelow(context.cwd)).sessions : [await sessionOf(word, context)];
  const sessions = await Promise.all(
    folders.map(async (folder) => {
      const { files } = storeParts(folder);
      const examined = await examineSession(files);
      return {
        folder,
        examined: [...examined, ...lackingAgents(await readState(files).catch(() => undefined), context)],
      };
    }),
  );
  const computer: Examined[] = [
    { what: "whetstone", result: "ok", message: context.version },
    { what: "node", result: "ok", message: `${process.version} on ${process.platform} ${process.arch}` },
  ];
  const { config } = await loadConfig({ folder: context.cwd });
  const found = await examineAgents(config.agents, context);
  const probed = options.probe ? await probeAgents(found.agents, context.interruption()) : [];
  const agents = [...found.examined, ...probed];
  if (context.json) context.output.json({ computer, agents, sessions });
  else {
    show(computer, context);
    context.output.result("\nAgents");
    show(agents, context);
    for (const { folder, examined } of sessions) {
      context.output.result(`\n${folder}`);
      show(examined, context);
    }
  }
  const all = [...agents, ...sessions.flatMap(({ examined }) => examined)];
  if (all.some(({ result }) => result === "problem")) context.exitWith(EXIT_CODES.failed);
}

const MARKS = { ok: "ok  ", note: "note", problem: "FAIL" } as const;

function show(examined: readonly Examined[], { output }: CliContext): void {
  for (const { result, what, message, fix } of examined) {
    output.result(`  ${MARKS[result]}  ${what}: ${message}`);
    if (fix !== undefined) output.result(`        ${fix}`);
  }
}
