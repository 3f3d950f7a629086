import type { Finding, Span } from "../../checks/finding.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/join-files.ts";
import type { SpecInput } from "./check-input.ts";

export function joinedText(specs: readonly SpecInput[]): string {
  return joinFiles(specs.map(({ file, text }) => ({ path: file, text })));
}

/** Returns the findings of one file from those in the joined text, with the line numbers of the file. */
export function byFile(joined: string): (path: string, findings: readonly Finding[]) => Finding[] {
  const inFile = placesInFiles(joined);
  const fileAt = ({ line, endLine }: Span) => inFile({ heading: "", line, endLine }).file ?? { path: "", line };
  const moved = <Place extends Span>(place: Place): Place => {
    const { line } = fileAt(place);
    return { ...place, line, endLine: line + place.endLine - place.line };
  };
  return (path, findings) =>
    findings
      .filter((finding) => fileAt(finding).path === path)
      .map((finding) => {
        const isHere = (place: Span) => fileAt(place).path === path;
        const elsewhere = finding.related.filter((place) => !isHere(place)).map(fileAt);
        const also = elsewhere.map((place) => `${place.path}:${place.line}`).join(", ");
        const message = also === "" ? finding.message : `${finding.message} See also ${also}.`;
        return { ...moved(finding), message, related: finding.related.filter(isHere).map(moved) };
      });
}
