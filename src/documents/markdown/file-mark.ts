/** The line that begins a file in a source that is made of several: `<!-- file: design.md -->` (SPEC 12). */
const MARK = /^<!-- file: ([^<>\r\n]{1,400}?)(?: -->)?[ \t]*$/;

export function fileMark(path: string): string {
  return `<!-- file: ${path} -->`;
}

/** The file that a line begins; `undefined` for any other line. */
export function markedFile(line: string): string | undefined {
  return MARK.exec(line)?.[1];
}
