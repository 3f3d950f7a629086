import type { Rule } from "./rule.ts";
import { contradictingNumber } from "./rules/contradicting-number.ts";
import { contradictingStatement } from "./rules/contradicting-statement.ts";
import { danglingAnchor } from "./rules/dangling-anchor.ts";
import { danglingId } from "./rules/dangling-id.ts";
import { danglingPlace } from "./rules/dangling-place.ts";
import { duplicateId } from "./rules/duplicate-id.ts";
import { duplicateRow } from "./rules/duplicate-row.ts";
import { duplicateTerm } from "./rules/duplicate-term.ts";
import { emptyAnnouncement } from "./rules/empty-announcement.ts";
import { emptySection } from "./rules/empty-section.ts";
import { explicitMarker } from "./rules/explicit-marker.ts";
import { missingFailurePath } from "./rules/missing-failure-path.ts";
import { missingNumber } from "./rules/missing-number.ts";
import { openList } from "./rules/open-list.ts";
import { passiveDuty } from "./rules/passive-duty.ts";
import { stateNoExit } from "./rules/state-no-exit.ts";
import { stateNondeterministic } from "./rules/state-nondeterministic.ts";
import { stateUndefined } from "./rules/state-undefined.ts";
import { stateUnreachable } from "./rules/state-unreachable.ts";
import { undefinedJargon } from "./rules/undefined-jargon.ts";
import { unknownAcronym } from "./rules/unknown-acronym.ts";
import { unownedDuty } from "./rules/unowned-duty.ts";
import { vagueWording } from "./rules/vague-wording.ts";

/** Every rule there is, by finding type. */
export const RULES: readonly Rule[] = [
  vagueWording,
  missingNumber,
  unknownAcronym,
  undefinedJargon,
  danglingId,
  danglingAnchor,
  danglingPlace,
  emptySection,
  emptyAnnouncement,
  missingFailurePath,
  contradictingNumber,
  contradictingStatement,
  openList,
  unownedDuty,
  passiveDuty,
  duplicateTerm,
  duplicateId,
  duplicateRow,
  stateUnreachable,
  stateNoExit,
  stateNondeterministic,
  stateUndefined,
  explicitMarker,
];
