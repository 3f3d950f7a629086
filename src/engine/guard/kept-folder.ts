import { chmodSync, readdirSync } from "node:fs";
import type { FileData, FileKind } from "../../ports/files.ts";
import { fileError } from "../files/file-errors.ts";
import { contentAt, type Look, lookAt } from "./look.ts";
import { clear, placeOf, putBack } from "./put-back.ts";

/** What is not as we left it. */
export interface Difference {
  readonly path: string;
  readonly what: string;
}

/** What a path holds by our doing. */
interface Kept {
  readonly kind: FileKind;
  readonly mode: number;
  /** Pieces, since the journal grows; where a link leads. */
  readonly pieces: readonly Buffer[];
  /** How it looked when its content was last known to be this. */
  readonly stamp: string | undefined;
}

const MOST_TRIES = 20;
/** Traces of a person who looks at the folder, claims on the lock by other processes, answers that are not whole yet. */
const IGNORED = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^lock\.[^/]*\.json$|\/attempts\/[^/]+\.part$/;

/**
 * A folder as it was before a program ran, and as we changed it since. It is held against the disk afterwards: every
 * difference is somebody else's doing. Nothing of ours may be under way then.
 */
export class KeptFolder {
  /** Files that were put back: a stream into the one before leads nowhere. */
  readonly replaced = new Set<string>();
  readonly #root: string;
  readonly #free: ReadonlySet<string>;
  readonly #kept = new Map<string, Kept>();

  /** In the `free` folders others may write: only that they are folders is seen to. */
  constructor(root: string, free: ReadonlySet<string>) {
    this.#root = root;
    this.#free = free;
  }

  /** Takes what stands there for ours, also that nothing does; what looks as it did is not read again. */
  take(path = ""): void {
    const before = this.#forget(path);
    for (const folder of foldersOf(path)) if (!this.#kept.has(folder)) this.#keep(folder, before);
    const keepTree = (below: string) => {
      if (this.#keep(below, before) === "folder") for (const child of this.#children(below)) keepTree(child);
    };
    keepTree(path);
  }

  /** We wrote this there, whatever stands there by now. */
  wrote(path: string, data: FileData): void {
    this.take(path);
    if (!this.#isFree(path)) this.#keepFile(path, [Buffer.from(data)]);
  }

  appended(path: string, data: FileData): void {
    const pieces = this.#kept.get(path)?.pieces;
    if (pieces) this.#keepFile(path, [...pieces, Buffer.from(data)]);
  }

  contentOf(path: string): Buffer | undefined {
    const kept = this.#kept.get(path);
    return kept?.kind === "file" ? Buffer.concat(kept.pieces) : undefined;
  }

  isRight(path: string): boolean {
    return this.#difference(path, this.#look(path)) === undefined;
  }

  /** Tells what others changed; it is as before afterwards, and what they put there lies in `aside/`. */
  putRight(): Difference[] {
    const found = new Map<string, string>();
    for (let tries = 1; ; tries += 1) {
      try {
        this.#compare(found);
        return [...found].map(([path, what]) => ({ path: path === "" ? "." : path, what }));
      } catch (error) {
        // Others may be at work in the very moment: what fails because of them is begun again.
        if (tries === MOST_TRIES) throw fileError("Putting back", this.#root, error);
      }
    }
  }

  #compare(found: Map<string, string>): void {
    const seen = new Set<string>();
    const visit = (path: string) => {
      seen.add(path);
      const look = this.#look(path);
      const what = this.#difference(path, look);
      if (what !== undefined) found.set(path, `${what}${this.#restore(path, look)}`);
      if (this.#kept.get(path)?.kind === "folder") for (const child of this.#children(path)) visit(child);
    };
    visit("");
    const isTold = (path: string) => foldersOf(path).some((folder) => found.has(folder));
    for (const path of [...this.#kept.keys(), ...this.#free].sort()) if (!seen.has(path) && !isTold(path)) visit(path);
  }

  #difference(path: string, look: Look | undefined): string | undefined {
    const kept = this.#kept.get(path);
    if (this.#isFree(path)) {
      const isLed = this.#free.has(path) && look !== undefined && look.kind !== "folder";
      return isLed ? `was replaced by ${named(look.kind)}` : undefined;
    }
    if (look === undefined) return kept && "was deleted";
    if (kept === undefined && IGNORED.test(path)) return undefined;
    if (kept === undefined) return `was added${look.kind === "file" ? "" : `, ${named(look.kind)}`}`;
    if (look.kind !== kept.kind) return `was replaced by ${named(look.kind)}`;
    if (!this.#holds(path, kept, look)) return kept.kind === "link" ? "was led elsewhere" : "was changed";
    return kept.mode === look.mode ? undefined : "had its permissions changed";
  }

  #holds(path: string, kept: Kept, { stamp }: Look): boolean {
    if (kept.kind === "folder" || (stamp !== undefined && stamp === kept.stamp)) return true;
    const isSame = contentAt(this.#absolute(path), kept.kind)?.equals(Buffer.concat(kept.pieces)) ?? false;
    if (isSame) this.#kept.set(path, { ...kept, stamp });
    return isSame;
  }

  #restore(path: string, look: Look | undefined): string {
    const kept = this.#kept.get(path);
    if (kept?.kind === "folder" && look?.kind === "folder") {
      chmodSync(this.#absolute(path), kept.mode);
      return "";
    }
    const where = look ? clear(this.#root, path, look) : "";
    for (const [below, { kind, pieces, mode }] of this.#below(path)) {
      putBack(this.#root, below, { kind, content: Buffer.concat(pieces), mode });
      if (kind === "file") this.replaced.add(below);
    }
    return where;
  }

  /** Tells what it is, unless it is none of ours. */
  #keep(path: string, before: ReadonlyMap<string, Kept>): FileKind | undefined {
    const look = this.#look(path);
    if (look === undefined || look.kind === "other" || IGNORED.test(path) || this.#isFree(path)) return undefined;
    const known = before.get(path);
    const isKnown = known?.kind === look.kind && known.stamp === look.stamp && look.stamp !== undefined;
    const content = isKnown || look.kind === "folder" ? undefined : contentAt(this.#absolute(path), look.kind);
    this.#kept.set(path, isKnown ? known : { ...look, pieces: content ? [content] : [] });
    return look.kind;
  }

  #keepFile(path: string, pieces: readonly Buffer[]): void {
    const mode = this.#kept.get(path)?.mode ?? 0o644;
    this.#kept.set(path, { kind: "file", mode, pieces, stamp: undefined });
  }

  #forget(path: string): ReadonlyMap<string, Kept> {
    const before = new Map(this.#below(path));
    for (const known of before.keys()) this.#kept.delete(known);
    return before;
  }

  /** The path and all below it, a folder before what is in it. */
  #below(path: string): (readonly [path: string, kept: Kept])[] {
    const found = [...this.#kept].filter(([other]) => path === "" || other === path || other.startsWith(`${path}/`));
    return found.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #isFree(path: string): boolean {
    return this.#free.has(path) || foldersOf(path).some((folder) => this.#free.has(folder));
  }

  #children(path: string): string[] {
    return readdirSync(this.#absolute(path)).map((name) => (path === "" ? name : `${path}/${name}`));
  }

  #absolute(path: string): string {
    return placeOf(this.#root, path);
  }

  #look(path: string): Look | undefined {
    return lookAt(this.#absolute(path));
  }
}

/** The folders that a path stands in, outermost first, beginning with the root. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return path === "" ? [] : ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
}

function named(kind: FileKind): string {
  return kind === "other" ? "something that is no file" : `a ${kind}`;
}
