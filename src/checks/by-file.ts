import { linesInFiles } from "../documents/layouts/join-files.ts";
import type { Finding, Span } from "./finding.ts";

/** The findings of one file from those in a joined source, with the line numbers of the file. */
export function byFile(joined: string): (path: string, findings: readonly Finding[]) => Finding[] {
  const inFile = linesInFiles(joined);
  // A source of one file has no marks, and its path is not known here.
  const fileAt = ({ line }: Span) => inFile(line) ?? { path: undefined, line };
  const moved = <Place extends Span>(place: Place): Place => {
    const { line } = fileAt(place);
    return { ...place, line, endLine: line + place.endLine - place.line };
  };
  return (path, findings) => {
    const isHere = (place: Span) => (fileAt(place).path ?? path) === path;
    return findings.filter(isHere).map((finding) => {
      const elsewhere = finding.related.filter((place) => !isHere(place)).map(fileAt);
      const also = elsewhere.map((place) => `${place.path}:${place.line}`).join(", ");
      const message = also === "" ? finding.message : `${finding.message} See also ${also}.`;
      return { ...moved(finding), message, related: finding.related.filter(isHere).map(moved) };
    });
  };
}
