import { contentStems } from "../../../checks/language/content-words.ts";
import { isSentence } from "./answers.ts";
import type { Style } from "./style.ts";

/** A question that can be answered by one of two statements. */
export interface Decision {
  readonly options: readonly { readonly label: string; readonly statement: string }[];
  readonly kind: "alternatives" | "yes-no";
}

const ASKS = /^(?:should|shall|must|will|can|may|do|does)\s+(.{3,400}?)\?/i;
const IS_ASKED =
  /^(?:is|are)\s+(there|.{3,200}?)\s+((?:an?|any|no|the)\s.{2,200}?|[a-z]+(?:ed|en|pt|nt|wn|ft|ld|de|ut)\b.{0,200}?|allowed\b.{0,200}?)\?/i;

/** "Should X be kept or deleted?" becomes "X MUST be kept." and "X MUST be deleted."; with who does it. */
export function decisionOf(question: string, actor: string, style: Style): Decision | undefined {
  const split = splitQuestion(question.trim().replace(/\s+/g, " "), actor);
  if (split === undefined) return undefined;
  const { subject, predicate } = split;
  const alternatives = predicate.split(/,?\s+or\s+(?:whether\s+(?:it|they)\s+)?/i);
  const [first, second] = alternatives;
  if (alternatives.length === 2 && first !== undefined && second !== undefined) {
    const lead = /^be\s/i.test(first) && !/^be\s/i.test(second) ? "be " : "";
    const options = [first, `${lead}${second}`].map((words) => ({
      label: capital(words.replace(/^be\s+/i, "")),
      statement: statement(subject, style.modal, words, actor),
    }));
    return { kind: "alternatives", options };
  }
  return {
    kind: "yes-no",
    options: [
      {
        label: "No, not in this version",
        statement: denied(subject, predicate, actor, style),
      },
      { label: "Yes", statement: statement(subject, style.modal, predicate, actor) },
    ],
  };
}

/** "Every change must not be logged" forbids too much: what holds for all is not required, anything else is not done. */
function denied(subject: string, predicate: string, actor: string, style: Style): string {
  if (/^(?:every|each|all|any|there)\b/i.test(subject))
    return `This version does not require that ${subject.replace(/^[A-Z]/, (letter) => letter.toLowerCase())} ${predicate.trim()}.`;
  const not = style.modal === style.modal.toUpperCase() ? "NOT" : "not";
  return statement(subject, `${style.modal} ${not}`, predicate, actor);
}

function splitQuestion(question: string, actor: string): Split | undefined {
  const body = ASKS.exec(question)?.[1];
  if (body !== undefined) return splitSubject(body, actor);
  const [, subject, rest] = IS_ASKED.exec(question) ?? [];
  return subject === undefined || rest === undefined ? undefined : { subject, predicate: `be ${rest}` };
}

interface Split {
  readonly subject: string;
  readonly predicate: string;
}

/** Up to "be", or up to the verb; `undefined` where the verb is not certain, since a wrong cut is no sentence. */
function splitSubject(body: string, actor: string): Split | undefined {
  const be = /^(.{2,120}?)\s+((?:not\s+)?be\s.+)$/i.exec(body);
  if (be?.[1] !== undefined && be[2] !== undefined) return { subject: be[1], predicate: be[2] };
  const we = /^(?:we|it|one)\s+(?:(?:need|have|want)\s+to\s+)?(.+)$/i.exec(body);
  if (we?.[1] !== undefined) return { subject: actor, predicate: we[1] };
  const words = body.split(" ");
  const at = verbAt(words);
  return at === -1 ? undefined : { subject: words.slice(0, at).join(" "), predicate: words.slice(at).join(" ") };
}

const ARTICLES = /^(?:an?|the|each|every|all|any|this|these|its|their)$/i;
/** Verbs that questions about a spec are asked with, in the form that stands behind "should". */
const VERBS =
  /^(?:accept|add|allow|apply|archive|ask|block|cache|call|change|check|close|confirm|contain|continue|convert|count|create|delete|delay|deliver|display|drop|encrypt|end|expire|export|fail|fetch|filter|follow|get|give|go|have|hide|ignore|import|include|inherit|keep|last|leave|list|load|lock|log|mark|match|merge|move|need|notify|offer|open|overwrite|pause|print|read|receive|record|refresh|refuse|reject|remain|remember|remove|repeat|replace|report|require|reset|restart|resume|retry|return|roll|round|run|save|see|send|show|skip|sort|start|stay|stop|store|support|survive|sync|trigger|try|turn|update|use|validate|wait|warn|work|write)$/i;
const FUNCTION_WORDS =
  /^(?:an?|the|to|in|into|on|onto|for|with|without|towards?|from|by|at|as|after|before|when|while|until|per|its|their|it|them|only|also|again|automatically|immediately|twice|once)$/i;

/** Where the verb stands: a known one, else the word before a preposition or an article; never the first noun. */
function verbAt(words: readonly string[]): number {
  const first = ARTICLES.test(words[0] ?? "") ? 2 : 1;
  const isAt = (index: number) => index >= first && !FUNCTION_WORDS.test(words[index] ?? "");
  const known = words.findIndex((word, index) => isAt(index) && VERBS.test(word) && !isNoun(words, index));
  if (known !== -1) return known;
  return words.findIndex((_, index) => isAt(index) && FUNCTION_WORDS.test(words[index + 1] ?? ""));
}

/** "the retry of": a verb's form behind an article, or before "of", is a noun. */
function isNoun(words: readonly string[], index: number): boolean {
  return words[index + 1]?.toLowerCase() === "of" || ARTICLES.test(words[index - 1] ?? "");
}

/** In the passive voice who does it stands behind the participle. */
function statement(subject: string, modal: string, predicate: string, actor: string): string {
  const passive =
    /^be\s+((?:[a-z]+ly\s+)?[a-z]+(?:ed|en|pt|nt|ld|de|ut|wn|ft)(?:\s+(?:[a-z]+ly|again|once|twice)\b)?)(?!\w|\s+by\b)(.*)$/i.exec(
      predicate.trim(),
    );
  const words = passive?.[1] === undefined ? predicate.trim() : `be ${passive[1]} by ${actor}${passive[2] ?? ""}`;
  return `${capital(subject)} ${modal} ${words}.`;
}

function capital(words: string): string {
  return words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The option that words of the person's own mean: its label, "yes" or "no"; else none. */
export function meantOption({ options, kind }: Decision, answer: string): string | undefined {
  const words = answer.trim().toLowerCase().replace(/[.!]$/, "");
  const same = options.find(({ label }) => label.toLowerCase() === words);
  if (same !== undefined || kind !== "yes-no") return same?.statement;
  const [, word, rest = ""] = /^(yes|no)\b[\s.,;:!–—-]*(.*)$/is.exec(answer.trim()) ?? [];
  const meant = options.find(({ label }) => word !== undefined && label.toLowerCase().startsWith(word.toLowerCase()));
  if (meant === undefined || rest === "") return meant?.statement;
  if (isSentence(capital(rest)))
    return says(rest, meant.statement) ? capital(rest) : `${meant.statement} ${capital(rest)}`;
  return `${meant.statement.replace(/\.$/, "")}${/^(?:if|when|unless|but|except)\b/i.test(rest) ? ", " : " "}${rest}`;
}

/** Whether a sentence says by itself what a statement says. */
function says(sentence: string, statement: string): boolean {
  const own = contentStems(sentence);
  const stems = [...contentStems(statement)];
  return stems.filter((stem) => own.has(stem)).length * 2 >= stems.length;
}

/** "Yes. Every change is logged." says it without the yes, too. */
export function withoutYes(answer: string): string {
  const rest = /^(?:yes|no|yeah|yep|sure|correct)\b[\s.,;:!–—-]+(.+)$/is.exec(answer.trim())?.[1];
  return rest !== undefined && isSentence(capital(rest)) ? capital(rest) : answer;
}

const CAREFUL =
  /\b(?:kept?|retain\w*|archived?|refus\w*|reject\w*|den(?:y|ied)|off|disabled|manual\w*|read-only|soft|ask\w*|confirm\w*)\b/i;

/** What can be undone later is the safer of two; `undefined` where neither says so, or both do. */
export function saferOf(options: Decision["options"]): number | undefined {
  const careful = options.flatMap(({ label }, index) => (CAREFUL.test(label) ? [index] : []));
  return careful.length === 1 ? careful[0] : undefined;
}
