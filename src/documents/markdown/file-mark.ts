/** The line before each file of a joined source: `<!-- file: design.md -->` (SPEC 12). */
const MARK = /^<!-- file: ([^<>\r\n]{1,400}?)(?: -->)?[ \t]*$/;

export function fileMark(path: string): string {
  return `<!-- file: ${path} -->`;
}

/** The file that a mark names; `undefined` for any other line. */
export function markedFile(line: string): string | undefined {
  return MARK.exec(line)?.[1];
}
