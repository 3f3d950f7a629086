const DONE =
  "(?:found|identified|introduced|raised|detected|noted|required|needed|created|outstanding|open|observed|seen|spotted|added|declared|left|remain(?:s|ing)?)";
const ENDS = "(?:$|\\s*[.,;:!()*_—–]|\\s+-\\s)";

/** `None.`, `n/a`, `Nothing new this round`, `0 found`; not `Nothing says when to stop`. */
const LONE = new RegExp(
  `^(?:there\\s+(?:are|were|is|was)\\s+)?(?:none|nil|nothing|n\\/a|n\\.a\\.|na|not applicable|zero|0)(?:${ENDS}|\\s+(?:(?:(?:was|were|are|is)\\s+)?${DONE}|new|else|more|further|additional|other|here|yet|so far|of note|blocking|issues?|gaps?|concerns?|findings?|problems?|(?:at|in|for|from|beyond) (?:this|the|present|now|my|me)|this (?:round|time)|to (?:report|add|note|flag|raise)|that (?:i|we|blocks?)|worth|significant|major|critical|high|medium|low)\\b)`,
  "u",
);

const KINDS =
  "(?:(?:new|further|additional|other|remaining|more|significant|outstanding|open|critical|high|medium|low|major|minor|blocking|priority|severity|or|and|\\/|,)[\\s,-]*){0,8}";
const THINGS =
  "(?:issues?|gaps?|concerns?|problems?|findings?|items?|nits?|blockers?|defects?|observations?|ones|comments?|suggestions?|remarks?)";

/** `No critical issues identified.`, `There are no new gaps`; not `No issue tracker link`. */
const NO_THINGS = new RegExp(
  `^(?:there\\s+(?:are|were|is|was)\\s+|(?:i|we)\\s+(?:found|have|see|raise)\\s+)?no\\s+${KINDS}(?:${ENDS}|${THINGS}(?:${ENDS}|\\s+(?:(?:(?:were|was|are|is|have been|has been)\\s+)?${DONE}|here|yet|so far|this (?:round|time)|blocking)\\b|\\s+(?:at|in|with|on|under|of|for|from|by|beyond|to)\\s+(?:this|the|these|report|note|raise|me|my|any|either|it)\\b[^.]{0,60}\\.?$))`,
  "u",
);

/** The ways to say that there is nothing here: `None.`, `No critical issues identified.`, `N/A`, `-` (SPEC 5). */
export function saysNone(text: string): boolean {
  const phrase = text
    .slice(0, 200)
    .replace(/^[\s*_>~()[\]✅✓✔☑–—-]+/u, "")
    .toLowerCase();
  if (phrase === "") return /^[\s*_–—-]{0,6}$/u.test(text);
  return LONE.test(phrase) || NO_THINGS.test(phrase);
}

/** A whole review that says it found nothing: `NO_ISSUES_FOUND`, `No new issues identified` (SPEC 7). */
export function saysNoIssues(text: string): boolean {
  const phrase = text.slice(0, 120).replace(/^[\s*_>#✅-]+/u, "");
  if (/^NO_ISSUES_FOUND(?![\w-])(?!\s+[a-z]+\b(?!:))/u.test(phrase)) return true;
  return /^(?:(?:new\s+)?issues?(?:\s+(?:found|identified|raised))?\s*[:–—-]\s*(?:none|0|zero)\b|(?:there\s+(?:are|were)\s+|i\s+(?:found|have)\s+|we\s+(?:found|have)\s+)?no\s+(?:(?:new|further|additional|other)\s+)?issues?(?:\s+(?:(?:were|are|have\s+been)\s+)?(?:found|identified|raised|required|detected|remain(?:ing)?|to\s+report))?\s*(?:[.:!;,(—–-]|$))/iu.test(
    phrase,
  );
}
