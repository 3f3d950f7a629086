import type { FileData } from "../../ports/files.ts";

/** What a path holds by our own doing. */
export type Kept =
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "link"; readonly target: string; readonly stamp: string }
  | KeptFile;

export interface KeptFile {
  readonly kind: "file";
  readonly mode: number;
  readonly content: KeptContent;
  /** As it was seen after the last write of ours, or after its content was last compared. */
  readonly stamp: string;
  /** The stamp is old enough that a change since would show in it. */
  readonly settled: boolean;
}

/** The bytes of a file, which grow piece by piece as the journal does. */
export class KeptContent {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(data: FileData) {
    this.append(data);
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(data: FileData): void {
    const piece = typeof data === "string" ? Buffer.from(data) : Buffer.from(data);
    if (piece.length > 0) this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  equals(other: Buffer): boolean {
    if (other.length !== this.#bytes) return false;
    let at = 0;
    return this.#pieces.every((piece) => {
      const same = other.compare(piece, 0, piece.length, at, at + piece.length) === 0;
      at += piece.length;
      return same;
    });
  }

  whole(): Buffer {
    if (this.#pieces.length > 1) this.#pieces.splice(0, this.#pieces.length, Buffer.concat(this.#pieces));
    return this.#pieces[0] ?? Buffer.alloc(0);
  }
}

/** Whether a path is another one or stands below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The folders that a path stands in, outermost first, beginning with the root. */
export function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return path === "" ? [] : ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
}
