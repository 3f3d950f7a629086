import type { Blocked, EngineerDocument, NewGap, Resolution } from "../../documents/values.ts";
import type { Change } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { BlockedDigest, EngineerDigest, NewGapDigest, ProposalDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import type { Slot } from "../state.ts";

/** Words of a document that the state keeps, bounded: whatever a model writes is untrusted. */
const TEXT_LIMIT = 6_000;
const TITLE_LIMIT = 300;

/** What the session keeps of one Engineer's document. `offset` is the line before it in the round's joined text. */
export function digestEngineer(document: EngineerDocument, slots: readonly Slot[], offset: number): EngineerDigest {
  const assigned = new Set(slots.map(({ gap }) => gap));
  const place = ({ line, endLine }: { readonly line: number; readonly endLine: number }) => ({
    line: line + offset,
    endLine: endLine + offset,
  });
  const own = firstPerGap(document.resolutions).filter(({ gap }) => assigned.has(gap));
  const aside = document.resolutions.filter(({ gap }) => !assigned.has(gap));
  return {
    role: "engineer",
    proposals: own.map((resolution) => ({ ...proposal(resolution, slots), ...place(resolution) })),
    newGaps: document.newGaps.flatMap((gap) => newGapDigest(gap, offset)),
    responses: document.responses.map((response) => {
      const { issue, changedIn, text } = response;
      const alreadyIn = clipped(response.alreadyIn);
      return { issue, ...place(response), text: clip(text), changedIn, ...defined({ alreadyIn }) };
    }),
    disagreements: document.disagreements.map((block) => ({
      issue: block.issue,
      concern: clip(block.concern ?? ""),
      position: clip(block.position ?? ""),
      rationale: clip(block.rationale ?? ""),
      ...defined({ alternative: clipped(block.alternative), request: clipped(block.request) }),
      ...place(block),
    })),
    blocked: document.blocked.flatMap((block) => (block.gap === undefined ? [] : [blockedDigest(block.gap, block)])),
    outOfScope: document.outOfScope.map(({ gap, reason }) => ({ gap, reason: clip(reason) })),
    setAside: [...new Set(aside.map(({ gap }) => gap))],
  };
}

/** What a run asks for; its choices are bounded by the reader. */
export function blockedDigest(gap: GapId, { kind, reason, choices }: Blocked): BlockedDigest {
  return { kind, gap, reason: clip(reason), ...defined({ choices }) };
}

export function newGapDigest(gap: NewGap, offset: number): NewGapDigest[] {
  if (gap.id === undefined) return [];
  return [
    {
      id: gap.id,
      ...defined({ label: gap.label }),
      title: clip(gap.title, TITLE_LIMIT) || gap.id,
      text: clip(gap.text),
      severity: gap.severity ?? "MEDIUM",
      ...defined({ parent: gap.parent, place: clipped(gap.place, 1_000), why: clipped(gap.why, 2_000) }),
      dependsOn: gap.dependsOn,
      line: gap.line + offset,
    },
  ];
}

export function clip(text: string, most = TEXT_LIMIT): string {
  return text.length > most ? `${text.slice(0, most)} […]` : text;
}

/** The same of words that may be absent. */
export function clipped(text: string | undefined, most?: number): string | undefined {
  return text === undefined ? undefined : clip(text, most);
}

function proposal(resolution: Resolution, slots: readonly Slot[]): ProposalDigest {
  const { gap, line, endLine, confidence, chars, examples, claimsResolved } = resolution;
  const after = slots.find((slot) => slot.gap === gap)?.overlap?.after ?? [];
  const facts = { gap, line, endLine, chars, examples, claimsResolved };
  return {
    ...facts,
    title: clip(resolution.title, TITLE_LIMIT),
    sections: [...new Set(resolution.sections.map(({ part }) => part))],
    changes: resolution.changes.map(bareChange),
    after: after.flatMap((set) => set.gap ?? []),
    ...defined({ confidence, noChange: clipped(resolution.noChange?.quotation) }),
  };
}

/** Without its place in the document. Its words are kept whole: they are what the spec becomes. */
function bareChange({ number, kind, place, old, new: added }: Change): Change {
  return { number, kind, place, old, new: added };
}

function firstPerGap(resolutions: readonly Resolution[]): Resolution[] {
  const seen = new Set<GapId>();
  return resolutions.filter(({ gap }) => !seen.has(gap) && seen.add(gap));
}
