import { RULES } from "../../checks/registry.ts";
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
  const special = ofMarker(facts, first) ?? ofRule(facts);
  if (special !== undefined) return special;
  if (second !== undefined || finding?.type === "contradiction") return whichIsRight(facts, second);
  if (isQuestion(facts)) return "nothing here answers this. What is the answer?";
  const isTitle = essence(first.text).includes(essence(gap.title).slice(0, 60));
  const asked = gap.id.startsWith("GAP-OQ-") ? "What is the answer?" : "What should it say?";
  return `${isTitle ? "this is still open." : sentence(gap.title)} ${asked}`;
}

export function isQuestion({ gap, passages: [first] }: Facts): boolean {
  return /\?[\s*_"')\]]*$/.test(first?.text ?? "") || gap.title.endsWith("?");
}

/** `TODO: words`, `TODO(alice): words`, `[NEEDS CLARIFICATION: words]`. */
const ANNOUNCED =
  /^[*_[<]*(NEEDS CLARIFICATION|OPEN QUESTION|TODO|FIXME|TB[ACD])\b(?:[^:?]{0,70}:|\s[–—-]\s|(?=\s[^:]*\?))[*_]*\s*(.*?)[\]>]*$/is;

/** More of a marker is not read: its end is looked for from every bracket. */
const LONGEST_MARKER = 600;

/** A question that the author wrote into a marker is asked as it is. */
function ofMarker({ finding, fill, passages }: Facts, { text }: Passage): string | undefined {
  const isSaidInWords = finding?.rule === "explicit-marker" && findMarkers(text).length === 0;
  if (finding?.type === "dangling-ref" || finding?.type === "undecided" || isSaidInWords) return undefined;
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
  if (said.endsWith("?")) return `${said} (marked ${MARKED_AS[name.toLowerCase()] ?? name})`;
  if (said !== "")
    return `${STILL[name.toUpperCase()] ?? "still to be decided"}: ${sentence(said)} What should it say?`;
  const isAlone = !/[\p{L}\p{N}]/u.test(text.replace(fill, ""));
  if (isAlone && /^\W*(?:TODO|FIXME)\W*$/.test(fill)) return `there is only a ${fill} here. What should it say?`;
  return `"${visibleLine(fill, 120)}" still has to be decided. What goes there?`;
}

const MARKED_AS: Readonly<Record<string, string>> = {
  "needs clarification": "as needing clarification",
  "open question": "as an open question",
};
const STILL: Readonly<Record<string, string>> = {
  TODO: "to do",
  FIXME: "this is marked FIXME",
  TBC: "still to be confirmed",
  "NEEDS CLARIFICATION": "this needs clarification",
};

/** In the words of the rule that found it; one that is gone by now is asked about as the others of its type are. */
function ofRule({ gap, finding, passages }: Facts): string | undefined {
  const rule =
    finding && (RULES.find(({ id }) => id === finding.rule) ?? RULES.find(({ type }) => type === finding.type));
  if (rule === undefined || finding === undefined || typeof rule.ask === "undefined") return undefined;
  if (typeof rule.ask === "string") return `${sentence(gap.title)} ${rule.ask}`;
  const [first, second] = passages;
  return rule.ask({
    subject: visibleLine(finding.subject, 120),
    message: sentence(gap.title),
    sections: passages.map(({ section }) => visibleLine(section, 80)),
    elsewhere: second === undefined ? "elsewhere" : `on ${second.where}`,
    isHeading: first?.shape.type === "heading",
    texts: passages.map(({ text }) => text),
  });
}

function whichIsRight({ gap, marks, finding }: Facts, second: Passage | undefined): string {
  const [here = "", there = ""] = marks;
  const where = second === undefined ? "elsewhere" : `on ${second.where}`;
  const areNumbers = [here, there].every((words) => /\d/.test(words) && words.length < 40);
  if (areNumbers && finding === undefined) return `it says "${here}" here and "${there}" ${where}. Which one is right?`;
  return `${sentence(gap.title).replace(/ elsewhere(?=[.,])/, () => ` ${where}`)} Which one is right?`;
}

export function sentence(title: string): string {
  const line = visibleLine(title, 300);
  return /[.!?…]["')]?$/.test(line) ? line : `${line}.`;
}

/** Its words, whatever the markup. */
function essence(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
