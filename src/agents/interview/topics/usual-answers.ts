/** An answer that can be defended without knowing more than the words of the question. */
export interface UsualAnswer {
  /** A phrase that answers "what?", "where?" or "how much?". */
  readonly answer: string;
  readonly why: string;
  /** What the person picks, where the answer is long. */
  readonly label?: string;
  /** The words of the question do not speak for it more than for another: offered, not recommended. */
  readonly guess?: true;
}

const USUAL: readonly (readonly [RegExp, readonly UsualAnswer[]])[] = [
  [
    /\bwhere\b.{0,60}\b(?:file|files|database|data|cache|logs?|state|settings?|config\w*)\b/i,
    [
      {
        answer:
          "in the folder that the system has for the data of programs: `$XDG_DATA_HOME` (else `~/.local/share`) on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows",
        why: "where each system expects it: XDG on Linux, Application Support on macOS, APPDATA on Windows",
        label: "in the data folder of each system",
      },
      { answer: "in the folder in which the program is started", why: "easy to find and to copy" },
    ],
  ],
  [/\btime ?zones?\b/i, [{ answer: "UTC", why: "has no gaps and no doubled hours" }]],
  [
    /\bdate formats?|format of (?:the )?(?:dates?|time ?stamps?)\b/i,
    [{ answer: "ISO 8601", why: "sorts as text and is read everywhere" }],
  ],
  [
    /\bencrypt\w*\b.{0,80}\b(?:method|algorithm|cipher|how|which)\b/i,
    [{ answer: "AES-256", why: "the usual protection of what is stored" }],
  ],
  [/\b(?:encodings?|character sets?)\b/i, [{ answer: "UTF-8", why: "holds every character" }]],
  [
    /\b(?:which|what|list of|supported) currenc(?:y|ies)\b|\bcurrency codes?\b/i,
    [
      {
        answer: "all currencies of ISO 4217, written with their three letters",
        why: "a closed list that others keep",
        guess: true,
      },
    ],
  ],
  [
    /\bpage size|items per page|results per page\b/i,
    [
      { answer: "50", why: "fits a screen or two" },
      { answer: "20", why: "fits one screen" },
    ],
  ],
  [/\bpassword (?:length|policy|rules?)\b/i, [{ answer: "at least 12 characters", why: "length is what protects" }]],
  [
    /\b(?:session|login) (?:timeout|lifetime|duration)|logged out\b/i,
    [
      { answer: "30 minutes", why: "a usual value" },
      { answer: "8 hours", why: "a working day" },
    ],
  ],
  [
    /\bhow (?:long|soon|early) before\b|\breminders?\b/i,
    [
      { answer: "15 minutes", why: "leaves time to get there", guess: true },
      { answer: "1 day", why: "leaves time to prepare" },
    ],
  ],
  [
    /\b(?:links?|tokens?|codes?|invitations?)\b.{0,80}\b(?:validity|valid|expir\w*|lifetime)|\b(?:validity|expiry|lifetime) of (?:an? |the )?(?:links?|tokens?|codes?|invitations?)\b/i,
    [
      { answer: "7 days", why: "a week to act on it" },
      { answer: "24 hours", why: "where it opens something that must not leak" },
    ],
  ],
  [
    /\b(?:retention|kept|keep|how long.{0,40}stored)\b/i,
    [
      { answer: "90 days", why: "a quarter of a year, for questions that come late", guess: true },
      { answer: "30 days", why: "a month" },
    ],
  ],
  [
    /\btime-?outs?\b/i,
    [
      { answer: "30 seconds", why: "a usual value" },
      { answer: "5 seconds", why: "where a person waits" },
    ],
  ],
  [
    /\b(?:retries|retry|how often.{0,30}(?:again|repeat))\b/i,
    [{ answer: "3 times, 1 minute apart", why: "covers a short fault and ends soon" }],
  ],
  [
    /\b(?:max(?:imum|imal)?|largest|biggest|size limit|limit|how (?:large|big))\b.{0,40}\b(?:file|upload|size|message|attachment|payload|body|large|big)\b|\b(?:file|upload|message|attachment|payload) size\b/i,
    [
      { answer: "10 MB", why: "a usual value" },
      { answer: "100 MB", why: "where pictures or films are sent" },
    ],
  ],
  [
    /\bsort(?:ed|ing)?\b.{0,20}\border\b|\bsort order\b/i,
    [{ answer: "the newest first", why: "what people look for" }],
  ],
  [
    /\bhow often\b/i,
    [
      { answer: "every 15 minutes", why: "often enough to be current" },
      { answer: "once a day", why: "enough where nothing is urgent" },
    ],
  ],
  [
    /\bper minute\b/i,
    [
      { answer: "60", why: "one a second" },
      { answer: "600", why: "ten a second" },
    ],
  ],
  [
    /\bper second\b/i,
    [
      { answer: "10", why: "more than a person can make" },
      { answer: "100", why: "for programs" },
    ],
  ],
  [/\bper (?:hour|day)\b/i, [{ answer: "1000", why: "a round number to build and test against", guess: true }]],
  [
    /\bhow long\b/i,
    [
      { answer: "30 seconds", why: "where a program waits", guess: true },
      { answer: "30 days", why: "where something is kept" },
    ],
  ],
  [
    /\bhow many\b/i,
    [
      { answer: "100", why: "a round number to build and test against", guess: true },
      { answer: "1000", why: "where that is too few" },
    ],
  ],
];

/** The answers to the first topic that the words name. */
export function usualAnswers(words: string): readonly UsualAnswer[] {
  return USUAL.find(([pattern]) => pattern.test(words))?.[1] ?? [];
}
