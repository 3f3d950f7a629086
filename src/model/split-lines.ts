import { rememberFor } from "./remember-for.ts";

/** The lines of a text, whatever ends them. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/** Those of a file that many gaps ask for. */
export const fileLines: (file: { readonly text: string }) => readonly string[] = rememberFor(
  ({ text }: { readonly text: string }) => splitLines(text),
);
