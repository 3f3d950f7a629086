/** Stems of the talk about a review and a document, which say nothing about their subject. */
export const TALK: ReadonlySet<string> = new Set(
  `reviewer review concern issue point comment problem propos document spec section text read reader see look say
  think believ feel understand know agre disagre change requir necessary chosen choos decid experienc prefer practic
  case keep clear fin good right wrong enough anyon nothing someth ask answer respons round design intend author find
  simply really quit well care time finish show shown way mean reason rational feedback address revis revision version
  resolv fix through update full fully complete convinc deserv call everybody everyon nobody share focus real defect
  unclear plain sentenc word wording mind stag last kind behind ever critic severity high finding seem opinion consider
  respectfully thank object reject accept stand confident trust sur exactly paragraph natur cours`.split(/\s+/),
);
