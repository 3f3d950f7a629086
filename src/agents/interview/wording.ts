import { findMarkers } from "../../documents/spec/marker.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Passage } from "./passage.ts";

/** What a question is made from. */
export interface Facts {
  readonly gap: Gap;
  readonly passages: readonly Passage[];
  readonly finding: Gap["finding"];
  /** The first marked words of each passage. */
  readonly marks: readonly (string | undefined)[];
  readonly fill: string | undefined;
  readonly isEmpty: boolean;
}

/** What was found, then what is asked. The passage stands above it: it is not quoted again. */
export function wording(facts: Facts): string {
  const { gap, passages, finding, isEmpty } = facts;
  const [first, second] = passages;
  if (first === undefined) return "";
  if (isEmpty) return `the section "${visibleLine(first.section, 80)}" is empty. What belongs in it?`;
  const special =
    ofMarker(facts, first) ?? (finding && (BY_RULE[finding.rule] ?? BY_TYPE[finding.type])?.(finding, facts));
  if (special !== undefined) return special;
  if (second !== undefined) return whichIsRight(facts, first, second);
  if (isQuestion(facts)) return "nothing in the spec answers this. What is the answer?";
  const asked = ASKED[finding?.rule ?? ""] ?? "What should it say?";
  const isTitle = essence(first.text).includes(essence(gap.title).slice(0, 60));
  return isTitle ? `this is still open. ${asked}` : `${sentence(gap.title)} ${asked}`;
}

export function isQuestion({ gap, passages: [first] }: Facts): boolean {
  return /\?[\s*_"')\]]*$/.test(first?.text ?? "") || gap.title.endsWith("?");
}

/** `TODO: words`, `TODO(alice): words`, `[NEEDS CLARIFICATION: words]`. */
const ANNOUNCED = /^[*_[<]*(NEEDS CLARIFICATION|OPEN QUESTION|TODO|FIXME|TB[ACD])\b[^:]{0,70}:[*_]*\s*(.*?)[\]>]*$/is;

/** More of a marker is not read: its end is looked for from every bracket. */
const LONGEST_MARKER = 600;

/** A question that the author wrote into a marker is asked as it is. */
function ofMarker({ finding, fill, passages }: Facts, { text }: Passage): string | undefined {
  if (fill === undefined) {
    const [marker, ...more] = passages.length === 1 ? findMarkers(text) : [];
    const isIt = finding === undefined || finding.rule === "explicit-marker";
    if (marker === undefined || !isIt) return undefined;
    if (more.length > 0) return `${more.length + 1} things are still open here. What should it say?`;
    return `this is marked ${visibleLine(marker.text, 40)}. What should it say?`;
  }
  if (finding?.rule === "template-text")
    return `"${visibleLine(fill, 120)}" is a placeholder from the template. What goes there?`;
  if (/^\?+$/.test(fill)) return `this is still open. What goes in place of "${fill}"?`;
  const [, name = "", words = ""] = ANNOUNCED.exec(fill.slice(0, LONGEST_MARKER)) ?? [];
  const said = visibleLine(words, 200).trim();
  const isClarified = /^needs/i.test(name);
  if (said.endsWith("?")) return `${said} (${isClarified ? "marked as needing clarification" : `marked ${name}`})`;
  if (said !== "" && /^(?:TODO|FIXME)$/.test(name)) return `to do: ${sentence(said)} What should it say?`;
  return `"${visibleLine(fill, 120)}" still has to be decided. What goes there?`;
}

type Finding = NonNullable<Gap["finding"]>;
type Wording = (finding: Finding, facts: Facts) => string | undefined;

/** Kinds whose sentence does not tell enough by itself. */
const BY_TYPE: Readonly<Record<string, Wording>> = {
  "undefined-term": (found) => `${quoted(found)} is used here but not explained anywhere. What does it mean?`,
  "dangling-ref": (found) =>
    `${quoted(found)} is mentioned here, but the spec does not define it. What should it say instead?`,
  "duplicate-definition": (found, { passages: [, second] }) =>
    `${quoted(found)} is defined here and again ${placeOf(second)}. Which one is right?`,
  "state-unreachable": (found) => `nothing leads to the state ${quoted(found)}. When is it entered?`,
  "state-no-exit": (found) => `nothing leads out of the state ${quoted(found)}. What ends it, or is it final?`,
  "state-undefined": (found) => `${quoted(found)} is used here, but it is not one of the states. Which state is meant?`,
};

const BY_RULE: Readonly<Record<string, Wording>> = {
  "duplicate-id": duplicate,
  "dangling-place": danglingPlace,
  undecided: () => "the choice is still open. Which one is it?",
  "unused-value": ({ subject }, { gap }) =>
    `${sentence(gap.title)} When ${subject.includes(", ") ? "do they" : "does it"} apply?`,
  "conflicting-name": (_, { gap }) => `${sentence(gap.title)} Which name is right?`,
  "missing-then": ({ subject }) => {
    const [condition = ""] = visibleLine(subject, 120)
      .replace(/[*_`]/g, "")
      .split(/\b(?:when|given|if)\b\W*/i)
      .slice(-1);
    return `this scenario has no Then. What should happen when ${condition.replace(/[\s,.;:]+$/, "")}?`;
  },
};

/** What is asked about a finding of a rule. */
const ASKED: Readonly<Record<string, string>> = {
  "unlisted-value": "Does it belong on the list, or is another one meant?",
  "missing-unit": "What is the unit?",
  "missing-scenario": "What is its first one?",
  "empty-section": "What comes after it?",
};

function duplicate({ subject }: Finding, { passages: [first, second] }: Facts): string {
  if (first?.shape.type === "heading" && second !== undefined) {
    const [here, there] = [first, second].map(({ section }) => `"${visibleLine(section, 80)}"`);
    return `two sections have the same number: ${here} and ${there} (${second.where}). Which one should change?`;
  }
  if (second === undefined) return `${subject} is already used elsewhere. What id should this one have?`;
  return `${subject} is used for two different things, here and ${placeOf(second)}. Which one should get a new id?`;
}

/** "Table 7", "section 9", `[retention](#retention)`. */
function danglingPlace({ subject }: Finding): string | undefined {
  const [, anchor] = /\((#[^()\s]{1,100})\)/.exec(subject) ?? [];
  if (anchor !== undefined)
    return `the link "${anchor}" leads nowhere: no heading has that name. Where should it point?`;
  const [, kind] = /^(table|figure|section|chapter|appendix)\s/i.exec(subject) ?? [];
  if (kind === undefined) return undefined;
  return `the spec has no ${visibleLine(subject, 60)}. Which ${kind.toLowerCase()} is meant?`;
}

function placeOf(second: Passage | undefined): string {
  return second === undefined ? "elsewhere" : `on ${second.where}`;
}

function quoted({ subject }: Finding): string {
  return `"${visibleLine(subject, 100)}"`;
}

function whichIsRight({ gap, marks, finding }: Facts, first: Passage, second: Passage): string {
  const [here, there] = marks;
  const areNumbers = marks.length === 2 && marks.every((words) => words !== undefined && /\d/.test(words));
  const isShort = areNumbers && marks.every((words) => (words?.length ?? 0) < 40);
  if (isShort && finding === undefined)
    return `it says "${here}" here and "${there}" on ${second.where}. Which one is right?`;
  const differing = finding?.rule === "conflicting-number" ? differingMeasures(first.text, second.text) : undefined;
  if (differing !== undefined)
    return `it is ${differing[0]} here and ${differing[1]} on ${second.where}. Which is right?`;
  return `${sentence(gap.title)} Which ${finding?.rule === "conflicting-values" ? "list" : "one"} is right?`;
}

/** The first number of each text, with its unit, that the other does not have. */
function differingMeasures(a: string, b: string): readonly [string, string] | undefined {
  const [here, there] = [measuresIn(a), measuresIn(b)];
  const [left] = here.filter((each) => !there.includes(each));
  const [right] = there.filter((each) => !here.includes(each));
  return left === undefined || right === undefined ? undefined : [left, right];
}

function measuresIn(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w.-])\d+(?:[.,]\d+)*(?:\s?%|\s\p{L}+)?/gu), ([words]) => words);
}

export function sentence(title: string): string {
  const line = visibleLine(title, 300);
  return /[.!?…]["')]?$/.test(line) ? line : `${line}.`;
}

/** Its words, whatever the markup. */
function essence(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
