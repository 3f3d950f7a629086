import type { Conflict, ConflictOption } from "../../model/disagreement.ts";
import { engineerWords } from "../disagreement/open-conflicts.ts";
import type { State } from "../state.ts";
import { middleGround } from "./middle-ground.ts";

/** One way to decide a conflict (SPEC 10.2), with its letter. */
export interface DecidedOption {
  readonly letter: ConflictOption;
  readonly name: string;
  /** Verbatim: what holds when it is chosen. Empty for the person's own words. */
  readonly text: string;
  readonly tradeOff: string;
  readonly recommended: boolean;
}

/** A, B and D always; C where there is a middle ground. */
export function conflictOptions(state: State, conflict: Conflict): DecidedOption[] {
  const middle = middleGround(state, conflict);
  return [
    {
      letter: "A",
      name: "the Reviewer's suggestion",
      text: conflict.reviewerPosition,
      tradeOff: againstReviewer(conflict),
      recommended: conflict.severity === "CRITICAL",
    },
    {
      letter: "B",
      name: "the Engineer's position",
      text: engineerWords(conflict),
      tradeOff: `The concern is not met: ${conflict.reviewerImpact ?? conflict.reviewerPosition}`,
      recommended: false,
    },
    ...(middle
      ? [
          {
            letter: "C" as const,
            name: middle.name,
            text: middle.text,
            tradeOff: middle.tradeOff,
            recommended: conflict.severity !== "CRITICAL" && middle.source === "engineer",
          },
        ]
      : []),
    {
      letter: "D",
      name: "your own decision",
      text: "",
      tradeOff: "Neither side has seen it: the next review judges what is made of it.",
      recommended: false,
    },
  ];
}

function againstReviewer({ engineerRationale, kind }: Conflict): string {
  if (engineerRationale !== undefined) return `The Engineer's reason against it is set aside: ${engineerRationale}`;
  const unknown = kind === "implicit" ? "The Engineer gave no reason against it" : "No reason against it is given";
  return `${unknown}; the gap is revised once more.`;
}
