import { type ChangeWords, proposal } from "./documents.ts";

/** A small spec that a test changes, and the gaps that it states. */

export const KEEP = "GAP-KEEP-001";
export const FEE = "GAP-FEE-001";
export const CODE = "GAP-CODE-001";

const STATED: Readonly<Record<string, string>> = {
  [KEEP]: `- ${KEEP} (HIGH): How long a parcel is kept is not said.`,
  [FEE]: `- ${FEE} (MEDIUM): What a late pickup costs is not said.`,
  [CODE]: `- ${CODE} (LOW): How long a pickup code is valid is not said.`,
};

/** The spec with these gaps in it, `KEEP` before the others in a session's order. */
export function depot(...gaps: readonly string[]): string {
  return `# Depot

Parcels are taken in at the gate and handed out at the counter.

## Intake

A parcel is weighed at the gate.

| Limit | Value |
| --- | --- |
| Weight | 30 kg |
| Parcels per day | 400 |

## Storage

Parcels are kept until they are fetched.
Each parcel has one shelf.

## Handing out

The person shows a pickup code.

## Open Questions

${gaps.map((gap) => STATED[gap]).join("\n")}
`;
}

export const KEPT = "Parcels are kept until they are fetched.";
export const DAYS = "Parcels are kept for 15 days.";
export const SHOWS = "The person shows a pickup code.";
export const COSTS = "Each day after that costs 2 EUR.";
export const VALID = "The person shows a pickup code that is valid for 20 days.";

export const replace = (place: string, old: string, text: string): ChangeWords => ({
  kind: "replace",
  in: place,
  old,
  new: text,
});

/** One sentence changed where it stands. */
export const keeps = (sentence = DAYS, ...more: readonly string[]) =>
  proposal({ gap: KEEP, changes: [replace("Storage", KEPT, sentence)], more });

/** A sentence below the last one of its section. */
export const costs = (sentence = COSTS, ...more: readonly string[]) =>
  proposal({ gap: FEE, changes: [{ kind: "add after", in: "Handing out", old: SHOWS, new: sentence }], more });

/** Without blank lines, which are free around an edit (SPEC 5). */
export const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

export const count = (text: string, words: string) => text.split(words).length - 1;
