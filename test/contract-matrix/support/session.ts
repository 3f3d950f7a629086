import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Desk, openDesk, type Turn } from "../../acceptance/support/desk.ts";
import { NO_SURVEY } from "../../e2e/run-cli.ts";
import { once } from "../../support/once.ts";
import { house, type Room, type Severities } from "./house.ts";

const AGENT = fileURLToPath(new URL("../../acceptance/support/scripted-agent.cjs", import.meta.url));

export async function houseDesk(gaps: readonly Room[], turns: readonly Turn[], severities: Severities = {}) {
  const desk = await openDesk({ files: { "depot.md": house(gaps, severities) }, turns });
  const command = JSON.stringify([process.execPath, AGENT, join(desk.cwd, ".play")]);
  return { ...desk, agents: ["--engineer-cmd", command, "--reviewer-cmd", command, ...NO_SURVEY] };
}

/** The same session once more, to go another way from here; its agents play by the same table. */
export async function fork(desk: Desk, turns: readonly Turn[] = []): Promise<Desk> {
  const copy = await openDesk({ files: {}, turns });
  cpSync(desk.cwd, copy.cwd, {
    recursive: true,
    filter: (path) => turns.length === 0 || path !== join(desk.cwd, ".play", "turns.json"),
  });
  return copy;
}

/** What a command printed, both streams: what the person has on the screen. */
export const screen = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`;

/** The part of a document from a heading to the next one of its level or above. */
export function section(text: string, heading: string): string {
  const lines = text.split("\n");
  const isHeading = (line: string) => /^#+ /.test(line);
  const exact = lines.findIndex((line) => isHeading(line) && line.replace(/^#+ /, "") === heading);
  const from = exact < 0 ? lines.findIndex((line) => isHeading(line) && line.includes(heading)) : exact;
  if (from < 0) return "";
  const level = lines[from]?.match(/^#+/)?.[0].length ?? 1;
  const length = lines.slice(from + 1).findIndex((line) => (line.match(/^#+(?= )/)?.[0].length ?? 9) <= level);
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join("\n");
}

/** The session as it is after one more command: made once, whoever looks at it. */
export const onward = (made: () => Promise<Desk>, ...args: string[]) =>
  once(async () => {
    const desk = await fork(await made());
    return { ...desk, done: await desk.run(...args) };
  });

/** What a prompt says beyond the preface, the spec and the known gaps. */
export const task = (prompt: string) => prompt.slice(prompt.indexOf("\n# Task"));
