import { ACTIONS } from "./actions.ts";
import type { OpenIssue } from "./concern.ts";
import { once } from "./once.ts";

/**
 * By how many signs words say how a thing shall be, told by their grammar: an action in the present, a passive, an
 * order of events, a change, a number or a name that the issue does not have. Arguing needs none of these, and no list
 * of arguments is ever complete: a reply without any of them builds nothing.
 */
export function signsOfBuilding(words: string, { title, text }: OpenIssue): number {
  const known = once(() => `${title}\n${text}`.toLowerCase());
  // A word that the issue has may be its noun: "ties", "calls"; a number of it decides nothing.
  const isNew = (sign: RegExp) => (words.match(sign) ?? []).some((one) => !known().includes(one.toLowerCase()));
  const grammar = [ORDERS, PASSIVE, CHANGES].filter((sign) => sign.test(words));
  return grammar.length + [ACTS, SPECIFIC].filter(isNew).length;
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

const ACTS = new RegExp(`\\b(?:${ACTIONS.map(thirdPerson).join("|")})\\b`, "gi");
const ORDERS =
  /\b(?:until|unless|as soon as|otherwise|instead|before|after|then|once|whenever|from then on|within|at most|at least|per|first|whoever|whichever|either|both|every|each|whatever|if|when|while)\b/i;
const PASSIVE =
  /\b(?:is|are|be)\s+(?:(?:\w+ly|then|never|no longer|first|only|also)\s+)?(?!(?:called|used|known|noted|seen|said|meant|covered|addressed|discussed|explained|understood|assumed|expected|intended|designed|convinced|settled|raised|asked|needed|rejected|exaggerated|based|supposed|given|accepted|signed)\b)\w{2,20}(?:ed|en|wn|pt|ne|nt|ut|ld)\b/i;
const CHANGES = /\b(?:now|no longer|any ?more|new|must|shall|added|removed|renamed|replaced|changed)\b/i;
const SPECIFIC = /`[^`\n]{1,80}`|["“][^"“”\n]{2,80}["”]|\b\d+(?:[.,]\d+)?\b/g;
