import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { Area } from "../outline/area.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import { BOLD_LEVEL, descendants, type OutlineNode } from "../outline/outline.ts";
import type { RecheckStatus } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { statusOf } from "../words/status-words.ts";

/** What the headings above an item say about it. */
export interface Scope {
  readonly area?: Area;
  readonly severity?: Severity;
  readonly severityAsWritten?: string;
  readonly mixedSeverity: boolean;
  readonly gaps: readonly GapId[];
  /** Remarks that are called comments, as issues are called too. */
  readonly comments?: boolean;
  /** What the heading over re-checks says of them: `Issues Addressed`, `Partially resolved`. */
  readonly fate?: RecheckStatus;
  /** The heading demands what stands below it: `Required Changes`. */
  readonly demanded: boolean;
}

export const NO_SCOPE: Scope = { mixedSeverity: false, gaps: [], demanded: false };

/** Areas that hold against a severity heading inside them: `### CRITICAL Issues` in a re-check lists re-checks. */
const STICKY: readonly (Area | undefined)[] = ["recheck", "observations"];

/** The scope of every node: what its own heading and those above it say. */
export type Scopes = ReadonlyMap<OutlineNode, Scope>;

export function findScopes(root: OutlineNode): Scopes {
  const scopes = new Map<OutlineNode, Scope>([[root, NO_SCOPE]]);
  for (const node of descendants(root)) {
    const outer = (node.parent === undefined ? undefined : scopes.get(node.parent)) ?? NO_SCOPE;
    const scope = node.heading === undefined ? outer : enter(outer, node.heading);
    scopes.set(node, isTitle(node, root) ? { ...NO_SCOPE, gaps: scope.gaps } : scope);
  }
  return scopes;
}

/** The title of a document with sections, `# Notes on round 2`, says nothing of what stands in them. */
function isTitle(node: OutlineNode, root: OutlineNode): boolean {
  if (node !== root.children[0] || node.heading?.level !== 1 || node.heading.place.severity !== undefined) return false;
  return node.children.some((child) => (child.heading?.level ?? BOLD_LEVEL) < BOLD_LEVEL);
}

function enter(scope: Scope, heading: OutlineHeading): Scope {
  const place = heading.place;
  // `No New Issues Required`: what follows explains, it lists nothing.
  if (heading.saysNothing) return { ...scope, area: "aside" };
  const sticks = STICKY.includes(scope.area) && scope.comments !== true && place.severity !== undefined;
  const area = sticks ? scope.area : (place.area ?? scope.area);
  const gaps = gapsOfHeading(heading);
  const severity =
    place.severity !== undefined
      ? { severity: place.severity, severityAsWritten: place.severityAsWritten ?? "" }
      : place.area === undefined || place.area === scope.area
        ? inherited(scope)
        : {};
  return {
    ...severity,
    mixedSeverity: place.severity !== undefined ? place.mixedSeverity : scope.mixedSeverity,
    gaps: gaps.length > 0 ? gaps : scope.gaps,
    demanded: area === "actions" && /\b(?:required|must|before|needed|necessary)\b/iu.test(heading.text),
    ...fateOf(scope, area, heading),
    ...(area === "observations" && COMMENTS.test(heading.folded) ? { comments: true } : {}),
    ...(area === undefined ? {} : { area }),
  };
}

const COMMENTS = /^(?:general |additional |other |further |detailed |new )*comments?$/u;

function fateOf(scope: Scope, area: Area | undefined, { text }: OutlineHeading): Partial<Scope> {
  if (area !== "recheck" && scope.fate === undefined) return {};
  const said =
    area === "recheck"
      ? /\b(?:partial(?:ly)?|partly|not|un)?[\s-]?(?:addressed|resolved|fixed|closed)\b/iu.exec(text)
      : null;
  const fate = scope.fate ?? statusOf(said?.[0].replace(/^un(?=\p{L})/iu, "not ") ?? "");
  return fate === undefined ? {} : { fate };
}

function inherited(scope: Scope): Partial<Scope> {
  return scope.severity === undefined
    ? {}
    : { severity: scope.severity, severityAsWritten: scope.severityAsWritten ?? "" };
}

/** Words before a gap that say nothing else than that the section is about it. */
const ABOUT =
  /^(?:gap-|(?:re-?)?review|verdict|recommendation|decision|assessment|evaluation|analysis of|feedback|comments? (?:on|for)|critique|findings? (?:for|on|in)|issues? (?:with|for|on|in)|proposal|resolution|on gap-|for gap-|gap\b)/u;
/** `Lock owner (GAP-LOCK-001)`, `Lock owner - GAP-LOCK-001` */
const TRAILING = /(?:[([]|\s[-–—]\s)gap-[a-z]{2,10}-\d{3}[a-z]?[)\]]?$/u;
/** Sections that hold one gap against another. */
const BETWEEN =
  /\b(?:integration|consistency|alignment|compatibility|relation(?:ship)?|interaction|comparison|unblock(?:s|ed)?|dependency|dependencies|coordination|interplay|impact on)\b/u;

/** The gaps that a heading is about: `Review: GAP-…`, `GAP-… Review`, `Verdict: GAP-…`; not one it only mentions. */
export function gapsOfHeading({ text, folded }: OutlineHeading): GapId[] {
  if (!text.includes("GAP-") || !(ABOUT.test(folded) || TRAILING.test(folded))) return [];
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}

/** A part of the review that is about one gap: `## GAP-LOCK-001`, `### GAP-LOCK-001: Lock owner`. */
export function isGapSection({ heading }: OutlineNode, scope: Scope): boolean {
  if (heading === undefined || heading.level > 4 || scope.severity !== undefined) return false;
  if (scope.area !== undefined && scope.area !== "issues" && scope.area !== "concerns") return false;
  return gapsOfHeading(heading).length === 1 && !BETWEEN.test(heading.folded);
}
