/** The ways to say that there is nothing here: `None.`, `No critical issues identified.`, `N/A`, `-` (SPEC 5). */
export function saysNone(text: string): boolean {
  const phrase = text
    .slice(0, 200)
    .replace(/^[\s*_>~()[\]✅✓✔☑-]+/u, "")
    .toLowerCase();
  if (phrase === "") return /^[\s*_–—-]{0,6}$/u.test(text);
  return (
    /^(?:none|nil|nothing|n\/a|n\.a\.|na|not applicable|zero|0)(?:\b(?!-)|$)(?!\s+of\b)/u.test(phrase) ||
    /^(?:there\s+(?:are|were)\s+|i\s+(?:found|have|see)\s+|we\s+(?:found|have|see)\s+)?no\s+(?:(?:new|further|additional|other|remaining|more|significant|outstanding|open|critical|high|medium|low|major|minor|blocking|priority|severity|or|and|\/|,)[\s,-]*){0,8}(?:issues?|gaps?|concerns?|problems?|findings?|items?|nits?|blockers?|defects?|observations?|ones)?\s*(?:(?:were|was|are|have\s+been|has\s+been)\s+)?(?:found|identified|introduced|raised|detected|noted|remain(?:ing)?|required|needed|at\s+this\s+time|in\s+this|here|were|are|[.;,:!)—–-]|$)/u.test(
      phrase,
    ) ||
    /^no\s+(?:\w+\s+){0,3}(?:issues|gaps|concerns|problems|findings|nits|blockers|observations)\s+(?:at|in|with|on|under|of|for)\s+(?:this|the|these)\b[^.]{0,40}\.?$/u.test(
      phrase,
    )
  );
}

/** A whole review that says it found nothing: `NO_ISSUES_FOUND`, `No new issues identified` (SPEC 7). */
export function saysNoIssues(text: string): boolean {
  const phrase = text.slice(0, 120).replace(/^[\s*_>#✅-]+/u, "");
  if (/^NO_ISSUES_FOUND(?![\w-])(?!\s+[a-z]+\b(?!:))/u.test(phrase)) return true;
  return /^(?:(?:new\s+)?issues?(?:\s+(?:found|identified|raised))?\s*[:–—-]\s*(?:none|0|zero)\b|(?:there\s+(?:are|were)\s+|i\s+(?:found|have)\s+|we\s+(?:found|have)\s+)?no\s+(?:(?:new|further|additional|other)\s+)?issues?(?:\s+(?:(?:were|are|have\s+been)\s+)?(?:found|identified|raised|required|detected|remain(?:ing)?|to\s+report))?\s*(?:[.:!;,(—–-]|$))/iu.test(
    phrase,
  );
}
