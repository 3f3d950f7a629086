import type { VerdictValue } from "../values.ts";

/** Alternatives of one pattern; a blank stands for what may join two words. */
function phrases(...alternatives: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${alternatives.join("|").replaceAll(" ", "[\\s_-]+")})\\b`, "iu");
}

/** What a proposal may need: `revision`, `one more pass`. */
const WORK =
  "(?:revisions?|work|changes?|fix(?:es)?|improvements?|rework|rounds?|pass(?:es)?|iterations?|clarifications?|attention|look)";

const REVISE = phrases(
  `(?:needs?|requires?) (?:[a-z]+ ){0,3}?${WORK}`,
  `(?:another|one more) (?:[a-z]+ )?(?:round|pass|iteration|revision)`,
  "request(?:ing|s|ed)? (?:changes?|(?:a )?revisions?)",
  "(?:changes?|revisions?|rework) (?:(?:is|are) )?(?:requested|required|needed|necessary)",
  "pending (?:revisions?|changes?|fix(?:es)?)",
  "(?:major|minor) revisions?",
  "revis(?:e|ing)(?: and resubmit)?",
  "(?:must|should|has to|have to|needs? to|to) be (?:revised|reworked|changed|fixed|redone)",
  "rework",
  "iterate",
  "reject(?:ed|ion|s)?",
  "declined?",
  "denied",
  "unacceptable",
  "partial(?:ly)? (?:approv(?:ed|al)|accepted|acceptance)",
  "(?:approval|acceptance) (?:is )?(?:withheld|denied|refused)",
  "with(?:hold(?:ing|s)?|held)",
  "refused?",
  "not (?:yet )?(?:approv(?:ed|able|e)|accept(?:ed|able)?|ready|there|converged|sufficient|satisf(?:ied|actory)|complete|pass(?:ed|ing)?)",
  "not yet",
  "(?:does|do|did|can|could|should)[\\s_-]?(?:not|n['’]t) (?:yet )?(?:be )?(?:approved?|accept(?:ed)?|merged?|proceed|pass|sign)",
  "can['’]?t (?:yet )?(?:be )?(?:approved?|accept(?:ed)?|merged?|proceed|pass)",
  "block(?:ed|ing|s)?",
  "(?:(?:returned?|sen[dt]|goes|go) )?back to (?:the )?engineer",
  "(?:sen[dt]|go|goes|going|comes?) back",
  "return(?:ed)? (?:to (?:the )?engineer|for)",
  "incomplete",
  "inadequate",
  "insufficient",
  "fail(?:ed|s|ing)?",
  "no[\\s_-]?go",
  "resubmit",
  "hold",
);

const APPROVE = phrases(
  "approv(?:e|ed|al|es|ing)",
  "accept(?:ed|able|ance|s|ing)?",
  "lgtm",
  "looks good(?: to me)?",
  "ship[\\s_-]?it",
  "shippable",
  "ready(?! for (?:re-?)?review)(?: (?:for|to))?",
  "pass(?:ed|es)?",
  "good to go",
  "sign(?:ed|s)?[\\s_-]?off",
  "satisf(?:ied|actory)",
  "converged",
  "merge",
  "granted",
  "ok(?:ay)?",
  "go",
);

/** What comes with an approval: `with two caveats`, but not `with no changes`. */
const ADDED =
  "(?:minor|notes?|comments?|modifications?|changes?|suggestions?|conditions?|reservations?|caveats?|nits?|observations?|issues?|revisions?|concerns?|fix(?:es)?|edits?|recommendations?|remarks?|amendments?|clarifications?|corrections?|follow-?ups?|actions?|requirements?|tweaks?|exceptions?)";

const NOTES = phrases(
  `with(?!out)(?! (?:no|zero|all)\\b) (?:[a-z\\d]+ ){0,4}?${ADDED}`,
  "conditional(?:ly)?",
  "subject to",
  "pending",
  "provided",
  "contingent",
  "modulo",
  "mostly",
  "assuming",
  "as long as",
  "if",
  "after (?:minor|the|these|this|those|addressing|fix\\w*|issues?|resol\\w+|all)",
  "once",
  "but (?:with|address|see)",
  "minor (?:issues?|notes?|changes?|revisions?|comments?|modifications?|fixes|edits|nits)",
);
const STARRED = /(?:^|[^*])\*\s*$/u;

/** Words that a verdict may begin with before it comes to its point. */
const LEAD_IN = new Set(
  (
    "i we it this that the these is are be to a an of my our recommend recommended recommends recommending recommendation " +
    "proposal proposals resolution resolutions document documents review reviewer gap gaps spec design revision revised " +
    "all both each every overall conditionally conditional status should can fully strong strongly provisionally tentatively " +
    "therefore thus hence and but yes no so still now mostly largely partially further significant substantial additional " +
    "major minor more final verdict i'd we'd happy willing glad as in its current form would must has have been not round"
  ).split(" "),
);

const NOT = /(?:\b(?:not|no|cannot|never|unable to)|n['’]t)\s+(?:\p{L}+\s+){0,2}$/iu;

/** Reads a verdict out of the words that state it; `undefined` when they state none. */
export function verdictOf(phrase: string): Exclude<VerdictValue, "NONE"> | undefined {
  const text = phrase.slice(0, 160).replaceAll("_", " ");
  const revise = REVISE.exec(text);
  const approve = APPROVE.exec(text);
  if (approve && NOT.test(text.slice(Math.max(0, approve.index - 24), approve.index))) return "NEEDS_REVISION";
  if (approve && (!revise || approve.index < revise.index)) {
    return NOTES.test(text) || STARRED.test(text) ? "APPROVED_WITH_NOTES" : "APPROVED";
  }
  return revise ? "NEEDS_REVISION" : undefined;
}

/** A condition that is joined on by a comma, a bracket or a dash is still part of the verdict. */
const CONDITION =
  "(?:but\\s)?(?:with|provided|subject|pending|once|conditional|contingent|assuming|if|after|minor|modulo)\\b";
const CLAUSE = new RegExp(`\\s-\\s|:\\s|[.;!?\\n(—–]|,\\s(?!${CONDITION})`, "u");
const TAIL = new RegExp(`^\\s*[,(—–-]{1,3}\\s*(?=${CONDITION})([^.;!?\\n()]{1,60})`, "u");

/** `accepted, M-3 to be written down`: what is left to do, in the same sentence. */
const STILL =
  /^[^.;!?\n]{0,80}?\b(?:(?:still |yet )?to be|must (?:still )?be|has to be|have to be|needs? to be) \p{L}+/u;

/** `Approval: ❌ No`, `Ready to merge? Yes.`: the answer to a name that asks. */
export function answeredVerdict(text: string): ReturnType<typeof leadingVerdict> {
  const answer = text.trim();
  if (answer === "" || answer.length > 40) return undefined;
  const plain = answer
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase();
  if (/^(?:no|nope|not yet|negative)$/u.test(plain) || (plain === "" && /[❌✗✘🔴⛔🚫🛑]/u.test(answer)))
    return { value: "NEEDS_REVISION", asWritten: answer };
  if (/^(?:yes|affirmative)$/u.test(plain) || (plain === "" && /[✅✓✔☑🟢👍]/u.test(answer)))
    return { value: "APPROVED", asWritten: answer };
  return undefined;
}

/** Where a text begins with a verdict: `APPROVED. All five issues are resolved.`, `Closer, not ready.` */
export function leadingVerdict(text: string): { readonly value: VerdictValue; readonly asWritten: string } | undefined {
  const start = text.slice(0, 300).replace(/^(?:[\s\p{P}\p{S}]|\u200d|\ufe0f)+/u, "");
  const [first = "", ...more] = start.split(CLAUSE).slice(0, 4);
  const lead = first.trim().split(/\s+/u).slice(0, 8).join(" ");
  const stated = clauseVerdict(lead);
  if (stated === undefined) {
    // A later clause counts where it says hardly anything else.
    return more
      .map((clause) => clause.trim())
      .filter(isShort)
      .map(clauseVerdict)
      .find((one) => one !== undefined);
  }
  if (stated.value !== "APPROVED") return stated;
  const after = start.slice(lead.length);
  const starred = after.startsWith("*") && !after.startsWith("**");
  const conditional = NOTES.test(TAIL.exec(after)?.[1] ?? "") || STILL.test(start.slice(APPROVE.exec(start)?.index));
  return starred || conditional ? { ...stated, value: "APPROVED_WITH_NOTES" } : stated;
}

function isShort(clause: string): boolean {
  return clause.split(/\s+/u).length <= 5;
}

function clauseVerdict(clause: string): ReturnType<typeof leadingVerdict> {
  const value = verdictOf(clause);
  return value === undefined || !startsWithVerdict(clause) ? undefined : { value, asWritten: clause };
}

/** The verdict is what the text begins with, not something it mentions later. */
function startsWithVerdict(phrase: string): boolean {
  const lead = phrase.replaceAll("_", " ");
  const found = [REVISE.exec(lead)?.index, APPROVE.exec(lead)?.index].filter((index) => index !== undefined);
  const before = lead.slice(0, Math.min(...found)).match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return before.every((word) => LEAD_IN.has(word.toLowerCase()));
}

/** Words that a verdict which stands alone is made of. */
const BARE =
  /^(?:(?:approved?|approval|accept(?:ed)?|reject(?:ed)?|revise|revisions?|revised|needs?|require[sd]?|request(?:ed)?|changes?|requested|needed|not|yet|with|minor|major|notes?|comments?|conditions?|conditional(?:ly)?|ready|for|implementation|lgtm|pass(?:ed)?|fail(?:ed)?|blocked|work|rework|modifications?|nits|hold|as|is|the|this|review|termination|to|proceed|merge|ok|okay|granted|withheld)[\s_-]*){1,6}$/iu;

/** A text that is a verdict and nothing else: `APPROVED`, `Needs revision.` */
export function bareVerdict(text: string): ReturnType<typeof leadingVerdict> {
  const words = text
    .slice(0, 80)
    .replace(/(?:[\p{P}\p{S}]|\ufe0f)+/gu, " ")
    .trim();
  return text.length <= 80 && BARE.test(words) ? leadingVerdict(text) : undefined;
}
