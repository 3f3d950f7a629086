import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import type { Desk } from "../../acceptance/support/desk.ts";
import { ALARM, CLEAN, DOOR, HEAT, LIGHT, PAINT, settles, WATER } from "./house.ts";
import { houseDesk } from "./session.ts";

/** Four rounds, a gap in each: ALARM, DOOR, HEAT, WATER; LIGHT, PAINT and CLEAN are left. The User decides after each round. */

const GAPS = [ALARM, DOOR, HEAT, LIGHT, WATER, PAINT, CLEAN] as const;

export async function fourRounds(...flags: string[]) {
  const turns = GAPS.map((gap) => ({ role: "engineer", gaps: [gap], document: settles(gap) }) as const);
  const desk = await houseDesk(GAPS, turns);
  await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1", ...flags);
  await desk.expecting(0, "gap", "severity", PAINT, "MEDIUM", "--reason", "It is seen at once.");
  await desk.resume(3, "--max-rounds", "2");
  await desk.expecting(0, "gap", "defer", CLEAN, "--reason", "A firm does it.");
  await desk.resume(3, "--max-rounds", "3");
  await desk.expecting(0, "gap", "severity", WATER, "CRITICAL", "--reason", "It floods.");
  await desk.resume(3, "--max-rounds", "4");
  await desk.expecting(0, "gap", "severity", LIGHT, "MEDIUM", "--reason", "The sun shines.");
  await desk.expecting(0, "gap", "wont-fix", PAINT, "--reason", "Nobody looks at walls.");
  return desk;
}

/** What an archive of the session holds, unpacked: the paths in it, and a way to read them. */
export async function unpack(desk: Desk, archive: string) {
  const folder = `unpacked-${archive}`;
  mkdirSync(join(desk.cwd, folder), { recursive: true });
  await extract({ file: join(desk.cwd, desk.sessionPath(archive)), cwd: join(desk.cwd, folder) });
  const names = readdirSync(join(desk.cwd, folder), { recursive: true, encoding: "utf8" });
  const path = (name: string) => names.find((one) => one.endsWith(name)) ?? name;
  return { names, read: (name: string) => desk.read(join(folder, path(name))) };
}
