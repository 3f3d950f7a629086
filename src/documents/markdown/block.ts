/** The block structure of a markdown text. Lines are 1-based and inclusive, and an end line is never blank. */
export type Block = Heading | Paragraph | List | Table | Fence | IndentedCode | Quote | Html | Rule;

/** A stretch of whole lines. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

export interface Heading extends Lines {
  readonly type: "heading";
  readonly level: number;
  /** Inline markdown, as written, without the markers. */
  readonly text: string;
}

interface Paragraph extends Lines {
  readonly type: "paragraph";
  /** Inline markdown; its n-th line stands on line `line + n` of the document. */
  readonly text: string;
}

export interface List extends Lines {
  readonly type: "list";
  readonly ordered: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem extends Lines {
  /** `-`, `*`, `+`, or `3.` for an ordered item. */
  readonly marker: string;
  readonly blocks: readonly Block[];
}

export interface Table extends Lines {
  readonly type: "table";
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  /** Inline markdown of each cell, trimmed. */
  readonly cells: readonly string[];
}

export interface Fence extends Lines {
  readonly type: "fence";
  /** The first word of the info string, in lower case. */
  readonly lang: string;
  readonly text: string;
  readonly closed: boolean;
}

interface IndentedCode extends Lines {
  readonly type: "code";
  readonly text: string;
}

export interface Quote extends Lines {
  readonly type: "quote";
  readonly blocks: readonly Block[];
}

interface Html extends Lines {
  readonly type: "html";
  readonly text: string;
  /** Nothing but a comment. */
  readonly comment: boolean;
}

export interface Rule extends Lines {
  readonly type: "rule";
}
