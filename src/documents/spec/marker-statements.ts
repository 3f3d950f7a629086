import { plainText } from "../markdown/inline.ts";
import { lineCounter } from "../markdown/line-starts.ts";
import { itemLabel } from "./item-label.ts";
import { findMarkers, type Marker, sentenceAround } from "./marker.ts";
import type { Passage } from "./passage.ts";
import { severityInText } from "./stated-severity.ts";
import { cellTitle, type Statement, titleFrom } from "./statement.ts";

/** What the markers of a passage state: one gap for a row, else one for each line that has any. */
export function markerStatements(passage: Passage): Statement[] {
  const markers = findMarkers(passage.text).filter((marker) => !isProgress(passage, marker));
  if (passage.kind === "row") return markers.slice(0, 1).map((marker) => rowMarker(passage, marker));
  const lineAt = lineCounter(passage.text);
  const stated: Statement[] = [];
  let lastLine = -1;
  for (const marker of markers) {
    const line = lineAt(marker.start);
    if (line === lastLine) continue;
    lastLine = line;
    const statement = textMarker(passage, marker, lineAt);
    if (statement.line !== stated.at(-1)?.line) stated.push(statement);
  }
  return stated;
}

/** In a column of states TODO is how far the work is, not what the spec lacks. */
function isProgress(passage: Passage, marker: Marker): boolean {
  return passage.cells.some(
    (cell) => /^(?:status|state|progress)$/i.test(cell.column) && cell.text.includes(marker.text),
  );
}

function textMarker(passage: Passage, marker: Marker, lineAt: (offset: number) => number): Statement {
  const { start, end } = sentenceAround(passage.text, marker);
  const sentence = passage.text.slice(start, end);
  return {
    ...markerCommon(passage, marker, titleFrom(withoutMarker(sentence, marker, start))),
    text: sentence.trim(),
    line: passage.line + lineAt(start),
    endLine: passage.line + lineAt(start + sentence.trimEnd().length),
  };
}

function rowMarker(passage: Passage, marker: Marker): Statement {
  const first = plainText(passage.cells[0]?.text ?? "");
  const cell = passage.cells.find((candidate) => candidate.text.includes(marker.text));
  const isFirst = cell === passage.cells[0];
  const title = isFirst ? titleFrom(withoutMarker(first, marker, -1)) : cellTitle(first, cell?.column ?? "");
  const text = passage.cells.map(({ column, text }) => (column === "" ? text : `${column}: ${text}`)).join("\n");
  return { ...markerCommon(passage, marker, title), text, line: passage.line, endLine: passage.endLine };
}

function markerCommon(passage: Passage, marker: Marker, title: string): Omit<Statement, "text" | "line" | "endLine"> {
  const label = itemLabel(passage.text)?.label;
  const severity = severityInText(passage.text.slice(marker.start));
  return {
    // The requirement that a marker stands in is traced by its own name (SPEC 12).
    ...(label === undefined ? {} : { label }),
    category: marker.category,
    title: title || `${passage.heading === "" ? "Beginning" : passage.heading}: ${plainText(marker.text)}`,
    ...(severity === undefined ? {} : { severity }),
    heading: passage.heading,
    dependsOn: [],
    done: /^\[[xX]\]\s/.test(passage.text),
  };
}

/** A sentence without its marker word; a bracketed marker keeps its question. */
function withoutMarker(sentence: string, marker: Marker, start: number): string {
  const at = start < 0 ? sentence.indexOf(marker.text) : marker.start - start;
  const asked = /^\[[A-Za-z ]+:?([^\]]*)\]?$/.exec(marker.text)?.[1]?.trim() ?? "";
  const question = asked === "" || at <= 0 ? asked : `(${asked})`;
  // What it stands for is a part of the sentence: "more than … mails", "kept for …".
  const isSlot = marker.category === "TBD" && /[\w,]\s+$/.test(sentence.slice(0, Math.max(0, at)));
  const goesOn = /^(?:\s+[a-z]|\W*$)/.test(sentence.slice(at + marker.text.length));
  const slot = question === "" && isSlot && goesOn ? "…" : question;
  const rest = `${sentence.slice(0, Math.max(0, at))}${slot}${sentence.slice(at + marker.text.length).replace(/^(?:\*\*)?\s*[:,–—-]\s*/, " ")}`;
  return /[\p{L}\d]/u.test(rest) ? rest.replace(/^[\s*_([]+|[\s*_([:.]+$/g, "") : "";
}
