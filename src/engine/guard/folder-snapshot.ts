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
import { orUndefined } from "../../model/defined.ts";
import { refusal } from "../../ports/file-path.ts";
import type { FileData, FileKind } from "../../ports/files.ts";
import { fileError, unlessMissing } from "../files/file-errors.ts";
import { retryBusy } from "../files/place-file.ts";

export interface Difference {
  readonly path: string;
  readonly what: string;
  readonly aside?: string;
}

interface FileRecord {
  readonly kind: FileKind;
  /** Empty for what cannot be read. */
  readonly content: Buffer;
  /** The owner has no permission to write. */
  readonly isLocked: boolean;
}

const MOST_TRIES = 20;
/** The most characters of a path that are used as a file name in `aside/`: systems limit the length. */
const LONGEST_NAME = 60;
const NOTHING = Buffer.alloc(0);
const PERMISSIONS = "had its permissions changed";
/** Not compared: our own folders, files of desktop programs, claims on the lock, answers that are being streamed. */
const IGNORED =
  /^(?:\.tmp|aside)$|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^lock\.[^/]*\.json$|\/attempts\/[^/]+\.part$/;

/**
 * The content of a folder as it was before a program ran, updated by our own writes. Afterwards every difference from
 * the disk was made by somebody else. None of our own writes may be under way during a comparison.
 */
export class FolderSnapshot {
  readonly #root: string;
  readonly #free: ReadonlySet<string>;
  readonly #records: Map<string, FileRecord>;

  /** In `free` folders others may write. */
  constructor(root: string, free: ReadonlySet<string>) {
    this.#root = root;
    this.#free = free;
    this.#records = new Map(this.#walk(""));
  }

  /** Notes our write; the file may hold something else by now. */
  noteWrite(path: string, data: FileData): void {
    this.noteFolder(dirname(path));
    this.#note(path, { kind: "file", content: Buffer.from(data), isLocked: false });
  }

  noteAppend(path: string, data: FileData): void {
    this.noteWrite(path, Buffer.concat([this.contentOf(path) ?? NOTHING, Buffer.from(data)]));
  }

  noteFolder(path: string): void {
    if (path === "." || this.#records.has(path)) return;
    this.noteFolder(dirname(path));
    this.#note(path, { kind: "folder", content: NOTHING, isLocked: false });
  }

  noteRemoval(path: string): void {
    for (const [below] of this.#below(path)) this.#records.delete(below);
  }

  contentOf(path: string): Buffer | undefined {
    const record = this.#records.get(path);
    return record?.kind === "file" ? record.content : undefined;
  }

  isIntact(path: string): boolean {
    return this.#difference(path, this.#readRecord(path)) === undefined;
  }

  /** Undoes what others changed, and returns it. What they put there is moved to `aside/`. */
  restore(): Difference[] {
    const found = new Map<string, Difference>();
    for (let tries = 1; ; tries += 1) {
      try {
        this.#restoreInto(found);
        return [...found.values()];
      } catch (error) {
        // Others may be changing files at this moment: what fails because of them is repeated.
        if (tries === MOST_TRIES) throw fileError("Putting back", this.#root, error);
      }
    }
  }

  #restoreInto(found: Map<string, Difference>): void {
    this.#ensureOwnFolders();
    const now = new Map(this.#walk(""));
    const done: string[] = [];
    for (const path of [...new Set([...this.#records.keys(), ...now.keys()])].sort()) {
      const there = now.get(path);
      const what = done.some((folder) => isBelow(path, folder)) ? undefined : this.#difference(path, there);
      if (what === undefined) continue;
      if (what === PERMISSIONS) {
        chmodSync(this.#place(path), there?.kind === "folder" ? 0o755 : 0o644);
        found.set(path, { path, what });
        continue;
      }
      done.push(path);
      const aside = there && this.#moveAside(path, there.kind);
      found.set(path, aside === undefined ? { path, what } : { path, what: `${what} (moved to ${aside})`, aside });
      for (const [below, record] of this.#below(path)) this.#putBack(below, record);
    }
  }

  #difference(path: string, now: FileRecord | undefined): string | undefined {
    const ours = this.#records.get(path);
    if (now === undefined) return ours && "was deleted";
    if (ours === undefined) return `was added${now.kind === "file" ? "" : `, ${describe(now.kind)}`}`;
    if (now.kind !== ours.kind) return `was replaced by ${describe(now.kind)}`;
    if (now.content.equals(ours.content)) return now.isLocked && !ours.isLocked ? PERMISSIONS : undefined;
    return ours.kind === "link" ? "now points elsewhere" : "was changed";
  }

  #ensureOwnFolders(): void {
    for (const path of ["", TEMPORARY, ASIDE]) {
      const there = this.#readRecord(path);
      if (there && there.kind !== "folder") unlinkSync(join(this.#root, path));
      else if (there?.isLocked) chmodSync(join(this.#root, path), 0o755);
      mkdirSync(join(this.#root, path), { recursive: true });
    }
  }

  #putBack(path: string, { kind, content }: FileRecord): void {
    const place = this.#place(path);
    if (kind === "link") symlinkSync(content.toString(), place);
    if (kind === "folder") mkdirSync(place, { recursive: true });
    if (kind !== "file") return;
    const temporary = join(this.#root, TEMPORARY, `${process.pid}-back.tmp`);
    // Synced, because it was durable before somebody changed it.
    writeFileSync(temporary, content, { flush: true });
    retryBusy(() => renameSync(temporary, place));
  }

  #moveAside(path: string, kind: FileKind): string {
    if (kind === "folder") chmodSync(this.#place(path), 0o700); // without write permission it cannot be moved
    const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
    let free = name;
    for (let count = 2; this.#readRecord(`${ASIDE}/${free}`) !== undefined; count += 1) free = `${count}_${name}`;
    retryBusy(() => renameSync(this.#place(path), join(this.#root, ASIDE, free)));
    return `${ASIDE}/${free}`;
  }

  /** Throws if a link leads elsewhere: what is behind it must not be touched. */
  #place(path: string): string {
    const place = join(this.#root, path);
    if (realpathSync(dirname(place)) !== dirname(place)) throw refusal(path, "a link in the path leads elsewhere");
    return place;
  }

  #note(path: string, record: FileRecord): void {
    const isFree = [...this.#free].some((folder) => isBelow(path, folder));
    if (!isFree && !IGNORED.test(path)) this.#records.set(path, record);
  }

  /** Everything below a folder, except what others may change: a free folder, but not what replaces it. */
  *#walk(folder: string): Generator<[string, FileRecord]> {
    for (const name of readdirSync(join(this.#root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const record = IGNORED.test(path) ? undefined : this.#readRecord(path);
      if (record === undefined || (record.kind === "folder" && this.#free.has(path))) continue;
      yield [path, record];
      if (record.kind !== "folder") continue;
      if (record.isLocked) chmodSync(join(this.#root, path), 0o700);
      yield* this.#walk(path);
    }
  }

  #readRecord(path: string): FileRecord | undefined {
    const place = join(this.#root, path);
    const status = unlessMissing(() => lstatSync(place));
    if (status === undefined) return undefined;
    const isLocked = (status.mode & 0o200) === 0;
    const record = (kind: FileKind, read: () => Buffer = () => NOTHING) => {
      return { kind, isLocked, content: orUndefined(read) ?? NOTHING };
    };
    if (status.isFile()) return record("file", () => readFileSync(place));
    if (status.isSymbolicLink()) return record("link", () => Buffer.from(readlinkSync(place)));
    return record(status.isDirectory() ? "folder" : "other");
  }

  /** What is recorded at a path and below it, folders before their content. */
  #below(path: string): [string, FileRecord][] {
    return [...this.#records].filter(([other]) => isBelow(other, path)).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function describe(kind: FileKind): string {
  return kind === "other" ? "something that is not a file" : `a ${kind}`;
}
