import { hasDuty } from "../../../checks/language/modality.ts";
import type { Spec } from "../../../checks/spec/spec.ts";

/** How a document writes, so that what is added reads like the rest. */
export interface Style {
  /** `MUST`, `shall`: the verb of its duties. */
  readonly modal: string;
  /** Where it breaks its lines; absent where a paragraph is one line. */
  readonly width?: number;
  /** Duties are written as EARS: `WHEN … THE IMPORTER SHALL …`. */
  readonly ears: boolean;
}

const MODALS = ["MUST", "SHALL", "must", "shall", "SHOULD", "should", "will"] as const;
const EARS = /\b(?:WHEN|WHILE|IF|WHERE)\b[^.]{1,300}\bSHALL\b/;

export function readStyle(spec: Spec): Style {
  const width = lineWidth(spec);
  const ears = spec.units.filter((unit) => EARS.test(unit.text)).length;
  return { modal: usualModal(spec), ears: ears >= 2, ...(width === undefined ? {} : { width }) };
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

/** The longest line of the paragraphs that are broken. */
function lineWidth({ units, markdown }: Spec): number | undefined {
  const broken = units.filter(({ kind, line, endLine }) => kind !== "cell" && endLine > line);
  if (broken.length === 0) return undefined;
  const lengths = broken.flatMap(({ line, endLine }) =>
    markdown.lines.slice(line - 1, endLine).map((text) => text.length),
  );
  return Math.min(WIDE, Math.max(NARROW, ...lengths));
}
