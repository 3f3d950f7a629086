import { rememberFor } from "./remember-for.ts";

/** The lines of a text, with any kind of line ending. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/** The lines of a file, cached because many gaps ask for them. */
export const fileLines: (file: { readonly text: string }) => readonly string[] = rememberFor(
  ({ text }: { readonly text: string }) => splitLines(text),
);
