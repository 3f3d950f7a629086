/** A kind of quantity: what to ask, and the amounts that can be defended without knowing more. */
export interface Amount {
  readonly question: string;
  readonly wanted: string;
  /** `words` stand in the place of what is flagged. */
  readonly usual: readonly { readonly words: string; readonly why: string }[];
  /** Nothing in the words speaks for one number before another: they are offered, and none is recommended. */
  readonly guess?: true;
  /** Makes an answer in other words fit. */
  fit(answer: string): string;
}

interface Context {
  readonly words: string;
  readonly sentence: string;
  readonly batch: boolean;
  /** What stands around the sentence. */
  readonly around?: string;
}

type Reader = (context: Context) => Amount | undefined;

const READERS: readonly Reader[] = [
  bound,
  repeats,
  frequency,
  availability,
  latency,
  duration,
  storage,
  counted,
  scale,
];

/** The kind of quantity that the flagged words claim. */
export function amountOf(context: Context): Amount | undefined {
  for (const read of READERS) {
    const amount = read(context);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

function repeats({ words }: Context): Amount | undefined {
  const noun = /\b(times|retries|attempts)\b/i.exec(words)?.[1];
  if (noun === undefined) return undefined;
  return {
    question: `How often is "${words}"?`,
    wanted: "a number, and the time between two tries where there is one",
    usual: [
      { words: `3 ${noun}`, why: "covers a short fault and ends soon" },
      { words: `5 ${noun}`, why: "covers a longer one" },
    ],
    fit: (answer) => (/^\d+$/.test(answer) ? `${answer} ${noun}` : answer),
  };
}

function frequency({ words, batch, around = "" }: Context): Amount | undefined {
  if (
    !/\b(?:periodically|regularly|frequently|occasionally|from time to time|intervals?|regular basis|every so often)\b/i.test(
      words,
    )
  )
    return undefined;
  const usual = [
    { words: "every 15 minutes", why: "often enough to be current, seldom enough to cost little" },
    { words: "every hour", why: "spares the other side" },
    { words: "once a day", why: "enough where nothing is urgent" },
  ];
  return {
    question: `How often is "${words}"?`,
    wanted: "an interval with its unit",
    usual: batch || /\b(?:daily|(?:per|each|every|new|next) day)\b/i.test(around) ? usual.toReversed() : usual,
    fit: (answer) => (/^\d/.test(answer) ? `every ${answer}` : answer),
  };
}

function availability({ words }: Context): Amount | undefined {
  if (!/\b(?:availability|uptime|available)\b/i.test(words)) return undefined;
  const isAdjective = /\bavailable\b/i.test(words);
  const phrase = (share: string) =>
    isAdjective
      ? `available for ${share} of each calendar month`
      : `an availability of ${share} in each calendar month`;
  return {
    question: `How much is "${words}", over which period?`,
    wanted: "a share of time, and the period it is measured over",
    usual: [
      { words: phrase("99.9 %"), why: "43 minutes of downtime a month; can be reached without a second site" },
      { words: phrase("99.5 %"), why: "3.6 hours a month" },
      { words: phrase("99.99 %"), why: "4 minutes a month; needs a second site" },
    ],
    fit: (answer) => {
      const [, share, period = ""] = /^(\d[\d.,]*)\s?%?\s*(.*)$/.exec(answer) ?? [];
      if (share === undefined) return answer;
      return period === ""
        ? phrase(`${share} %`)
        : `${isAdjective ? "available for" : "an availability of"} ${share} % ${period}`;
    },
  };
}

function latency({ words }: Context): Amount | undefined {
  const noun = /\b(latency|delay|response time|lag)\b/i.exec(words)?.[1]?.toLowerCase();
  if (noun === undefined || /\bafter a\b/i.test(words)) return undefined;
  const phrase = (time: string) => `a ${noun} of at most ${time} for 95 % of the requests`;
  return {
    // What is negligible depends on what it is added to.
    ...(noun === "response time" ? {} : { guess: true }),
    question: `How much is "${words}"?`,
    wanted: "a time with its unit, and the share of requests that it holds for",
    usual: [
      { words: phrase("200 milliseconds"), why: "a page that makes several requests stays below a second" },
      { words: phrase("1 second"), why: "up to a second a person keeps the thread" },
    ],
    fit: (answer) => (/^\d/.test(answer) ? `a ${noun} of at most ${answer}` : answer),
  };
}

function duration({ words, sentence, batch }: Context): Amount | undefined {
  if (
    !/\b(?:time|while|seconds|minutes|hours|days|weeks|milliseconds|delay|timeout|period|lifetime|ttl|retention|duration)\b/i.test(
      words,
    )
  )
    return undefined;
  const keeps = /\b(?:keep|keeps|kept|retain\w*|store|stores|stored|remember|valid|available|archive\w*|trash)\b/i.test(
    sentence,
  );
  const waits =
    /\b(?:start|starts|load|loads|open|opens|answer|respond|show|wait|waits|time ?outs?|retry|retries|delay|again)\b/i.test(
      `${sentence} ${words}`,
    );
  const starts = /\b(?:start|starts|load|loads|open|opens|answer|respond|show)\b/i.test(sentence);
  const isTimeout = /\btime ?out\b/i.test(words);
  const unit = /\b(milliseconds|seconds|minutes|hours|days|weeks)\b/i.exec(words)?.[1]?.toLowerCase();
  const amounts =
    unit !== undefined
      ? [`5 ${unit}`, `10 ${unit}`]
      : keeps
        ? ["30 days", "90 days"]
        : starts && !isTimeout
          ? ["2 seconds", "5 seconds"]
          : batch
            ? ["10 minutes", "1 hour"]
            : ["30 seconds", "5 minutes"];
  const lead = /^(?:after|for|over)\b/i.exec(words)?.[0] ?? "";
  return {
    question: `How long is "${words}"?`,
    wanted: "a time with its unit",
    // How long something is kept is a matter of contracts and law; how many of a unit, of anybody's guess.
    ...(keeps || unit !== undefined || !waits ? { guess: true } : {}),
    usual: amounts.map((amount, index) => ({
      words: lead === "" ? amount : `${lead} ${amount}`,
      why: index === 0 ? "a usual value for this" : "the next longer one",
    })),
    fit: (answer) => (/^\d/.test(answer) && lead !== "" ? `${lead} ${answer}` : answer),
  };
}

function storage({ words }: Context): Amount | undefined {
  const noun = /\b(memory|storage|disk|space|footprint|size|bandwidth)\b/i.exec(words)?.[1]?.toLowerCase();
  if (noun === undefined) return undefined;
  const isLow = /\b(?:low|small|minimal|little|limited|tiny|negligible|less)\b/i.test(words);
  const use = /\b(\w+ (?:footprint|usage|use|consumption))$/i.exec(words)?.[1];
  if (use !== undefined) return usage(words, use);
  const kind = noun === "size" ? "a size of" : "";
  const phrase = (amount: string) =>
    `${kind} ${isLow ? "at most" : "at least"} ${amount}${kind === "" ? ` of ${noun}` : ""}`.trim();
  return {
    question: `How much is "${words}"?`,
    wanted: "an amount with its unit",
    guess: true,
    usual: (isLow ? ["256 MB", "1 GB"] : ["4 GB", "8 GB"]).map((amount) => ({
      words: phrase(amount),
      why: "fits an ordinary machine",
    })),
    fit: (answer) => (/^\d/.test(answer) ? phrase(answer) : answer),
  };
}

/** "a small memory footprint": the noun stays, and the bound goes behind it. */
function usage(words: string, noun: string): Amount {
  const phrase = (amount: string) => `${noun} of at most ${amount}`;
  return {
    question: `How much is "${words}"?`,
    wanted: "an amount with its unit",
    guess: true,
    usual: ["256 MB", "1 GB"].map((amount) => ({ words: phrase(amount), why: "fits an ordinary machine" })),
    fit: (answer) => (/^\d/.test(answer) ? phrase(answer) : answer),
  };
}

function counted({ words }: Context): Amount | undefined {
  const noun =
    /\b(?:many|few|several|numerous|limited|a lot of|lots of|plenty of|number of|amount of)\b.*?\b([a-z]+s)$/i.exec(
      words,
    )?.[1];
  if (noun === undefined || /\b(?:times|numbers|amounts)$/i.test(noun)) return undefined;
  const few = /\b(?:few|several|limited|small)\b/i.test(words);
  return {
    question: `How many are "${words}"?`,
    wanted: "a number",
    guess: true,
    usual: (few ? [3, 10] : [1000, 100, 10_000]).map((number, index) => ({
      words: `${number} ${noun}`,
      why: index === 0 ? "a round number to build and test against" : "where that is too many or too few",
    })),
    fit: (answer) => (/^\d[\d ,.']*$/.test(answer) ? `${answer} ${noun}` : answer),
  };
}

function scale({ words }: Context): Amount | undefined {
  if (!/\b(?:scalable|scales?|concurrent|throughput|load|performant|volume)\b/i.test(words)) return undefined;
  const isPredicate = /\b(?:scalable|concurrent|performant)\b/i.test(words);
  const phrase = (number: string) => (isPredicate ? `able to serve ${number} at the same time` : `a load of ${number}`);
  return {
    question: `For how much is "${words}"?`,
    guess: true,
    wanted: "a number of users, requests or rows, and over which time",
    usual: isPredicate
      ? [{ words: phrase("1000 users"), why: "a round number to build and test against" }]
      : [{ words: phrase("100 requests per second"), why: "a round number to build and test against" }],
    fit: (answer) => (/^\d/.test(answer) ? phrase(answer) : answer),
  };
}

/** "limit the load": the bound goes behind the words, and behind what they are of. */
function bound({ words }: Context): Amount | undefined {
  if (!BOUND.test(words)) return undefined;
  return {
    question: `To how much does it ${words.toLowerCase()}?`,
    wanted: "a number with its unit",
    usual: [],
    fit: (answer) => `${words} to ${answer.replace(/^to\s+/i, "")}`,
  };
}

/** Verbs that set a limit, at the beginning of what is flagged. */
export const BOUND =
  /^(?:limit|restrict|cap|bound|throttle|rate-limit|minimi[sz]e|reduce|constrain|curb)\b.*?\b[a-z]+$/i;
