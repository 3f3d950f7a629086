/** Who or what a question is about, and what is said of it: "the digest", "sent". */
const PARTICIPLE =
  /^((?:(?:an?|the|each|every|all|any)\s)?[\w'-]+(?:\sof\s(?:(?:an?|the|each|every)\s)?[\w'-]+|\s[\w'-]+){0,3}?)\s((?:not\s)?[a-z]+(?:ed|en|de|ne|pt|nt|wn|ft|ld|ut|et)\b.*|(?:valid|active|open|available|visible|free|online)\b.*)$/i;
const DOER = /^((?:(?:an?|the|each|every|all|any)\s)?[\w'-]+(?:\sof\s(?:(?:an?|the)\s)?[\w'-]+)?)\s([a-z]+\b.*)$/i;

type Form = readonly [
  pattern: RegExp,
  state: (parts: readonly string[], phrase: string, modal: string) => string | undefined,
];

/** Forms of questions, each with the statement that a phrase makes of it. */
const FORMS: readonly Form[] = [
  // "Which file types are accepted?", "JPEG and PNG"
  [
    /^(?:which|what) (.{2,80}?) (is|are) ([a-z]+(?:ed|en|pt|nt|wn|ft|ld)\b.{0,120})$/i,
    ([noun = "", be = "", rest = ""], phrase) => `The ${noun} that ${be} ${rest} ${be} ${phrase}`,
  ],
  // "Which currencies?", "EUR and CHF"
  [
    /^(?:which|what) ((?:[\w-]+ ){0,3}[\w-]+)$/i,
    ([noun = ""], phrase) => `The ${noun} ${/s$/i.test(noun) ? "are" : "is"} ${phrase}`,
  ],
  // "Which formats does the importer accept?", "CSV and XML"
  [
    /^(?:which|what) ([\w -]{2,40}?) (can|may|must|shall|should|will|does|do) (.{3,200})$/i,
    ([noun = "", verb = "", rest = ""], phrase, modal) =>
      active(rest, /^(?:can|may)$/i.test(verb) ? verb.toLowerCase() : modal, named(phrase, noun)),
  ],
  // "At which hour is the digest sent?", "07:00"
  [
    /^(at|in|on|by|from|to|for|with|into|over|under|after|before) (?:which|what) .{2,60}? (?:is|are) (.{3,200})$/i,
    ([preposition = "", rest = ""], phrase, modal) => passive(rest, modal, led(preposition.toLowerCase(), phrase)),
  ],
  // "How long are logs kept?", "30 days"
  [/^how long (?:is|are) (.{3,200})$/i, ([rest = ""], phrase, modal) => passive(rest, modal, led("for", phrase))],
  [/^(?:how often|when|where) (?:is|are) (.{3,200})$/i, ([rest = ""], phrase, modal) => passive(rest, modal, phrase)],
  // "How long does a session last?", "30 minutes"
  [
    /^(?:how long|how often|when|where) (?:does|do|must|shall|should|will|can|may) (.{3,200})$/i,
    ([rest = ""], phrase, modal) => active(rest, modal, phrase),
  ],
  // "How many devices may a member register?", "5"
  [
    /^how many ([\w -]{2,40}?) (can|may|must|shall|should|does|do) (.{3,200})$/i,
    ([noun = "", verb = "", rest = ""], phrase, modal) =>
      active(rest, /^(?:can|may)$/i.test(verb) ? verb.toLowerCase() : modal, counted(phrase, noun)),
  ],
  [
    /^how many ([\w -]{2,40}?) are ([a-z]+(?:ed|en|pt|nt|de)\b.{0,120})$/i,
    ([noun = "", rest = ""], phrase) => `${counted(phrase, noun)} are ${rest}`,
  ],
  [
    /^who (may|can|must|shall|is allowed to) (.{3,200})$/i,
    ([verb = "", rest = ""], phrase) => `${phrase} ${verb} ${rest}`,
  ],
];

/** The statement that a phrase makes of a question; `undefined` where the question has no such form. */
export function statementFrom(question: string, phrase: string, modal: string): string | undefined {
  const text = question
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\s?]+$/, "");
  for (const [pattern, state] of FORMS) {
    const match = pattern.exec(text);
    if (match !== null) return state(match.slice(1), phrase, modal);
  }
  return undefined;
}

function passive(rest: string, modal: string, phrase: string): string | undefined {
  const [, noun, verb] = PARTICIPLE.exec(rest) ?? [];
  return noun === undefined || verb === undefined ? undefined : `${noun} ${modal} be ${verb} ${phrase}`;
}

function active(rest: string, modal: string, phrase: string): string | undefined {
  const [, noun, verb] = DOER.exec(rest) ?? [];
  return noun === undefined || verb === undefined ? undefined : `${noun} ${modal} ${verb} ${phrase}`;
}

function led(preposition: string, phrase: string): string {
  return /^(?:at|in|on|by|from|to|for|with|into|over|under|after|before|until|within|as long as|every)\b/i.test(phrase)
    ? phrase
    : `${preposition} ${phrase}`;
}

function named(phrase: string, noun: string): string {
  return phrase.toLowerCase().includes(noun.toLowerCase()) ? phrase : `the ${noun} ${phrase}`;
}

function counted(phrase: string, noun: string): string {
  return phrase.toLowerCase().endsWith(` ${noun.toLowerCase()}`) ? phrase : `${phrase} ${noun}`;
}
