import { check } from "../../src/checks/check.ts";
import type { Finding } from "../../src/checks/finding.ts";

/** What one rule, or all of one finding type, find in a text. */
export function found(rule: string, text: string): Finding[] {
  return check(text, { rules: { all: false, [rule]: true } });
}

/** Each finding as its line and the words that it marks. */
export function marked(rule: string, text: string): string[] {
  const lines = text.split("\n");
  return found(rule, text).map(({ line, column, endLine, endColumn }) => {
    const end = endLine === line ? endColumn - 1 : undefined;
    return `${line}: ${(lines[line - 1] ?? "").slice(column - 1, end)}`;
  });
}
