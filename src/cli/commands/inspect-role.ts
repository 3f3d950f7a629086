import { basename } from "node:path";
import type { AgentDocument } from "../../documents/values.ts";

/** The role that a file's name tells: `engineer.md`, `reviewer_v2.md`, `review-3.md`. */
export function roleFromName(file: string): AgentDocument["role"] | undefined {
  const name = basename(file).toLowerCase();
  const engineer = /engineer|proposal|resolution/u.test(name);
  const reviewer = /review/u.test(name);
  if (engineer === reviewer) return undefined;
  return engineer ? "engineer" : "reviewer";
}

/** The round that a path tells: `sessions/pathspec/round_003/reviewer.md`. */
export function roundFromPath(file: string): number | undefined {
  const rounds = [...file.matchAll(/(?:^|[\\/])round[_-](\d{1,6})(?=[\\/]|$)/gu)].map((match) => Number(match[1]));
  return rounds.findLast((round) => round > 0);
}
