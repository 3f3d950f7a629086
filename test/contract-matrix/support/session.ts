import { type Desk, fork, openDesk, type Turn } from "../../acceptance/support/desk.ts";
import { once } from "../../support/once.ts";
import { house, type Room, type Severities } from "./house.ts";

export const houseDesk = (gaps: readonly Room[], turns: readonly Turn[], severities: Severities = {}) =>
  openDesk({ files: { "depot.md": house(gaps, severities) }, turns });

/** What a command printed, both streams: what the person has on the screen. */
export const screen = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`;

/** The session as it is after one more command: made once, whoever looks at it. */
export const onward = (made: () => Promise<Desk>, ...args: string[]) =>
  once(async () => {
    const desk = await fork(await made());
    return { ...desk, done: await desk.run(...args) };
  });

/** What a prompt says beyond the preface, the spec and the known gaps. */
export const task = (prompt: string) => prompt.slice(prompt.indexOf("\n# Task"));
