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

/** What a system, or somebody who uses it, does; neither what people think nor what things are. */
const VERBS =
  `accept add admit allocate allow announce append apply archive ask assign attach back become begin bind block
  blink brake break bring cache call cancel cap carry change charge check choose claim clear close come commit compare compute
  confirm connect contain continue convert copy count create cut decide decrement default delete deliver demand deny derive
  detect determine disable discard display divide double draw drive drop emit empty enable encode encrypt end enforce enter
  erase escalate evict exclude execute exit expire export extend fail fall fetch fill filter fire fix flag flush follow forbid
  forward free freeze generate get give go grant grow halt hand hash hide hold ignore import include increase increment index
  inherit insert install invalidate issue join jump keep lapse last lead leave lift limit link list load lock log look lose
  lower make map mark match measure merge migrate miss mount move mute name notify offer omit open order override pass pause pay
  perform persist pick pin place poll post print probe process produce promote protect provide publish pull purge push put
  query queue raise rank read rebuild receive reclaim record redirect reduce refresh refuse register reject release reload
  remember remove rename renew repeat replace reply report request reserve reset resolve respond restart restore resume retry
  return revert revoke rise roll rotate round route run save scan schedule seal search select send separate serve set share
  shift ship show shrink shut sign skip sleep slow sort split spread stamp start stay step stop store submit succeed supersede
  suspend swap switch take tell test throttle throw tie track transfer treat trigger trim trip turn unlock update upload use
  validate verify wait wake walk warn win withdraw wrap write yield`.split(/\s+/);

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

const ACTS = new RegExp(`\\b(?:${VERBS.map(thirdPerson).join("|")})\\b`, "gi");
const ORDERS =
  /\b(?:until|unless|as soon as|otherwise|instead|before|after|then|once|whenever|from then on|within|at most|at least|per|first|whoever|whichever|either|both|every|each|whatever|if|when|while)\b/i;
const PASSIVE =
  /\b(?:is|are|be)\s+(?:(?:\w+ly|then|never|no longer|first|only|also)\s+)?(?!(?:called|used|known|noted|seen|said|meant|covered|addressed|discussed|explained|understood|assumed|expected|intended|designed|convinced|settled|raised|asked|needed|rejected|exaggerated|based|supposed|given|accepted|signed)\b)\w{2,20}(?:ed|en|wn|pt|ne|nt|ut|ld)\b/i;
const CHANGES = /\b(?:now|no longer|any ?more|new|must|shall|added|removed|renamed|replaced|changed)\b/i;
const SPECIFIC = /`[^`\n]{1,80}`|["“][^"“”\n]{2,80}["”]|\b\d+(?:[.,]\d+)?\b/g;
