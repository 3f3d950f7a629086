import type { Fence, Table } from "../../documents/markdown/block.ts";
import type { MarkdownSection } from "../../documents/markdown/markdown.ts";

/**
 * What a section is for. Nothing is looked for in a template's guidance, a checklist, a table of contents, a log, or
 * what is left for later (SPEC 16.2).
 */
export type SectionRole =
  | "text"
  | "open"
  | "edge"
  | "glossary"
  | "example"
  | "contents"
  | "guidance"
  | "checklist"
  | "log"
  | "later";

export interface Section {
  readonly node: MarkdownSection;
  readonly parent: Section | undefined;
  /** The heading without its number and markup; empty for what stands before the first heading. */
  readonly title: string;
  /** `3.1`, from a heading that begins with it. */
  readonly number: string | undefined;
  readonly role: SectionRole;
  /** Nothing in it is the author's claim about the system. */
  readonly isSilent: boolean;
  /** The file of a source that is made of several: ids and numbers of two files do not meet. */
  readonly file: string;
  /** What stands directly in the section, not in those below it; its heading first. */
  readonly units: readonly Unit[];
  readonly tables: readonly Table[];
  readonly fences: readonly Fence[];
  /** The sections directly below. */
  readonly sections: readonly Section[];
}

export type UnitKind = "heading" | "paragraph" | "item" | "cell" | "quote";

/** A stretch of prose that stands by itself: a heading, a paragraph, the text of a list item, a cell of a table. */
export interface Unit {
  readonly kind: UnitKind;
  readonly line: number;
  readonly endLine: number;
  /** The words of its first line stand there not before this: two cells of a row may say the same. */
  readonly from: number;
  /** Inline markdown as written. */
  readonly text: string;
  /** The same length as the text, with code spans and comments blotted out. */
  readonly plain: string;
  readonly section: Section;
  /** The number, or the bullet, of a list item. */
  readonly marker: string | undefined;
  /** How deep in lists it stands; 0 outside of any. */
  readonly depth: number;
  /** `- [ ]` or `- [x]`. */
  readonly isTask: boolean;
  /** The title above a cell that stands behind the first of its row. */
  readonly column: string | undefined;
  /** Lists, paragraphs and code of the same list item. */
  readonly hasMore: boolean;
  readonly lines: readonly string[];
}
