import { joinFiles } from "../../documents/layouts/joined-files.ts";
import type { Gap } from "../../model/gap.ts";
import type { ListedGap } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { whereOf } from "../questions/gap-evidence.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { State } from "../state.ts";

/** The gaps that will be worked on, in the order of the work, with the words that each is about. */
export function listedGaps(state: State): ListedGap[] {
  const lines = joinFiles(state.spec.text).split(/\r\n|\r|\n/);
  return assignableGaps(state).map((gap) => {
    const { id, severity, title, origin } = gap;
    const quote = quoteOf(gap, lines);
    return {
      id,
      severity,
      title: visibleLine(title, LONGEST_TITLE),
      origin,
      ...placeOf(state, gap),
      ...(quote === "" ? {} : { quote }),
    };
  });
}

const LONGEST_TITLE = 300;
const LONGEST_QUOTE = 160;

function placeOf(state: State, { places: [place] }: Gap): Pick<ListedGap, "where"> {
  if (place === undefined) return {};
  const where = whereOf(state, place);
  return { where: place.heading === "" ? where : `${where}, ${visibleLine(place.heading, 80)}` };
}

/** What makes a line an item, a heading or a quotation; the emphasis of its first word is none of it. */
const LEAD = /^(?:\s{0,20}(?:>|[*+-](?=\s)|#{1,6}(?=\s))){0,5}\s*/;

/** As whoever found it quoted it, else the passage that it stands in. */
function quoteOf({ quotations, places: [place], title }: Gap, lines: readonly string[]): string {
  const passage = place === undefined ? "" : lines.slice(place.line - 1, place.endLine).join(" ");
  const words = quotations?.slice(0, 2) ?? [passage.replace(LEAD, "").replaceAll("**", "")];
  return words
    .map((text) => visibleLine(text.trim(), LONGEST_QUOTE))
    .filter((text) => text !== "" && text !== place?.heading && !title.includes(text) && !text.includes(title))
    .map((text) => `"${text}"`)
    .join(" and ");
}
