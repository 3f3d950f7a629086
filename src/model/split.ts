import { InternalError } from "../errors/whetstone-error.ts";
import { changeGap } from "./change-gap.ts";
import { isOpen } from "./counting.ts";
import type { Gap } from "./gap.ts";
import type { GapId } from "./ids.ts";
import { newGap } from "./new-gap.ts";

/** What a person says of one part. */
export type PartDraft = Pick<Gap, "id" | "title" | "text">;

/** The parts that count instead of a gap (SPEC 3.2, 13.7): they inherit what is true of the whole, but no proposal. */
export function partsOf(whole: Gap, drafts: readonly PartDraft[], round: number): Gap[] {
  if (drafts.length < 2) throw new InternalError(`${whole.id} cannot be split into fewer than two parts`);
  if (!isOpen(whole)) throw new InternalError(`${whole.id} is ${whole.state}: only an open gap can be split`);
  const { id: partOf, severity, severityBy, places, dependsOn } = whole;
  const inherited = { severity, severityBy, places, dependsOn, partOf, ...inheritedState(whole) };
  return drafts.map(({ id, title, text }) => newGap(round, { id, title, text, ...inherited, origin: "split" }));
}

function inheritedState(whole: Gap): Pick<Gap, "state" | "cameFrom" | "blocker"> {
  if (whole.state === "USER_DEFERRED") return { state: "USER_DEFERRED" };
  if (whole.state !== "BLOCKED" || whole.blocker === undefined) return { state: "OPEN" };
  return { state: "BLOCKED", cameFrom: "OPEN", blocker: whole.blocker };
}

/** After a split or a merger: SUPERSEDED, and it knows what counts instead. */
export function supersede(gap: Gap, by: Pick<Gap, "parts"> | Pick<Gap, "duplicateOf">, round: number): Gap {
  return changeGap({ ...gap, ...by }, { to: "SUPERSEDED", actor: "user", round });
}

/** A gap that waited for the whole waits for its parts, or for what it is a duplicate of. */
export function dependOnParts(gap: Gap, whole: GapId, parts: readonly GapId[]): Gap {
  const { dependsOn, blocker } = gap;
  const isWaiting = blocker?.type === "DEPENDENCY" && blocker.gaps.includes(whole);
  if (!isWaiting && !dependsOn.includes(whole)) return gap;
  const redirect = (gaps: readonly GapId[]) => [...new Set(gaps.flatMap((id) => (id === whole ? parts : [id])))];
  const waits = isWaiting ? { blocker: { ...blocker, gaps: redirect(blocker.gaps) } } : {};
  return { ...gap, dependsOn: redirect(dependsOn), ...waits };
}
