import type { Question } from "./question.ts";

/** What is asked, without the place and the section, which are told beside it. */
export function questionWords({ text, evidence: [first] }: Pick<Question, "text" | "evidence">): {
  readonly section: string;
  readonly text: string;
} {
  const where = first?.where;
  const rest = where !== undefined && text.startsWith(`${where}, `) ? text.slice(where.length + 2) : text;
  const [lead = "", section = ""] = /^section "(.{1,90}?)": /.exec(rest) ?? [];
  const question = rest.slice(lead.length);
  return { section, text: question.charAt(0).toUpperCase() + question.slice(1) };
}
