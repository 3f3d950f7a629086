/**
 * The block structure of a markdown text, with the lines each block stands on. Lines are 1-based and inclusive, and
 * an end line is never blank.
 */
export type Block = Heading | Paragraph | List | Table | Fence | IndentedCode | Quote | Html | Rule;

interface Placed {
  readonly line: number;
  readonly endLine: number;
}

export interface Heading extends Placed {
  readonly type: "heading";
  readonly level: number;
  /** Inline markdown, as written, without the markers. */
  readonly text: string;
}

export interface Paragraph extends Placed {
  readonly type: "paragraph";
  /** Inline markdown; its n-th line stands on line `line + n` of the document. */
  readonly text: string;
}

export interface List extends Placed {
  readonly type: "list";
  readonly ordered: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem extends Placed {
  /** `-`, `*`, `+`, or `3.` for an ordered item. */
  readonly marker: string;
  readonly blocks: readonly Block[];
}

export interface Table extends Placed {
  readonly type: "table";
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  /** Inline markdown of each cell, trimmed. */
  readonly cells: readonly string[];
}

export interface Fence extends Placed {
  readonly type: "fence";
  /** The first word of the info string, in lower case. */
  readonly lang: string;
  readonly text: string;
  readonly closed: boolean;
}

export interface IndentedCode extends Placed {
  readonly type: "code";
  readonly text: string;
}

export interface Quote extends Placed {
  readonly type: "quote";
  readonly blocks: readonly Block[];
}

export interface Html extends Placed {
  readonly type: "html";
  readonly text: string;
  /** Nothing but a comment. */
  readonly comment: boolean;
}

export interface Rule extends Placed {
  readonly type: "rule";
}
