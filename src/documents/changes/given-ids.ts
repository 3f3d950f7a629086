import type { SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { viewOf } from "./file-view.ts";

/** An id that a spec gives to a requirement: `FR-` and `016`, `Requirement ` and `9`. */
export interface GivenId {
  readonly prefix: string;
  readonly digits: string;
}

/** At the beginning of a heading, a list item, a table row or a paragraph: there an id is given, elsewhere it is named. */
const GIVEN =
  /^[ \t]{0,12}(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\|[ \t]*)?(?:\*\*|__|`|\[)?((?:[A-Z]{1,8}-){1,3}|Requirement |User Story )(\d{1,4})(?!\d|\.\d)/;

/** Ids of the session, and of what is to go from the spec. */
const NOT_OURS = /^(?:GAP|ISSUE|DECISION|OQ|TODO|TBD)-/;

export const givenIds = rememberFor((file: SpecFile): readonly GivenId[] =>
  linesOutsideCode(file).flatMap((line) => {
    const [, prefix = "", digits = ""] = GIVEN.exec(line) ?? [];
    return prefix === "" || NOT_OURS.test(prefix) ? [] : [{ prefix, digits }];
  }),
);

function linesOutsideCode(file: SpecFile): string[] {
  const { blocks, lines } = viewOf(file).markdown;
  const shown = [...lines];
  const code = blocks.filter(({ type }) => type === "fence" || type === "code");
  for (const { line, endLine } of code) shown.fill("", line - 1, endLine);
  return shown;
}
