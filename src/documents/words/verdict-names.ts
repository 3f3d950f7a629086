/** The names that a verdict is given under, as a heading, a field or a column; the first is the one of the form (SPEC 5). */
export const VERDICT_NAMES: readonly string[] = [
  "verdict",
  "recommendation",
  "decision",
  "disposition",
  "ruling",
  "determination",
  "sign-off",
  "signoff",
  "sign off",
  "judgement",
  "judgment",
  "approval",
  "conclusion",
  "outcome",
  "bottom line",
  "readiness",
  "go/no-go",
  "tl;dr",
  "tldr",
];

/** Names that say the same of a gap or an issue as of the review: weaker than a verdict's own. */
export const STATUS_NAMES: readonly string[] = ["approval status", "status", "assessment", "result"];

/** The same as names of fields. */
export const VERDICT_FIELDS: readonly string[] = [
  ...["", "overall ", "final ", "review ", "reviewer ", "reviewer's ", "my "].flatMap((whose) =>
    VERDICT_NAMES.map((name) => `${whose}${name}`),
  ),
  ...["approval status", "overall status", "review status", "final status", "overall assessment", "final assessment"],
  ...["review result", "overall result", "overall", "overall rating"],
];

const alternatives = (names: readonly string[]): string =>
  names
    .map((name) => name.replaceAll(" ", "\\s+"))
    .toSorted((a, b) => b.length - a.length)
    .join("|");

/** `Overall verdict`, `2. Final Recommendation: …`: the word for whose it is, and the name. */
export const VERDICT_NAME = new RegExp(
  `^(?:\\W|\\d+[.)])*((?:overall|final|review|reviewer|(?:part|section)\\s+\\d+:|round\\s+\\d+)\\s+)?(?:reviewer['’]?s?\\s+)?(${alternatives([...VERDICT_NAMES, ...STATUS_NAMES])})s?\\b`,
  "iu",
);

/** Any of the names at all; most lines have none. The beginnings do, and are quicker. */
export const ANY_VERDICT_NAME =
  /verdict|recommend|decision|disposition|ruling|determination|sign[- ]?off|judge?ment|approv|conclusion|outcome|bottom|readiness|go\/no|tl;?dr|overall|review|status|assessment|result/iu;
