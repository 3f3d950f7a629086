import type { Fence, Table } from "../../documents/markdown/block.ts";
import type { MarkdownSection } from "../../documents/markdown/markdown.ts";

/** The role of a section; guidance, checklists, tables of contents, logs and later work are not checked (SPEC 16.2). */
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
  /** The heading without its number and markup; empty before the first heading. */
  readonly title: string;
  /** The number that the heading begins with: `3.1`. */
  readonly number: string | undefined;
  readonly role: SectionRole;
  /** It makes no claims about the system. */
  readonly isSilent: boolean;
  /** The file, in a joined source: ids and numbers of different files are unrelated. */
  readonly file: string;
  /** The units directly in the section, its heading first; not those of subsections. */
  readonly units: readonly Unit[];
  readonly tables: readonly Table[];
  readonly fences: readonly Fence[];
  /** The direct subsections. */
  readonly sections: readonly Section[];
}

export type UnitKind = "heading" | "paragraph" | "item" | "cell" | "quote";

/** A piece of prose: a heading, a paragraph, the text of a list item, a table cell. */
export interface Unit {
  readonly kind: UnitKind;
  readonly line: number;
  readonly endLine: number;
  /** Where to look for the text in its first line: two cells of a row may have the same text. */
  readonly from: number;
  /** Inline markdown as written. */
  readonly text: string;
  /** The text with code spans and comments blanked, of the same length. */
  readonly plain: string;
  readonly section: Section;
  /** The number or bullet of a list item. */
  readonly marker: string | undefined;
  /** The nesting depth in lists; 0 outside of lists. */
  readonly depth: number;
  /** `- [ ]` or `- [x]`. */
  readonly isTask: boolean;
  /** The column header of a cell; absent for the first cell of a row. */
  readonly column: string | undefined;
  /** Whether its list item has further blocks. */
  readonly hasMore: boolean;
  readonly lines: readonly string[];
}
