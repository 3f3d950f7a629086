import { keywordsOf } from "../../documents/stated/keywords.ts";

/** How many stemmed words two texts share. */
export function sharedStems(a: string, b: string): number {
  const stems = keywordsOf(a);
  return [...keywordsOf(b)].filter((word) => stems.has(word)).length;
}

/** A name without markup, case, spaces and plural, so that `AwaitingApproval` equals "Awaiting approvals". */
export function normalName(name: string): string {
  const bare = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return bare.length > 4 && bare.endsWith("s") && !bare.endsWith("ss") && !bare.endsWith("us")
    ? bare.slice(0, -1)
    : bare;
}

/** The first words of a text, for a message. */
export function excerpt(text: string, most = 80): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

/** A link definition such as `[migration]: #migration` is not rendered. */
const LINK_DEFINITION = /^\s*\[[^\]\n]{1,200}\]:\s*<?[^\s>]*[/#.:][^\s>]*>?\s*(?:["'(][^\n]*)?$/;

/** The lines of a paragraph that are rendered. */
export function visibleText(paragraph: string): string {
  const lines = paragraph.split("\n").filter((line) => !LINK_DEFINITION.test(line));
  return lines.join("\n");
}

const OTHER_DOCUMENT =
  /\.(?:md|txt|pdf|docx?|ya?ml|json|html)\b|\b(?:rfc|iso|ieee|wcag|owasp|gdpr|hipaa|ecma|w3c|nist|pci|ietf|html5?|unicode|posix|standard|guide|manual|paper|book|law|act|licen[cs]e|constitution|regulation|directive|contract|policy|prd|adr|kep)\b|\b(?:spec|feature|epic|issue|ticket|jira|pr) ?#?\d|\b\d{3}-[a-z]+|\bspec [a-z\d-]+\b|\b(?:parent|master|main|other|previous|earlier|existing|original|upstream|external|companion|design|architecture) (?:spec\w*|doc\w*|prd|plan|design|requirements?|feature)\b|https?:|\]\((?!#)/i;

/** Whether a text names another document, to which its ids and sections belong. A link within the document does not. */
export function namesOtherDocument(text: string): boolean {
  return OTHER_DOCUMENT.test(text.replace(/\[[^[\]\n]{1,200}\]\(#[^)\s]{1,200}\)/g, ""));
}
