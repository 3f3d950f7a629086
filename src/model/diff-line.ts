/** A line of a diff, as it is shown before an answer is taken. */
export interface DiffLine {
  readonly sign: "-" | "+" | " ";
  readonly text: string;
}
