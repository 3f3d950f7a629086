import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Evidence, Question } from "../../model/question.ts";

interface Seen {
  readonly root: string;
  readonly folder: string;
}

/** A question whose files are named from where the person stands; what is not there is not named. */
export function fromHere(question: Question, { root, folder }: Seen): Question {
  const evidence = question.evidence.flatMap((piece): Evidence[] => {
    const [path] = /^round_\d{3,6}\/[^:]{1,200}/.exec(piece.where ?? "") ?? [];
    if (path === undefined) return [piece];
    if (existsSync(join(root, path))) return [{ ...piece, where: `${folder}/${piece.where}` }];
    const { where: _, ...rest } = piece;
    return piece.body === "" ? [] : [rest];
  });
  return { ...question, evidence };
}
