import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ASIDE, TEMPORARY } from "../../mediator/session-paths.ts";
import { refusal } from "../../ports/file-path.ts";
import type { FileData, FileKind } from "../../ports/files.ts";
import { fileError, unlessMissing } from "../files/file-errors.ts";
import { retryBusy } from "../files/place-file.ts";

/** What is not as we left it. */
export interface Difference {
  readonly path: string;
  readonly what: string;
}

interface Held {
  readonly kind: FileKind;
  readonly mode: number;
  /** Of a link, where it leads; empty for a folder, and for what cannot be read. */
  readonly content: Buffer;
}

const MOST_TRIES = 20;
/** Of a path as the name of a file aside: no system holds names without end. */
const LONGEST_NAME = 60;
const NOTHING = Buffer.alloc(0);
/** Traces of a person who looks at the folder, claims on the lock by other processes, answers that are not whole yet. */
const IGNORED = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^lock\.[^/]*\.json$|\/attempts\/[^/]+\.part$/;

/**
 * A folder as it was before a program ran, and as we changed it since. It is held against the disk afterwards: every
 * difference is somebody else's doing. Nothing of ours may be under way then.
 */
export class KeptFolder {
  readonly #root: string;
  readonly #free: ReadonlySet<string>;
  readonly #replaced: Set<string>;
  readonly #kept = new Map<string, Held>();

  /**
   * In the `free` folders others may write: only that they are folders is seen to. Files that are put back are told in
   * `replaced`: a stream into the one before leads nowhere.
   */
  constructor(root: string, free: ReadonlySet<string>, replaced: Set<string>) {
    this.#root = root;
    this.#free = free;
    this.#replaced = replaced;
    this.take("");
  }

  /** Takes the existing content for ours, also where there is none. */
  take(path: string): void {
    for (const known of this.#below(path)) this.#kept.delete(known);
    const keepTree = (below: string) => {
      if (this.#keep(below) === "folder") for (const child of this.#children(below)) keepTree(child);
    };
    for (const folder of foldersOf(path)) if (!this.#kept.has(folder)) this.#keep(folder);
    keepTree(path);
  }

  /** We wrote this there, whatever the file holds by now. */
  wrote(path: string, data: FileData): void {
    this.take(path);
    const { mode = 0o644 } = this.#kept.get(path) ?? {};
    if (!this.#isFree(path)) this.#kept.set(path, { kind: "file", mode, content: Buffer.from(data) });
  }

  appended(path: string, data: FileData): void {
    const held = this.#kept.get(path);
    if (held) this.#kept.set(path, { ...held, content: Buffer.concat([held.content, Buffer.from(data)]) });
  }

  contentOf(path: string): Buffer | undefined {
    const held = this.#kept.get(path);
    return held?.kind === "file" ? held.content : undefined;
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
      const now = this.#look(path);
      const what = this.#difference(path, now);
      if (what !== undefined) found.set(path, `${what}${this.#restore(path, now)}`);
      if (this.#kept.get(path)?.kind === "folder") for (const child of this.#children(path)) visit(child);
    };
    visit("");
    const isTold = (path: string) => foldersOf(path).some((folder) => found.has(folder));
    for (const path of [...this.#kept.keys(), ...this.#free].sort()) if (!seen.has(path) && !isTold(path)) visit(path);
  }

  #difference(path: string, now: Held | undefined): string | undefined {
    const ours = this.#kept.get(path);
    if (this.#isFree(path)) {
      const isLed = this.#free.has(path) && now !== undefined && now.kind !== "folder";
      return isLed ? `was replaced by ${named(now.kind)}` : undefined;
    }
    if (now === undefined) return ours && "was deleted";
    if (ours === undefined && IGNORED.test(path)) return undefined;
    if (ours === undefined) return `was added${now.kind === "file" ? "" : `, ${named(now.kind)}`}`;
    if (now.kind !== ours.kind) return `was replaced by ${named(now.kind)}`;
    if (!isSame(now, ours)) return ours.kind === "link" ? "was led elsewhere" : "was changed";
    return now.mode === ours.mode ? undefined : "had its permissions changed";
  }

  /** Says where what stood there lies now, as a part of what is told. */
  #restore(path: string, now: Held | undefined): string {
    const ours = this.#kept.get(path);
    if (ours && now && isSame(now, ours)) {
      chmodSync(this.#place(path), ours.mode);
      return "";
    }
    const where = now ? this.#clear(path, now.kind) : "";
    for (const below of this.#below(path)) this.#putBack(below, this.#kept.get(below));
    return where;
  }

  #putBack(path: string, ours: Held | undefined): void {
    if (ours === undefined) return;
    const { kind, mode, content } = ours;
    const place = this.#place(path);
    if (kind === "link") symlinkSync(content.toString(), place);
    else if (kind === "folder") mkdirSync(place, { recursive: true });
    else {
      const temporary = join(this.#ownFolder(TEMPORARY), `${process.pid}-back.tmp`);
      // What was durable before somebody touched it is durable again.
      writeFileSync(temporary, content, { flush: true });
      retryBusy(process.platform, () => renameSync(temporary, place));
      this.#replaced.add(path);
    }
    if (kind !== "link") chmodSync(place, mode);
  }

  /**
   * Nothing is deleted: a listing may be a lie by the time it is used, and a person may have put there what they wanted to
   * keep. Of the folder itself and of those that this needs only what is no folder goes.
   */
  #clear(path: string, kind: FileKind): string {
    const place = this.#place(path);
    if (path === "" || path === TEMPORARY || path === ASIDE) {
      if (kind !== "folder") unlinkSync(place);
      return "";
    }
    if (kind === "folder") chmodSync(place, 0o700); // a folder that cannot be written cannot be moved
    const folder = this.#ownFolder(ASIDE);
    const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
    let free = name;
    for (let count = 2; this.#look(`${ASIDE}/${free}`) !== undefined; count += 1) free = `${count}_${name}`;
    retryBusy(process.platform, () => renameSync(place, join(folder, free)));
    return ` (moved to ${ASIDE}/${free})`;
  }

  #ownFolder(path: string): string {
    const held = this.#look(path);
    if (held) this.#clear(path, held.kind);
    const folder = join(this.#root, path);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Someone may swap a folder for a link at any time: what is behind it is not ours to touch. */
  #place(path: string): string {
    const place = join(this.#root, path);
    const folder = dirname(place);
    if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link on the way leads elsewhere");
    return place;
  }

  /** Tells what it is, unless it is none of ours. */
  #keep(path: string): FileKind | undefined {
    const held = this.#isFree(path) || IGNORED.test(path) ? undefined : this.#look(path);
    if (held === undefined || held.kind === "other") return undefined;
    this.#kept.set(path, held);
    return held.kind;
  }

  #look(path: string): Held | undefined {
    const place = join(this.#root, path);
    const status = unlessMissing(() => lstatSync(place));
    if (status === undefined) return undefined;
    const mode = status.mode & 0o7777;
    if (status.isFile()) return { kind: "file", mode, content: readable(() => readFileSync(place)) };
    if (status.isSymbolicLink())
      return { kind: "link", mode, content: readable(() => Buffer.from(readlinkSync(place))) };
    return { kind: status.isDirectory() ? "folder" : "other", mode, content: NOTHING };
  }

  /** The path and all below it that is kept, a folder before what is in it. */
  #below(path: string): string[] {
    const isBelow = (other: string) => path === "" || other === path || other.startsWith(`${path}/`);
    return [...this.#kept.keys()].filter(isBelow).sort();
  }

  #isFree(path: string): boolean {
    return [...foldersOf(path), path].some((folder) => this.#free.has(folder));
  }

  #children(path: string): string[] {
    return readdirSync(join(this.#root, path)).map((name) => (path === "" ? name : `${path}/${name}`));
  }
}

function isSame(a: Held, b: Held): boolean {
  return a.kind === b.kind && a.content.equals(b.content);
}

function readable(read: () => Buffer): Buffer {
  try {
    return read();
  } catch {
    return NOTHING;
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
