/** The name of a file that belongs to another: `journal.jsonl` and `torn-1` give `journal.torn-1.jsonl`. */
export function beside(path: string, mark: string): string {
  const dot = path.lastIndexOf(".");
  return `${path.slice(0, dot)}.${mark}${path.slice(dot)}`;
}
