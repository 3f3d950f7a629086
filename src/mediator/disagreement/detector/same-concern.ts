import { TALK } from "./talk.ts";
import { termReader } from "./terms.ts";

const SHARED = 0.6;
const LEAST_SHARED = 2;

/** Whether two titles raise the same concern: most of the shorter one's words are in the other. */
export function sameConcern(a: string, b: string): boolean {
  const read = termReader();
  const [left, right] = [a, b].map((title) => read(title).filter((term) => !TALK.has(term)));
  if (!left || !right) return false;
  const shared = left.filter((term) => right.includes(term)).length;
  return shared >= LEAST_SHARED && shared >= SHARED * Math.min(left.length, right.length);
}
