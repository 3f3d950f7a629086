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
      const [marker, ...others] = unit.isTask || !MAY_MARK.test(unit.plain) ? [] : markersIn(unit);
      if (marker === undefined) continue;
      const { text, start, end } = marker;
      const related = others.map((other) => spanOf(unit, other.start, other.end));
      const message = `"${excerpt(text, 120)}" marks something that is still open.`;
      const list = unit.kind === "cell" ? { list: unit.section.title } : {};
      yield { ...found(spanOf(unit, start, end), excerpt(text), message, related), ...list };
    }
  },
};

/** Most units have none of these words. */
const MAY_MARK =
  /TODO|TB[ACD]\b|FIXME|XXX:|\?\?|clarif|question|to follow|coming soon|placeholder|\bt(?:bd|bc|odo)\b|fixme|decided|determined|agreed|confirmed|finali|worked out|to be |undecided|pending |decision|(?:pick|choose) one/i;

function markersIn({ text, plain }: Unit): Pick<Marker, "text" | "start" | "end">[] {
  const markers = findMarkers(text);
  const said = markers.length === 0 ? UNDECIDED.exec(plain) : null;
  return said === null ? markers : [{ text: said[0], start: said.index, end: said.index + said[0].length }];
}

/** Said in words. */
const UNDECIDED =
  /\b(?:(?:is|are|remains?|still|yet) to be (?:decided|determined|agreed(?: on)?|confirmed|finali[sz]ed|clarified|worked out|defined(?=[.;)\]]|$))|to be defined(?=[)\]])|(?:is|are|has|have) not (?:yet )?been (?:decided|determined|agreed)|\bwe (?:have not|haven't) (?:yet )?(?:decided|agreed)|(?:is|are) (?:still )?(?:undecided|an? (?:open|unresolved) question)|(?:needs?|requires?|awaiting|pending) (?:a |further )?(?:decision|clarification)(?= (?:on|about|whether)|[.:;)]|$))|(?<=[—–(:;-]\s{0,2})(?:pick|choose) one\b(?! of)|still needs? to be (?:decided|determined|defined|agreed|confirmed|clarified|specified|finali[sz]ed|measured|chosen)|(?<=[:–—]\s{0,2}[*_]{0,2})to be (?:decided|determined|defined|agreed|confirmed|clarified|specified|finali[sz]ed)\b|(?<=[([])(?:undecided|pending (?:ratification|decision|clarification|agreement|discussion)|to be (?:decided|determined|agreed|confirmed|defined|clarified|specified|finali[sz]ed|replaced))\b[^()[\]\n]{0,60}(?=[)\]])/i;
