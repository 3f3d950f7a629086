import { plainText } from "../markdown/inline.ts";
import { lineCounter } from "../markdown/line-starts.ts";
import { itemLabel } from "./item-label.ts";
import { findMarkers, isProgressColumn, isTaskTitle, type Marker, sentencesOf } from "./marker.ts";
import type { SourcePassage } from "./source-passage.ts";
import { lineTitle, type StatedGap } from "./stated-gap.ts";
import { severityInText } from "./stated-severity.ts";

/** The gaps that markers state in a passage: one per table row, else one per line with a marker. */
export function markedGaps(passage: SourcePassage): StatedGap[] {
  if (passage.kind === "heading" && passage.body.trim() !== "" && isTaskTitle(passage.text)) return [];
  const isProgress = ({ text }: Marker) =>
    passage.cells.some((cell) => isProgressColumn(cell.column) && cell.text.includes(text));
  const markers = findMarkers(passage.text).filter((marker) => !isProgress(marker));
  if (passage.kind === "row") return markers.slice(0, 1).map((marker) => rowMarker(passage, marker));
  const lineAt = lineCounter(passage.text);
  const sentenceOf = sentencesOf(passage.text);
  const stated: StatedGap[] = [];
  let lastLine = -1;
  for (const marker of markers) {
    const line = lineAt(marker.start);
    if (line === lastLine) continue;
    lastLine = line;
    const statement = textMarker(passage, marker, sentenceOf(marker), lineAt);
    if (statement.line !== stated.at(-1)?.line) stated.push(statement);
  }
  return stated;
}

function textMarker(
  passage: SourcePassage,
  marker: Marker,
  { start, end }: Pick<Marker, "start" | "end">,
  lineAt: (offset: number) => number,
): StatedGap {
  const sentence = passage.text.slice(start, end);
  return {
    ...markerCommon(passage, marker, lineTitle(sentence)),
    text: sentence.trim(),
    line: passage.line + lineAt(start),
    endLine: passage.line + lineAt(start + sentence.trimEnd().length),
  };
}

function rowMarker(passage: SourcePassage, marker: Marker): StatedGap {
  const [first] = passage.cells;
  const cell = passage.cells.find((candidate) => candidate.text.includes(marker.text)) ?? first;
  const row = cell === first ? "" : plainText(first?.text ?? "");
  const names = [row, cell?.column ?? ""].filter((name) => name !== "");
  const title = names.length === 0 ? (cell?.text ?? "") : `${names.join(", ")}: ${cell?.text ?? ""}`;
  const text = passage.cells.map(({ column, text }) => (column === "" ? text : `${column}: ${text}`)).join("\n");
  const { line, endLine } = passage;
  return { ...markerCommon(passage, marker, lineTitle(title)), text, line, endLine, isCell: true };
}

function markerCommon(
  passage: SourcePassage,
  marker: Marker,
  title: string,
): Omit<StatedGap, "text" | "line" | "endLine"> {
  const label = itemLabel(passage.text)?.label;
  const severity = severityInText(passage.text.slice(marker.start));
  return {
    // A gap is traced by the name of the requirement that its marker is in (SPEC 12).
    ...(label === undefined ? {} : { label }),
    stated: marker.isQuestion ? "question" : "marker",
    title: /[\p{L}\d]/u.test(title.replace(lineTitle(marker.text), ""))
      ? title
      : `${passage.heading === "" ? "Beginning" : passage.heading}: ${plainText(marker.text)}`,
    ...(severity === undefined ? {} : { severity }),
    heading: passage.heading,
    dependsOn: [],
    done: /^\[[xX]\]\s/.test(passage.text),
  };
}
