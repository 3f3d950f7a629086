/**
 * The words of turning an issue away and of building something else (SPEC 9, H5). They are about reviews, never about
 * a subject: what a document is about must not decide how it is read.
 */
const PROBLEM =
  "(?:problems?|issues?|concerns?|gaps?|flaws?|defects?|bugs?|contradictions?|inconsistenc(?:y|ies)|ambiguit(?:y|ies)|conflicts?)";
const BE = "(?:is|are|was|were|be|been|seems?|looks?|remains?|stays?|works?)";
const DEGREE = "(?:(?:\\w+ly|well|already|still|quite|just|all|not|no|an?|the|too|as|rather|in itself)\\s+){0,3}";

/** What is said of a thing to leave it as it is, or of a concern to leave it aside. */
const DISMISSALS = [
  "fine|ok|okay|clear(?:\\s+enough)?|plain|consistent|unambiguous|correct\\s+as|complete|trivial|obvious|self-?evident",
  "self-?explanatory|premature|cheap|subjective|established|sufficient|adequate|enough|intentional|deliberate|normal",
  "standard|usual|redundant|unnecessary|unfounded|baseless|dismissed|rejected|declined|exaggerated|overblown|theoretical",
  "hypothetical|academic|speculative|irrelevant|moot|noted|misplaced|mistaken|pedantic|nit-?picking|unreasonable|absurd",
  "needed|necessary|required|warranted|worth|unclear|missing|unchanged|out\\s+of\\s+scope|edge\\s+cases?|few",
].join("|");

export const REJECTS: readonly RegExp[] = [
  new RegExp(`\\b${BE}\\s+${DEGREE}(?:${DISMISSALS})\\b`, "i"),
  new RegExp(
    `\\b${BE}\\s+as\\s+(?:it|they)\\s+(?:is|are|was|were|stands?)\\b|\\bas\\s+(?:designed|intended|proposed|written|explained|stated)\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:not|isn['’]t|aren['’]t|never|hardly|no)\\s+(?:really\\s+|actually\\s+)?(?:an?\\s+|any\\s+|the\\s+)?(?:real\\s+|actual\\s+|serious\\s+)?${PROBLEM}\\b(?!\\s+(?:found|remains?|left|open|raised))`,
    "i",
  ),
  /\bnon-?(?:issue|problem)\b/i,
  /\b(?:do|does|did|can|could)\s*(?:not|n['’]t)\s+(?:see|find|think|believe|share|agree)\b|\b(?:see|find|found)\s+no\b/i,
  /\b(?:mis(?:read\w*|underst\w+|interpret\w*|constru\w*|represent\w*)|conflat(?:es|ed|ing)|invent(?:s|ed|ing)\s+an?)\b/i,
  /\bconfus(?:es|ed|ing)\b|\b(?:has|have|had|do|does|did|is|are)\s*(?:not|n['’]t|never)\s+(?:been|seen|used|understood|understand|read|grasp\w*|followed)\b|\bmake\s+up\b/i,
  /\b(?:closed|done|settled)\s+(?:from|on|for)\s+(?:my|our)\s+(?:side|part|end)\b|\b(?:find|finds|found)\s+(?:the|this|it|that)\s+(?:\w+\s+){0,2}(?:theoretical|academic|exaggerated|far-?fetched|odd|strange)\b/i,
  /\bnot\s+the\s+(?:place|time|right\s+place)\s+to\b|\bas\s+if\s+(?:it|they|this|we)\s+(?:were|was)\b/i,
  /\b(?:nit-?pick\w*|pedant\w*|bike-?shed\w*|hair-?splitting|quibbl\w+|insult\w*|second-?guess\w*)\b/i,
  /\b(?:matter|question)\s+of\s+(?:\w+\s+)?(?:taste|opinion|style|preference)\b|\b(?:personal|own|mere|stylistic)\s+(?:preference|opinion|taste)\b/i,
  /\balready\s+(?:been\s+)?(?:covered|handled|addressed|answered|clear|stated|explained|specified|solved|discussed|settled|dealt with|there)\b/i,
  /\bno\s+(?:further\s+)?(?:changes?|action|revision|update)(?:\s+(?:made|needed|required|necessary|planned|follows?))?\s*[.!]?\s*$/i,
  /\b(?:nothing|no need|no reason|no point|no sense)\s+(?:\w+\s+){0,3}(?:to|in|further|more|wrong|unclear|missing|here)\b|\bmakes?\s+no\s+sense\b/i,
  /\b(?:out(?:side)?\s+(?:of\s+)?(?:the\s+)?scope|beyond\s+(?:the\s+scope|what)|not\s+in\s+scope)\b/i,
  /\b(?:an?|mere(?:ly)?|just|only)\s+(?:an?\s+)?implementation\s+(?:details?|questions?|matters?)\b|^\W*implementation\s+details?\b/i,
  /\b(?:left|up)\s+to\s+(?:the\s+)?(?:implement\w+|developers?|engineers?)\b|\bnot\s+(?:our|my|the\s+\w+['’]s)\s+job\b|['’]s\s+job\b/i,
  /\b(?:goes without saying|speaks? for (?:itself|themselves)|common sense|anyway|by design|on purpose)\b/i,
  /\b(?:will|would|can|could|does|do|has|have)\s+(?:never|hardly|rarely|scarcely)\s+(?:ever\s+)?(?:happen|occur|arise|matter|come|hurt|been|be)\w*\b/i,
  /\b(?:will|would|does|do|can)\s*(?:not|n['’]t)\s+(?:\w+\s+)?(?:happen|occur|arise|matter|come up)\b/i,
  /\b(?:does|do|did)\s+not\s+(?:apply|hold|stand up)\b|\bwon['’]t\s+fix\b|\bhardly\s+(?:ever|worth)\b/i,
  /\b(?:over-?thinking|over-?engineer\w*|needless\w*|pointless)\b/i,
  /\b(?:says?|said|states?)\s+(?:all|what|everything)\s+(?:\w+\s+){0,4}(?:needs?|has|have|must|says?)\b|\ball\s+that\s+(?:\w+\s+){0,3}(?:said|needed|required)\b/i,
  /\btoo\s+(?:detailed|specific|fine|early|much|narrow)\s+(?:\w+\s+)?for\b/i,
  /\b(?:discussed|settled|decided)\s+(?:already|before|at length|enough)\b/i,
];

/** A stance against the suggestion that needs no rejection of the problem. */
export const DISSENTS =
  /\b(?:i|we)\s+(?:\w+\s+)?(?:disagree|do not agree|don['’]t agree|would not|would rather|decline|object|reject)\b|^\W*(?:disagree|disagreed|declined|rejected|no)\s*[.,:;–—]/i;

/** Those who write and read reviews. */
export const PEOPLE =
  /\b(?:reviewers?|whoever|nobody|somebody|readers?|any(?:one|body)|every(?:one|body)|the author|competent|feedback)\b/i;

/** What the writer holds, knows or will not do. */
export const COGNITION =
  /\b(?:i|we)\s+(?:\w+\s+){0,3}?(?:see|think|believe|feel|know|trust|stand|share|convinced|confident|disagree|agree|reject|decline|considered|reviewed|chosen|going|find|follow|understand|regret|appreciate)\b/i;

/** Words of agreement or of a change that was made: what is denied then is the old state. */
export const SETTLES =
  /^\W*(?:done|accepted)\b|\b(?:agreed|now|no longer|instead|added|removed|renamed|replaced|changed|corrected|restored|fixed|becomes?|must)\b/i;

/** Participles of saying, judging and knowing: "is called", "is covered" say nothing about how the thing shall be. */
const NO_BUILDING =
  "(?!(?:called|named|used|known|noted|noticed|seen|said|meant|read|written|stated|thought|considered|found|covered|addressed|handled|discussed|explained|described|documented|understood|assumed|expected|implied|intended|designed|proposed|contrived|convinced|settled|established|perceived|raised|asked|required|needed|rejected|dismissed|exaggerated|justified|based|supposed|done|given|shown|defined|specified|unchanged|concerned|pleased|resolved|fixed|been|even|open|often|then|when|one|none|done|gone|fine|plain|evident|different|consistent|sufficient|present|important|relevant|apparent|want)\\b)";

/** A clause that says how the thing shall be: what happens, what is used, where something goes, how much. */
export const BUILDS = new RegExp(
  [
    "\\b(?:instead|alternative(?:ly)?|in place of|becomes?|must|shall|unless|whenever|so that|solved|now)\\b",
    "\\bonly\\s+(?:when|if|after|once|then)\\b",
    "\\b(?:replaced|adds|added|gets|carries|attaches|prints|writes|takes|passes|ships|returns|starts|stops|refuses|checks|rejects|measures|saves|stores|sends|keeps|fills|continues|ends|expires|resumes|restarts|retries|drops|moves|removes|splits|sets|opens|closes|puts|falls?\\s+back|backs?\\s+off|default(?:s|\\s+of))\\b",
    "\\b(?:i|we)\\s+(?:do\\s+without|keep|make|drop|add|use|split|move|put|replace|remove|store|send|save|write)\\b",
    "\\bgo(?:es)?\\s+(?:to|before|after|in|on|into)\\b",
    `\\b(?:is|are)\\s+(?:\\w+ly\\s+|then\\s+|never\\s+|no longer\\s+)?${NO_BUILDING}\\w+(?:ed|en|wn|pt|ne|nt)\\b`,
    "`[^`\\n]+`",
    "\\b\\d+\\b",
  ].join("|"),
  "i",
);
