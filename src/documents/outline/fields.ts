import { visible } from "../words/fold.ts";
import { VERDICT_FIELDS } from "../words/verdict-names.ts";

/** What an item says under a name: `**Location:** …`, `- Impact: …`, a table column. */
export type FieldName =
  | "location"
  | "impact"
  | "suggestion"
  | "severity"
  | "status"
  | "gap"
  | "verdict"
  | "confidence"
  | "concern"
  | "position"
  | "rationale"
  | "alternative"
  | "request"
  | "target"
  | "mode"
  | "other";

const NAMES: ReadonlyMap<string, FieldName> = new Map<string, FieldName>(
  (
    [
      ["location", "location locations where place section lines line reference ref file"],
      ["impact", "impact risk consequence consequences effect why|why it matters|risk if ignored"],
      [
        "suggestion",
        "suggestion suggestions fix recommendation recommended remedy action|suggested fix|suggested resolution|suggested alternative|suggested change|suggested changes|proposed fix|required fix|recommended fix|required change|required action|recommended action|recommended change|how to fix",
      ],
      ["severity", "severity priority sev level|severity level|issue severity"],
      ["status", "status state result resolution outcome assessment|resolved?|fixed?|current status|resolution status"],
      [
        "gap",
        "gap gaps reviewed reviewing proposal proposals subject|gap id|affected gap|related gap|gaps reviewed|gap reviewed|gaps under review|reviewed gaps|focus|gap ids|scope|gap under review|proposals reviewed|proposal reviewed|proposal under review|proposals under review|under review|gaps covered",
      ],
      ["verdict", `|${VERDICT_FIELDS.join("|")}`],
      ["confidence", "confidence|confidence level|overall confidence|engineer confidence|confidence rating"],
      [
        "concern",
        "concern|reviewer concern|reviewer's concern|reviewer’s concern|concern quoted|reviewer position|reviewer said|quoted concern|original concern",
      ],
      ["position", "position|engineer position|engineer's position|engineer’s position|my position|our position"],
      ["rationale", "rationale reason reasons reasoning justification|why we disagree|why i disagree"],
      [
        "alternative",
        "alternative|alternative approach|alternative proposal|proposed alternative|counter-proposal|counterproposal",
      ],
      ["request", "request|requested resolution|requested decision|ask"],
      ["target", "target|target section|target heading|replaces|insert into|insert at|goes into"],
      ["mode", "mode|operation"],
      [
        "other",
        "description problem issue evidence question questions note notes detail details example examples context explanation background finding observation analysis details quote title summary original required optional comment author reviewer date round input reference category type blocking|original issue|resolution claimed|verification|round 1 problem|fix verification|suggested text|expected|actual|current|proposed|before|after|trigger|flow|options|option a|option b|pros|cons|locations|suggested extraction|clarification needed|engineer proposal|engineer's proposal|quality|reviewer role|next action|next steps|strengths|minor observation|minor observations|remaining concern|fix applied|resolved by|changes|change",
      ],
    ] as readonly (readonly [FieldName, string])[]
  ).flatMap(([name, words]) =>
    words
      .split("|")
      .flatMap((part, index) => (index === 0 ? part.split(" ") : [part]))
      .map((word) => [word, name] as const),
  ),
);

/** The field that a name means. `status` and `verdict` share words: the reader asks for the one it needs. */
export function fieldNamed(name: string): FieldName | undefined {
  if (name.length > 90) return undefined;
  const plain = NAMES.get(name.toLowerCase());
  if (plain !== undefined) return plain;
  if (/^[A-Za-z ]*$/.test(name) && !/^ | $/.test(name)) return undefined;
  const key = visible(name)
    .replace(/[*_`]+/g, "")
    .replace(/\s*\([^()]{0,40}\)\s*$/, "")
    .replace(/[\s:.]+$/, "")
    .trim()
    .toLowerCase()
    .replace(/^round \d{1,4} /u, "");
  return NAMES.get(key);
}

/** `**Severity: HIGH**`: name and value in one emphasis. */
const BOLD_PAIR = /^\s{0,8}(?:[-*+]\s+)?(\*\*|__|\*|_)(?=\w)([^*_:\n]{1,40}):\s*([^*\n]{1,200})\1(.*)$/u;

export interface Field {
  readonly name: FieldName;
  readonly key: string;
  /** The words after the colon on the line, in the author's markup; may be empty when they follow below. */
  readonly value: string;
}

const LINE =
  /^\s{0,8}(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\*\*?|__?)([^*_:\n]{1,40}?)(?::\s*(?:\*\*?|__?)|(?:\*\*?|__?)\s*(?::|[-–—=]\s))\s*(.*)$|^\s{0,8}(?:(?:[-*+]|\d{1,3}[.)])\s+)?([A-Za-z][A-Za-z'’]{1,20}(?: [A-Za-z'’]{1,14}){0,3}):\s+(.*)$/u;
/** `**Severity** - High`: in bold, a dash does for the colon. */
const DASHED = /^\s{0,8}(?:[-*+]\s+)?\*\*[A-Za-z][A-Za-z '’]{1,30}\*\*\s*[-–—=]\s/u;

/** `**Name:** value`, `- **Name**: value`, `*Name:* value`, `- Name: value`. A name that is not known is none, unless it is bold. */
export function fieldOfLine(line: string): Field | undefined {
  const colon = line.indexOf(":");
  if ((colon === -1 || colon > 70) && !DASHED.test(line.slice(0, 60))) return undefined;
  const start0 = line.length > 2000 ? line.slice(0, 2000) : line;
  const pair = BOLD_PAIR.exec(start0);
  const paired = pair === null ? undefined : fieldNamed(pair[2] ?? "");
  if (pair !== null && paired !== undefined) {
    return { name: paired, key: (pair[2] ?? "").trim(), value: `${pair[3] ?? ""}${pair[4] ?? ""}`.trim() };
  }
  const match = LINE.exec(start0);
  if (match === null) return undefined;
  const key = (match[1] ?? match[3] ?? "").trim();
  const name = fieldNamed(key);
  if (name === undefined) return undefined;
  const start = match[0].length - (match[2] ?? match[4] ?? "").length;
  return { name, key, value: line.slice(start).trim() };
}
