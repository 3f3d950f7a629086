const OPEN = "open|unresolved|undecided|unanswered|unclear";
const LEFT = "outstanding|pending|remaining";
const THINGS = "questions|issues|gaps|points|items|decisions|topics|specifications|problems";

/** The same in other languages. */
const ELSEWHERE = [
  "(?:offene|ungeklärte) (?:fragen|punkte|themen|entscheidungen|probleme)",
  "(?:questions|points) (?:ouverte?s|en suspens|à (?:trancher|clarifier))",
  "(?:preguntas|cuestiones|decisiones) (?:abiertas|pendientes)|(?:puntos|temas) (?:abiertos|pendientes)",
  "(?:perguntas|questões|decisões|pontos) (?:em aberto|abert[ao]s|pendentes)",
  "(?:domande|questioni) aperte|punti aperti",
  "open(?:staande)? (?:vragen|punten)",
  "otwarte (?:pytania|kwestie)|(?:pytania|kwestie) otwarte",
  "(?:открытые|нерешённые|нерешенные) вопросы|відкриті питання",
  "(?:未解决|待解决|待确认|未决|待定|开放|開放|待解決)(?:的)?(?:问题|事项|問題|事項)",
  "未解決の?(?:質問|問題|課題|事項)|未決事項|未確定事項",
  "(?:미해결|열린|미결) ?(?:질문|문제|이슈|사항|과제)",
].join("|");

/** Only plurals, because the title of a single point says what it is: "Open question: who pays". */
const OPEN_THINGS = new RegExp(
  [
    `(?<![\\p{L}-])(?:(?:${OPEN}) (?:${THINGS})|(?:${OPEN}|${LEFT})(?: [a-z][a-z-]*){0,2} (?:questions|decisions)`,
    `|unknowns|(?:${OPEN}|${LEFT}) (?:question|decision|issue|point)(?=$)`,
    "|(?:clarifications?|decisions?|answers?) (?:are |is )?(?:still )?(?:needed|required|pending)",
    `|(?:${ELSEWHERE}))(?![\\p{L}-])|^(?:${OPEN}|tbd|to be (?:decided|determined|defined|clarified|resolved|specified)):?$`,
  ].join(""),
  "u",
);
/** A title with more than one subject: "Risks and open questions" also lists what is not open. */
const BESIDE = /[/&+]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|e|en|i|и)(?!\p{L})/u;
/** Questions about the work; "Security questions" may be a feature. */
const WORK_QUESTIONS =
  /^(?:questions|(?:[a-z]+ )?(?:product|technical|design|engineering|business|architecture|implementation|ux|scope) questions)(?=$|[:,–—-]| (?:for|to|about|on|we|from|before)\b)/;
const SETTLED =
  /\b(?:resolved|closed|answered|decided|done|fixed|settled|summary|history|tracking|tracker|(?:and|with) answers?|faq)\b|[&/+] ?answers?\b/;

/** Whether all points of the list below a title are open, or only its questions; `undefined` for any other list. */
export function openList(title: string): "points" | "questions" | undefined {
  const bare = bareTitle(title);
  if (isSettledTitle(title)) return undefined;
  const match = OPEN_THINGS.exec(bare);
  if (match === null) return WORK_QUESTIONS.test(bare) ? "questions" : undefined;
  const isAlone = /^(?:[a-z]+ )?$/.test(bare.slice(0, match.index)) && !BESIDE.test(bare);
  return isAlone ? "points" : "questions";
}

/** Titles of lists of what is missing, also if they do not say "open". */
const STATED =
  /^(?:(?:all|the|remaining|further|other|current|my|our) )?(?:(?:outstanding|pending|known|remaining|identified|blocking|critical|missing|open|unresolved) )?(?:questions?|issues?|gaps?|todos?|tbds?|(?<=[a-z] )(?:points?|items?|topics?|specifications?|problems?))(?=$|\s*[:/&,–—-]| (?:and|or|for|to|in|of|from|left|that|before|we|by|introduced)\b)|^what is missing:?$/;

/** Whether a title announces open points (SPEC 16.1): "Issues" does, "Issue tracking" and "Resolved questions" not. */
export function isOpenListTitle(title: string): boolean {
  return openList(title) === "points" || (STATED.test(bareTitle(title)) && !isSettledTitle(title));
}

/** The title without its number, and without words in brackets. */
function bareTitle(title: string): string {
  return title
    .slice(0, 200)
    .toLowerCase()
    .replace(/\[[^\]]*\]|\([^)]*\)/g, " ")
    .replace(
      /^[\s\d.)§#]*(?:\d[a-z]|\b(?:[a-z]|[ivx]{2,4}))[.)]\s|^[\s\d.)§#]+|^(?:section|appendix|annex)\s+[a-z\d.]+\s*[:.–—-]\s*/g,
      "",
    )
    .replace(/\s+/g, " ")
    .trim();
}

function isSettledTitle(title: string): boolean {
  return SETTLED.test(title.slice(0, 200).toLowerCase());
}
