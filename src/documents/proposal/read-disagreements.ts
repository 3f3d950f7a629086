import type { GapId, IssueId } from "../../model/ids.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { type FieldName, fieldOfLine } from "../outline/fields.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import type { ReadDisagreement } from "../values.ts";
import { readHead } from "../words/head.ts";
import { issueIdsIn } from "../words/ids-in-text.ts";

const MOST_LINES = 2000;

/** The nodes that are DISAGREE blocks, the older form included: a response with the position DISAGREE (SPEC 8). */
export function disagreementNodes(markdown: Markdown, root: OutlineNode): Set<OutlineNode> {
  const nodes = new Set<OutlineNode>();
  for (const node of descendants(root)) {
    const folded = node.heading?.folded ?? "";
    const named = /^disagreements?$/u.test(folded) ? node.children.filter(namesIssue) : [];
    if (named.length > 0) for (const child of named) nodes.add(child);
    else if (/^disagree(?:ment|s)?\b(?:\s*(?:with|on|:|-|–|—|$)|\s+(?:issue|[a-z]{1,10}-?\d))/u.test(folded))
      nodes.add(node);
    else if (/^(?:response|reply|answer)\s+to\b/u.test(folded) && rejects(markdown, node)) nodes.add(node);
  }
  return nodes;
}

/** `### ISSUE-R1-002: the lease`, below `## Disagreements`. */
function namesIssue({ heading }: OutlineNode): boolean {
  return heading?.head.issue !== undefined || (heading?.head.label !== undefined && !heading.head.ordinal);
}

function rejects(markdown: Markdown, node: OutlineNode): boolean {
  const lines = markdown.lines.slice(node.heading?.endLine ?? node.line, Math.min(node.endLine, node.line + 40));
  return lines.some((line) => {
    const field = fieldOfLine(line);
    return (field?.name === "position" || field?.name === "status") && /^\W*disagree\b/iu.test(field.value);
  });
}

export function readDisagreements(
  markdown: Markdown,
  nodes: ReadonlySet<OutlineNode>,
  gapAt: (line: number) => GapId | undefined,
): ReadDisagreement[] {
  return [...nodes].map((node) => {
    const text = node.heading?.text ?? "";
    const lines = markdown.lines.slice(node.heading?.endLine ?? node.line, node.endLine);
    const own = issueIdsIn(withoutCode(text))[0]?.id;
    const label = own === undefined ? labelOf(text) : undefined;
    const issue = own ?? (label === undefined ? issueInLead(lines) : undefined);
    const named = longFields(lines);
    const fields = named.size === 0 ? proseParts(lines) : named;
    const gap = gapAt(node.line);
    const concern = unquoted(fields.get("concern"));
    return {
      line: node.line,
      endLine: node.endLine,
      ...(issue === undefined ? {} : { issue }),
      ...(label === undefined ? {} : { label }),
      ...(concern === undefined ? {} : { concern }),
      ...part("position", fields),
      ...part("rationale", fields),
      ...part("alternative", fields),
      ...part("request", fields),
      ...(gap === undefined ? {} : { gap }),
    };
  });
}

/** `DISAGREE with ISSUE-R1-002`, or `Issue: ISSUE-R1-002`, as the first words below a heading that names none. */
function issueInLead(lines: readonly string[]): IssueId | undefined {
  const first = lines.slice(0, 5).find((line) => line.trim() !== "") ?? "";
  return /^[\W\d]*(?:disagree|issue|re\b|regarding|concerning|with|on)/iu.test(first)
    ? issueIdsIn(withoutCode(first.slice(0, 200)))[0]?.id
    : undefined;
}

function labelOf(heading: string): string | undefined {
  const rest = heading.replace(
    /^\W*(?:disagree(?:ment|s)?(?:\s+(?:with|on))?|(?:response|reply|answer)\s+to)[\s:–—-]*(?:issue\s+(?=\S*\d))?/iu,
    "",
  );
  const label = readHead(`${rest.split(/[\s:,(]/u, 1)[0] ?? ""}:`).label;
  // An issue without a name goes by its title.
  const title = plainText(rest.slice(0, 200)).replace(/^["“”]|["“”.]$/gu, "");
  return label ?? (/\p{L}{2,}\s+\S/u.test(title) ? title : undefined);
}

function part(name: "position" | "rationale" | "alternative" | "request", fields: ReadonlyMap<FieldName, string>) {
  const value = fields.get(name);
  return value === undefined || value === "" ? {} : { [name]: value };
}

/** Each field with all its lines, down to the next one. */
function longFields(lines: readonly string[]): Map<FieldName, string> {
  const fields = new Map<FieldName, string>();
  let name: FieldName | undefined;
  let value: string[] = [];
  const store = () => {
    const text = value.join("\n").trim();
    if (name !== undefined && text !== "" && !fields.has(name)) fields.set(name, text);
  };
  for (const line of lines.slice(0, MOST_LINES)) {
    const heading = /^#{2,6}\s+(.*)$/.exec(line);
    const field = fieldOfLine(
      heading === null
        ? line
        : `**${(heading[1] ?? "").replace(/:.*$/, "")}:** ${/:\s*(.*)$/.exec(heading[1] ?? "")?.[1] ?? ""}`,
    );
    if (field === undefined || field.name === "other") {
      value.push(line);
      continue;
    }
    store();
    name = field.name;
    value = [field.value];
  }
  store();
  return fields;
}

/** Without any field: the quoted lines, or the first words in quotation marks, are the concern, the rest is the reason. */
function proseParts(lines: readonly string[]): Map<FieldName, string> {
  const body = lines.slice(0, MOST_LINES).filter((line) => !/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line.slice(0, 200)));
  const quoted = body.filter((line) => /^\s{0,3}>/.test(line)).join("\n");
  const rest = body
    .filter((line) => !/^\s{0,3}>/.test(line))
    .join("\n")
    .trim();
  const concern = quoted === "" ? /["“]([^"“”\n]{12,600})["”]/u.exec(rest.slice(0, 4000))?.[1] : quoted;
  const parts = new Map<FieldName, string>();
  if (concern !== undefined) parts.set("concern", concern);
  if (concern !== undefined && /(?:\p{L}+[^\p{L}]+){4}/u.test(rest.slice(0, 400))) parts.set("rationale", rest);
  return parts;
}

function unquoted(text: string | undefined): string | undefined {
  const words = text
    ?.split("\n")
    .map((line) => line.replace(/^\s*>\s?/, ""))
    .join("\n")
    .trim()
    .replace(/^["“](.*)["”]$/su, "$1");
  return words === "" ? undefined : words;
}
