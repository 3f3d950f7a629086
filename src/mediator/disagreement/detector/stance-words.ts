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

/** What a reply calls the thing that it stands by. */
const TEXT =
  "(?:rules?|text|section|wording|sentence|proposal|design|paragraph|table|approach|definition|spec(?:ification)?|behaviou?r|document|chapter|solution)";
const CONCERN = "(?:reviewer|comment|objection|finding|criticism|remark|critique|concern|complaint|suggestion|worry)";

/** Ways of arguing that leave everything as it is, whatever the subject: one line each. */
const LEAVES: readonly string[] = [
  // What the writer does not see, want or intend.
  "\\b(?:we|i)\\s+(?:\\w+\\s+){0,2}?(?:do|did|will|would|can|could|shall)\\s*(?:not|n['’]t)\\s+(?:\\w+\\s+){0,1}?(?:accept|change|want|intend|plan|understand|consider|follow|regard|wish|feel|expect|touch|pursue|go)\\b",
  "\\bwe\\s+(?:won['’]t|refuse to)\\b|\\bnot\\s+something\\s+(?:we|i)\\b",
  // What stays: the text, the rule, things as they are.
  "\\b(?:we|i)\\s+(?:\\w+\\s+){0,2}?(?:stay|stick|stand|remain)\\s+(?:with|to|by|at)\\b",
  `\\b(?:keep|keeping|kept|leave|leaving|left|retain|retained)\\s+(?:it|things|them|this|that|everything|(?:the|our|this|that)\\s+(?:\\w+\\s+)?${TEXT})(?=\\s+(?:as|un\\w+|alone|in place)\\b|\\s*[.!,]?\\s*$)`,
  `\\b(?:it|ours|(?:our|the|this)\\s+(?:\\w+\\s+)?${TEXT})\\s+(?:is|are)\\s+(?:\\w+ly\\s+)?(?:right|correct)\\s*(?:[.!,]|$|and\\b|as\\b)`,
  // What it is called: rare, small, a feature.
  `\\b${BE}\\s+${DEGREE}(?:rare|unlikely|improbable|negligible|marginal|harmless|insignificant|unimportant|important|far-?fetched|contrived|good\\s+enough|formality|features?|nothing\\s+new|business\\s+as\\s+usual|common\\s+practice|the\\s+norm|by\\s+intention|blown|overstated|proven|tried|time-tested|battle-tested)\\b`,
  "\\b(?:rather|more)\\s+(?:\\w+\\s+)?than\\s+an?\\s+(?:bug|defect|problem|flaw|fault)\\b|\\bout\\s+of\\s+(?:all\\s+)?proportion\\b|\\bby\\s+intention\\b",
  // Whose it is: somebody else's.
  "\\b(?:an?|the)\\s+(?:\\w+\\s+){0,2}?(?:question|matter|task|job|problem|concern|topic|business|affair)\\s+(?:for|of)\\s+(?!(?:the\\s+)?(?:when|how|whether))",
  `\\b${BE}\\s+(?:an?\\s+)?(?:\\w+\\s+){1,2}(?:question|matter|task|topic|subject|business)\\b|\\bnot\\s+an?\\s+(?:\\w+\\s+)?(?:topic|matter|subject|question)\\b`,
  "\\b(?:some(?:body|one)|any(?:body|one)|other\\s+people)\\s+else['’]s?\\b|\\bbelongs?\\s+(?:elsewhere|(?:to|in|with)\\s+(?:the\\s+|an?\\s+)?(?:\\w+\\s+)?(?:team|department|group|office|document|spec|vendor|supplier|people))\\b",
  "\\bnot\\s+(?:for|part\\s+of|of|in)\\s+(?:this|our|the)\\s+(?:document|spec|gap|proposal|text|round)\\b|\\b(?:outside|beyond)\\s+(?:of\\s+)?(?:the|our|this|my)\\s+(?:\\w+\\s+)?(?:remit|mandate|responsibilit\\w+|control|subject|topic|brief|gap|spec|document)\\b",
  "\\btake\\s+care\\s+of\\s+(?:that|this|it)\\s+\\w+sel\\w+|\\bnot\\s+(?:up\\s+to|for)\\s+(?:us|me)\\b|\\b(?:best|better)\\s+left\\s+to\\b",
  // How it has always been.
  "\\bin\\s+(?:our|my)\\s+(?:experience|view|opinion|eyes)\\b|\\bsince\\s+(?:19|20)\\d\\d\\b|\\b(?:has|have)\\s+(?:\\w+\\s+){0,2}?(?:worked|lived|run|been|done|managed)\\s+(?:\\w+\\s+){0,6}?(?:for\\s+\\w+\\s+(?:years?|decades?|months?)|without)\\b",
  "\\b(?:nobody|no\\s+one|no\\s+\\w+|none\\s+of\\s+\\w+)\\s+(?:\\w+\\s+){0,3}?(?:complain\\w*|ask(?:s|ed)?|notic\\w+|minds?|cares?|miss(?:es|ed)?|report(?:s|ed)|wants?|rais(?:es|ed))\\b|\\bnever\\s+(?:been\\s+)?(?:raised|reported|asked|observed|noticed|a\\s+problem)\\b|\\bha(?:s|ve)\\s*(?:not|n['’]t)\\s+(?:asked|complained|reported)\\b",
  "\\b(?:hardly|scarcely|seldom)\\b|\\bonce\\s+(?:in|every)\\s+(?:\\w+\\s+){1,2}(?:years?|decades?|moon|lifetime)\\b|\\bin\\s+a\\s+way\\s+that\\s+matters\\b",
  // What it will not do to anybody.
  "\\b(?:do|does|did|will|would|can)\\s*(?:not|n['’]t)\\s+(?:\\w+\\s+)?(?:hurt|harm|die|mind|notice|care|bother)\\b|\\b(?:can|could)\\s*(?:not|n['’]t)\\s+be\\s+(?:\\w+\\s+)?(?:important|serious|meant)\\b",
  // What is wrong with who raised it.
  `\\b${CONCERN}\\s+(?:\\w+ly\\s+)?(?:seems?|appears?|should|ought|rests?|does\\s*(?:not|n['’]t)|fails|ignores|overlooks|misses|assumes|overstates|exaggerates|is\\s+based|stems)\\b|\\bwrong\\s+(?:picture|idea|premise|assumption)\\b|\\bthe\\s+premise\\b`,
  // That it is over.
  "\\bend\\s+of\\s+(?:it|story|the\\s+matter|discussion)\\b|\\bconsider\\s+(?:the|this|it)\\s+(?:\\w+\\s+)?(?:closed|settled|done|answered)\\b|\\b(?:case|matter)\\s+closed\\b",
  "\\b(?:that|this)\\s+is\\s+(?:just\\s+|simply\\s+)?(?:how|the\\s+way)\\b",
];

export const REJECTS: readonly RegExp[] = [
  ...LEAVES.map((words) => new RegExp(words, "i")),
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
  /\bno\s+(?:further\s+)?(?:changes?|action|revision|update)(?:\s+(?:made|needed|required|necessary|planned|follows?|for now|(?:to|in|of)\s+(?:the|this|our)\s+\w+))?\s*[.!]?\s*$/i,
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
  /\b(?:reviewers?|(?:people|those|users|anyone)\s+who|whoever\s+(?:\w+ly\s+)?(?:wrote|writes|reads?|raised|worries|thinks|knows|has|looks)|nobody|somebody|readers?|any(?:one|body)|every(?:one|body)|the author|competent|feedback)\b/i;

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
