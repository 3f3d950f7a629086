const NON_ANSWERS =
  /^(?:(?:well )?we(?:'ll| will| shall) see|tb[dac]|todo|to be (?:decided|determined|defined|done|discussed|confirmed|clarified|announced)|(?:i |we )?(?:do not|don't|dont) know(?: yet| it)?|dunno|idk|no idea|not sure(?: yet)?|unsure|unknown|unclear|undecided|open|later|maybe|perhaps|it depends|depends|not (?:yet )?(?:decided|known|clear|defined|sure)(?: yet)?|(?:(?:we |i )?(?:will |must |need to |to )?(?:decide|discuss|clarify|check|see|define)(?: it| this| that)? (?:later|soon|then))|ask (?:me |again )?later|whatever|something|skip|pass)$/i;

/** Words that leave a question as open as it was: "we will see", "tbd", "?". */
export function isNonAnswer(text: string): boolean {
  const words = text
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" || NON_ANSWERS.test(words);
}
