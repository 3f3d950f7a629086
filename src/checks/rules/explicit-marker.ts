import { findMarkers, type Marker } from "../../documents/spec/marker.ts";
import { found, type Rule } from "../rule.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** What the author marked as not yet written (SPEC 16.2). */
export const explicitMarker: Rule = {
  id: "explicit-marker",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A TODO, TBD, [NEEDS CLARIFICATION] or the like is still there.",
  fix: "Write what is decided in its place.",
  ask: ({ subject }) => `"${subject}" leaves this open. How should the passage read?`,
  *run({ stated }) {
    for (const unit of stated.flatMap(({ units }) => units)) {
      const marker = unit.isTask || !MAY_MARK.test(unit.plain) ? undefined : firstMarker(unit);
      if (marker === undefined) continue;
      const { text, start, end } = marker;
      yield found(
        spanOf(unit, start, end),
        excerpt(text),
        `"${excerpt(text, 120)}" marks something that is still open.`,
      );
    }
  },
};

/** Most units have none of these words. */
const MAY_MARK =
  /TODO|TB[ACD]\b|FIXME|\?\?\?|clarif|question|to follow|coming soon|placeholder|\bt(?:bd|bc|odo)\b|fixme|decided|determined|agreed|confirmed|finali|worked out|to be |undecided|decision|(?:pick|choose) one/i;

function firstMarker({ text, plain }: Unit): { text: string; start: number; end: number } | undefined {
  const marker = findMarkers(text).find(
    (each) => !(/\w/.test(each.text) && isTalkedAbout(plain, each)) && !/^to-?do\b.*[→,:]/.test(each.text),
  );
  const said = marker === undefined ? UNDECIDED.exec(plain) : null;
  return said === null ? marker : { text: said[0], start: said.index, end: said.index + said[0].length };
}

const TALK_BEFORE =
  /\b(?:no|without|zero|remaining|contains?|flags?|detects?|reports?|resolve[sd]?|remove[sd]?)\s+(?:(?:any|all|every|each)\s+)?[[("'*_]*$/i;
const TALK_BEHIND = /^[\])"'*_]*\s*(?:markers?|placeholders?|comments?|notes?|remain)\b/i;
const QUANTIFIED = /\b(?:any|all|every|each)\s+[[("'*_]*$/i;
/** "every TBD is resolved"; in "every TBD minutes" it stands for a number. */
const QUANTIFIED_THING =
  /^[\])"'*_]*\s+(?:is|are|was|were|must|shall|should|will|has|have|gets?|in|left|or|and|that|which|found|items?|entry|entries|tags?|values?|sections?|fields?)\b/i;

/** "No TBD remains", "flags TODO comments": the marker is the subject, nothing is marked. */
function isTalkedAbout(plain: string, { text, start, end }: Marker): boolean {
  const [before, behind] = [plain.slice(Math.max(0, start - 30), start), plain.slice(end, end + 20)];
  if (TALK_BEFORE.test(before) || TALK_BEHIND.test(behind)) return true;
  // "What parts of the design are still TBD?" asks for what is open.
  if (/^[\])"'*_]*\?/.test(behind) && /(?:^|[.!?]\s+)(?:what|which)\b[^.!?]{0,200}$/i.test(plain.slice(0, start)))
    return true;
  if (QUANTIFIED.test(before)) return !/^TB[ACD]$/.test(text) || QUANTIFIED_THING.test(behind);
  // "TBD items are listed below"; within a sentence it is their number.
  return start === 0 && /^[\])"'*_]*\s*(?:items?|entries|tags?)\b/i.test(behind);
}

/** Said in words. */
const UNDECIDED =
  /\b(?:(?:is|are|remains?|still|yet) to be (?:decided|determined|agreed(?: on)?|confirmed|finali[sz]ed|clarified|worked out)|(?:is|are|has|have) not (?:yet )?been (?:decided|determined|agreed)|\bwe (?:have not|haven't) (?:yet )?(?:decided|agreed)|(?:is|are) (?:still )?(?:undecided|an? (?:open|unresolved) question)|(?:needs?|requires?|awaiting|pending) (?:a |further )?(?:decision|clarification)(?= (?:on|about|whether)|[.:;)]|$))|(?<=[—–(:;-]\s{0,2})(?:pick|choose) one\b(?! of)|(?<=[([])(?:undecided|to be (?:decided|determined|agreed|confirmed|defined|clarified))\b[^()[\]\n]{0,60}(?=[)\]])/i;
