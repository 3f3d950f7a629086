import type { Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { actorsOf, mainActor } from "../text/actors.ts";
import { fillIn } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";

const MOST_ACTORS = 3;
/** What belongs to the verb: "rolled out", "kept up to date". */
const PARTICLE = /^\s+(?:up to date|half-(?:up|even)|(?:out|up|down|off|back|away|over)(?=[\s.,;]))/i;

/** A duty that nobody has: who does it? */
export function askNoActor(subject: Subject): Inquiry | undefined {
  const flagged = flaggedStretch(subject);
  if (flagged === undefined) return undefined;
  // The words end with the participle: who does it stands behind it.
  const particle = PARTICLE.exec(flagged.unit.text.slice(flagged.to))?.[0].length ?? 0;
  const at = flagged.to + particle;
  const behind: Stretch = { unit: flagged.unit, from: at, to: at };
  const main = mainActor(subject);
  const named = [main, ...actorsOf(subject).filter((actor) => actor !== main)].slice(0, MOST_ACTORS);
  return {
    question: `${placeName(subject)} says: "${textOf(sentenceAround(flagged))}" Who does it?`,
    choices: named.map((actor, index) => ({
      label: actor,
      why: index === 0 ? "what is built has the duties that nobody else is given" : "acts in this document",
      ...(index === 0 ? { recommended: true } : {}),
      write: () => [replaceStretch(subject, behind, byActor(actor))],
    })),
    wanted: "the component or the person that has the duty",
    free: (answer) => fillIn(subject, behind, answer, byActor),
  };
}

function byActor(actor: string): string {
  return ` by ${actor
    .trim()
    .replace(/^by\s+/i, "")
    .replace(/[.;,]+$/, "")}`;
}
