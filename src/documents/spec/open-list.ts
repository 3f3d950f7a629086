const SUBJECT =
  /^(?:(?:all|the|remaining|further|other|current|my|our) )?(?:(?:open|unresolved|outstanding|pending|undecided|unanswered|unclear|known|remaining|identified|blocking|critical|missing) )?(?:questions?|issues?|gaps?|points?|items?|decisions?|topics?|specifications?|todos?|tbds?|unknowns?|problems?)(?![-\w])(.*)$/;
/** "Open product questions". */
const OF_A_KIND =
  /^(?:open|unresolved|outstanding|pending|unanswered|remaining)(?: [a-z][a-z-]*){1,2} (?=questions?\b)/;
/** Without a word such as "open" these head lists of what there is, not of what is missing. */
const NEEDS_QUALIFIER = /^(?:all |the )?(?:points?|items?|decisions?|topics?|specifications?|problems?)\b/;
const REST =
  /^\s*(?:$|[:(/&,–—-]|and\b|or\b|for\b|to\b|in\b|of\b|from\b|left\b|that\b|before\b|we\b|by\b|introduced\b)/;
const OTHER =
  /^(?:to be (?:decided|determined|defined|clarified|resolved|specified)|unresolved|undecided|open|tbd|todo|what is missing)\s*:?$/;
const SETTLED =
  /\b(?:resolved|closed|answered|decided|done|fixed|settled|summary|history|tracking|tracker|(?:and|with) answers?|faq)\b|[&/+] ?answers?\b/;

/**
 * Whether a heading or a line such as "Open questions:" announces a list of what is not settled (SPEC 16.1). "Issues"
 * alone does; "Issue tracking", "Resolved questions" and "Gap summary" do not.
 */
export function isOpenListTitle(title: string): boolean {
  const bare = title
    .slice(0, 200)
    .toLowerCase()
    .replace(/\[[^\]]*\]/g, " ")
    .replace(
      /^[\s\d.)§#]*(?:\d[a-z]|\b(?:[a-z]|[ivx]{2,4}))[.)]\s|^[\s\d.)§#]+|^(?:section|appendix|annex)\s+[a-z\d.]+\s*[:.–—-]\s*/g,
      "",
    )
    .replace(/\s+/g, " ")
    .trim();
  if (OTHER.test(bare)) return true;
  const rest = SUBJECT.exec(bare.replace(OF_A_KIND, "open "))?.[1];
  if (rest === undefined || !REST.test(rest) || NEEDS_QUALIFIER.test(bare)) return false;
  return !isSettledTitle(title);
}

function isSettledTitle(title: string): boolean {
  const bare = title.slice(0, 200).toLowerCase();
  return SETTLED.test(bare.replace(/\b(?:unresolved|undecided|unanswered)\b/g, " "));
}

const QUESTIONS =
  /(?<![\w-])(?:open|unresolved|outstanding|pending|unanswered|remaining)(?: [a-z][a-z-]*){0,2} questions?(?![-\w])|^(?:product|technical|design|engineering|business|architecture|implementation|ux|scope) questions?(?![-\w])/i;

/** Questions stand below it, maybe among other things: "Risks and open questions". "Security questions" are a feature. */
export function namesQuestions(title: string): boolean {
  return QUESTIONS.test(title.slice(0, 200)) && !isSettledTitle(title);
}
