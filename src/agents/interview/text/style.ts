import { hasDuty } from "../../../checks/language/modality.ts";
import type { Spec } from "../../../checks/spec/spec.ts";
import type { Unit } from "../../../checks/spec/unit.ts";

/** How a document writes, so that what is added reads like the rest. */
export interface Style {
  /** `MUST`, `shall`: the verb of its duties. */
  readonly modal: string;
  /** Where it breaks its lines; absent where a paragraph is one line. */
  readonly width?: number;
  /** Duties are written as EARS, with the actor as `THE IMPORTER`, `THE Permit_System` or `the system`. */
  readonly ears?: "upper" | "article" | "lower";
  /** A comma parts the condition from what follows. */
  readonly earsComma?: boolean;
}

const MODALS = ["MUST", "SHALL", "must", "shall", "SHOULD", "should", "will"] as const;
const EARS = /\b(?:WHEN|WHILE|IF|WHERE)\b[^.]{1,300}\bSHALL\b/;

export function readStyle(spec: Spec): Style {
  const width = lineWidth(spec);
  const ears = spec.units.filter(isEars);
  const most = (pattern: RegExp) => ears.filter((unit) => pattern.test(unit.text)).length * 2 > ears.length;
  const actor = most(/\bTHE [A-Z]{2}/) ? "upper" : most(/\bTHE \w/) ? "article" : "lower";
  return {
    modal: usualModal(spec),
    ...(ears.length >= 2 ? { ears: actor, earsComma: most(/,\s+(?:THEN\b|THE\b|the\b)/) } : {}),
    ...(width === undefined ? {} : { width }),
  };
}

function isEars({ text }: Unit): boolean {
  return EARS.test(text);
}

/** Prose of such a document stays prose: a criterion stands among criteria. */
export function isEarsPlace({ ears }: Style, { section }: Unit): boolean {
  return ears !== undefined && section.units.some(isEars);
}

function usualModal(spec: Spec): string {
  const counts = new Map<string, number>();
  for (const sentence of spec.binding) {
    if (!hasDuty(sentence)) continue;
    const modal = sentence.tokens.find((token) => (MODALS as readonly string[]).includes(token.text))?.text;
    if (modal !== undefined) counts.set(modal, (counts.get(modal) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "MUST";
}

const NARROW = 72;
const WIDE = 140;

/** The longest line of the paragraphs that are broken; a longer one elsewhere says that lines are not broken for width. */
function lineWidth({ units, markdown }: Spec): number | undefined {
  const prose = units.filter(({ kind }) => kind !== "cell" && kind !== "heading");
  const longest = (some: readonly Unit[]) =>
    Math.max(
      0,
      ...some.flatMap(({ line, endLine }) => markdown.lines.slice(line - 1, endLine).map(({ length }) => length)),
    );
  const broken = prose.filter(({ line, endLine }) => endLine > line);
  if (broken.length === 0) return undefined;
  const width = Math.max(NARROW, longest(broken));
  return longest(prose.filter((unit) => !broken.includes(unit))) > width ? undefined : Math.min(WIDE, width);
}
