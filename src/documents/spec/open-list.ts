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

/** Of one thing the title says what it is, and then it is no list: "Open question: who pays". */
const OPEN_THINGS = new RegExp(
  [
    `(?<![\\p{L}-])(?:(?:${OPEN}) (?:${THINGS})|(?:${OPEN}|${LEFT})(?: [a-z][a-z-]*){0,2} (?:questions|decisions)`,
    `|unknowns|(?:${OPEN}|${LEFT}) (?:question|decision|issue|point)(?=$)`,
    "|(?:clarifications?|decisions?|answers?) (?:are |is )?(?:still )?(?:needed|required|pending)",
    `|(?:${ELSEWHERE}))(?![\\p{L}-])|^(?:${OPEN}|tbd|to be (?:decided|determined|defined|clarified|resolved|specified)):?$`,
  ].join(""),
  "u",
);
/** What the list has beside them is not open: "Risks and open questions". */
const BESIDE = /[/&+]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|e|en|i|и)(?!\p{L})/u;
/** "Security questions" are a feature. */
const OF_WORK =
  /^(?:questions|(?:[a-z]+ )?(?:product|technical|design|engineering|business|architecture|implementation|ux|scope) questions)(?=$|[:,–—-]| (?:for|to|about|on|we|from|before)\b)/;
const SETTLED =
  /\b(?:resolved|closed|answered|decided|done|fixed|settled|summary|history|tracking|tracker|(?:and|with) answers?|faq)\b|[&/+] ?answers?\b/;

/**
 * What a title says of the list below it: that all its points are open, or that questions stand in it, maybe among other
 * things; nothing where it is another list, or one of what was settled.
 */
export function openList(title: string): "points" | "questions" | undefined {
  const bare = bareTitle(title);
  if (isSettledTitle(title)) return undefined;
  const match = OPEN_THINGS.exec(bare);
  if (match === null) return OF_WORK.test(bare) ? "questions" : undefined;
  const isAlone = /^(?:[a-z]+ )?$/.test(bare.slice(0, match.index)) && !BESIDE.test(bare);
  return isAlone ? "points" : "questions";
}

/** Lists of what is missing, whether or not the title says that they are open. */
const STATED =
  /^(?:(?:all|the|remaining|further|other|current|my|our) )?(?:(?:outstanding|pending|known|remaining|identified|blocking|critical|missing|open|unresolved) )?(?:questions?|issues?|gaps?|todos?|tbds?|(?<=[a-z] )(?:points?|items?|topics?|specifications?|problems?))(?=$|\s*[:/&,–—-]| (?:and|or|for|to|in|of|from|left|that|before|we|by|introduced)\b)|^what is missing:?$/;

/**
 * Whether a heading or a line such as "Open questions:" announces a list of what is not settled (SPEC 16.1). "Issues"
 * alone does; "Issue tracking", "Resolved questions" and "Gap summary" do not.
 */
export function isOpenListTitle(title: string): boolean {
  return openList(title) === "points" || (STATED.test(bareTitle(title)) && !isSettledTitle(title));
}

/** Without its number, and without what stands in brackets. */
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
