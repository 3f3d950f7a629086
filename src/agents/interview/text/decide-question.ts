import type { Style } from "./style.ts";

/** A question that can be answered by one of two statements. */
export interface Decision {
  readonly options: readonly { readonly label: string; readonly statement: string }[];
  readonly kind: "alternatives" | "yes-no";
}

const ASKS = /^(?:should|shall|must|will|can|may|do|does)\s+(.{3,400}?)\?/i;

/** "Should X be kept or deleted?" becomes "X MUST be kept." and "X MUST be deleted."; with who does it. */
export function decisionOf(question: string, actor: string, style: Style): Decision | undefined {
  const body = ASKS.exec(question.trim())?.[1]?.replace(/\s+/g, " ");
  if (body === undefined) return undefined;
  const split = splitSubject(body, actor);
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
        statement: statement(subject, `${style.modal} ${negation(style)}`, predicate, actor),
      },
      { label: "Yes", statement: statement(subject, style.modal, predicate, actor) },
    ],
  };
}

function negation({ modal }: Style): string {
  return modal === modal.toUpperCase() ? "NOT" : "not";
}

interface Split {
  readonly subject: string;
  readonly predicate: string;
}

/** Up to "be", or up to the verb: the word behind an article and its noun. */
function splitSubject(body: string, actor: string): Split | undefined {
  const be = /^(.{2,120}?)\s+((?:not\s+)?be\s.+)$/i.exec(body);
  if (be?.[1] !== undefined && be[2] !== undefined) return { subject: be[1], predicate: be[2] };
  const we = /^(?:we|it|one)\s+(.+)$/i.exec(body);
  if (we?.[1] !== undefined) return { subject: actor, predicate: we[1] };
  const noun =
    /^((?:an?|the|each|every|all)\s+[\w-]+(?:\s+of\s+(?:an?|the)\s+[\w-]+)?)\s+(.+)$/i.exec(body) ??
    /^([\w-]+s)\s+(.+)$/.exec(body);
  return noun?.[1] === undefined || noun[2] === undefined ? undefined : { subject: noun[1], predicate: noun[2] };
}

/** In the passive voice who does it stands behind the participle. */
function statement(subject: string, modal: string, predicate: string, actor: string): string {
  const passive = /^be\s+((?:[a-z]+ly\s+)?[a-z]+(?:ed|en|pt|nt|ld|de|ut|wn|ft))\b(?!\s+by\b)(.*)$/i.exec(
    predicate.trim(),
  );
  const words = passive?.[1] === undefined ? predicate.trim() : `be ${passive[1]} by ${actor}${passive[2] ?? ""}`;
  return `${capital(subject)} ${modal} ${words}.`;
}

function capital(words: string): string {
  return words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

const CAREFUL =
  /\b(?:kept?|retain\w*|archived?|refus\w*|reject\w*|den(?:y|ied)|off|disabled|manual\w*|read-only|soft|ask\w*|confirm\w*)\b/i;

/** What can be undone later is the safer of two; else the one that is named first. */
export function saferOf(options: Decision["options"]): number {
  const careful = options.findIndex(({ label }) => CAREFUL.test(label));
  return careful === -1 ? 0 : careful;
}
