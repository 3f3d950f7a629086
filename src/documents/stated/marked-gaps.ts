import { plainText } from "../markdown/inline.ts";
import { itemLabel } from "./item-label.ts";
import { decisionsIn, findMarkers, isInCell, isNoGap, isTaskTitle, type Marker } from "./marker.ts";
import type { SourcePassage } from "./source-passage.ts";
import { lineTitle, type StatedGap } from "./stated-gap.ts";
import { severityInText } from "./stated-severity.ts";

/** The gaps that markers state in a passage: one per table row, else one per decision. */
export function markedGaps(passage: SourcePassage): StatedGap[] {
  if (passage.kind === "heading" && passage.body.trim() !== "" && isTaskTitle(passage.text)) return [];
  const isGap = (marker: Marker) =>
    !passage.cells.some(
      ({ column, text }, at) => isInCell(marker, text) && isNoGap(marker, at === 0 ? undefined : column),
    );
  const markers = findMarkers(passage.text).filter(isGap);
  if (passage.kind === "row") return markers.slice(0, 1).map((marker) => rowMarker(passage, marker));
  return decisionsIn(passage.text, markers).flatMap(([first]) => {
    if (first === undefined) return [];
    const { marker, sentence, line, endLine } = first;
    const common = markerCommon(passage, marker, lineTitle(sentence));
    return { ...common, text: sentence.trim(), line: passage.line + line, endLine: passage.line + endLine };
  });
}

function rowMarker(passage: SourcePassage, marker: Marker): StatedGap {
  const [first] = passage.cells;
  const cell = passage.cells.find(({ text }) => isInCell(marker, text)) ?? first;
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
