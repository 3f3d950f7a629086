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

/** A path that somebody else changed. */
export interface Difference {
  readonly path: string;
  readonly what: string;
  /** Where what they put there was moved. */
  readonly aside?: string;
}

interface FileRecord {
  readonly kind: FileKind;
  /** The target of a link; empty for a folder and for what cannot be read. */
  readonly content: Buffer;
  /** The owner has no permission to write. */
  readonly isLocked: boolean;
}

const MOST_TRIES = 20;
/** The most characters of a path that are used as a file name in `aside/`: systems limit the length. */
const LONGEST_NAME = 60;
const NOTHING = Buffer.alloc(0);
const FOLDER: FileRecord = { kind: "folder", content: NOTHING, isLocked: false };
/** Not compared: files of desktop programs, other processes' claims on the lock, answers that are being streamed. */
const IGNORED = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^lock\.[^/]*\.json$|\/attempts\/[^/]+\.part$/;

/**
 * The content of a folder as it was before a program ran, updated by our own writes. Afterwards every difference from
 * the disk was made by somebody else. None of our own writes may be under way during a comparison.
 */
export class FolderSnapshot {
  readonly #root: string;
  readonly #free: ReadonlySet<string>;
  readonly #replaced: Set<string>;
  readonly #records: Map<string, FileRecord>;

  /** In `free` folders others may write. Files restored go into `replaced`: a stream into the old one leads nowhere. */
  constructor(root: string, free: ReadonlySet<string>, replaced: Set<string>) {
    this.#root = root;
    this.#free = free;
    this.#replaced = replaced;
    this.#records = new Map(this.#walk(""));
  }

  /** Notes our write; the file may hold something else by now. */
  noteWrite(path: string, data: FileData): void {
    for (const folder of foldersOf(path)) this.noteFolder(folder);
    this.#setRecord(path, { kind: "file", content: Buffer.from(data), isLocked: false });
  }

  noteAppend(path: string, data: FileData): void {
    const content = this.contentOf(path);
    if (content) this.noteWrite(path, Buffer.concat([content, Buffer.from(data)]));
  }

  /** Notes that a file was opened for appending. */
  noteOpen(path: string): void {
    if (this.contentOf(path) === undefined) this.noteWrite(path, "");
  }

  noteFolder(folder: string): void {
    for (const path of [...foldersOf(folder), folder]) if (!this.#records.has(path)) this.#setRecord(path, FOLDER);
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
    const found = new Map<string, Omit<Difference, "path">>();
    for (let tries = 1; ; tries += 1) {
      try {
        this.#compare(found);
        return [...found].map(([path, what]) => ({ path: path === "" ? "." : path, ...what }));
      } catch (error) {
        // Others may be changing files at this moment: what fails because of them is repeated.
        if (tries === MOST_TRIES) throw fileError("Putting back", this.#root, error);
      }
    }
  }

  #compare(found: Map<string, Omit<Difference, "path">>): void {
    const now = new Map(this.#walk(""));
    const whole: string[] = [];
    for (const path of [...new Set([...this.#records.keys(), ...now.keys()])].sort()) {
      const there = now.get(path);
      const what = whole.some((folder) => isBelow(path, folder)) ? undefined : this.#difference(path, there);
      if (what === undefined) continue;
      if (there && this.#isSame(path, there)) {
        chmodSync(this.#place(path), there.kind === "folder" ? 0o755 : 0o644);
        found.set(path, { what });
      } else {
        whole.push(path);
        const aside = there && this.#clear(path, there.kind);
        found.set(path, aside === undefined ? { what } : { what: `${what} (moved to ${aside})`, aside });
        for (const [below, ours] of this.#below(path)) this.#putBack(below, ours);
      }
    }
  }

  #difference(path: string, now: FileRecord | undefined): string | undefined {
    const ours = this.#records.get(path);
    if (this.#free.has(path)) return now && now.kind !== "folder" ? `was replaced by ${describe(now.kind)}` : undefined;
    if (now === undefined) return ours && "was deleted";
    if (ours === undefined) return `was added${now.kind === "file" ? "" : `, ${describe(now.kind)}`}`;
    if (now.kind !== ours.kind) return `was replaced by ${describe(now.kind)}`;
    if (!this.#isSame(path, now)) return ours.kind === "link" ? "now points elsewhere" : "was changed";
    return now.isLocked && !ours.isLocked ? "had its permissions changed" : undefined;
  }

  #isSame(path: string, now: FileRecord): boolean {
    const ours = this.#records.get(path);
    return ours?.kind === now.kind && ours.content.equals(now.content);
  }

  #putBack(path: string, { kind, content }: FileRecord): void {
    const place = this.#place(path);
    if (kind === "link") symlinkSync(content.toString(), place);
    if (kind === "folder") mkdirSync(place, { recursive: true });
    if (kind !== "file") return;
    const temporary = join(this.#ownFolder(TEMPORARY), `${process.pid}-back.tmp`);
    // Synced, because it was durable before somebody changed it.
    writeFileSync(temporary, content, { flush: true });
    retryBusy(process.platform, () => renameSync(temporary, place));
    this.#replaced.add(path);
  }

  /** Moves what somebody put at a path to `aside/`; only what stands in place of our own folders is removed. */
  #clear(path: string, kind: FileKind): string | undefined {
    const place = this.#place(path);
    if (path === "" || path === TEMPORARY || path === ASIDE) {
      unlinkSync(place);
      return undefined;
    }
    if (kind === "folder") chmodSync(place, 0o700); // a folder without write permission cannot be moved
    const folder = this.#ownFolder(ASIDE);
    const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
    let free = name;
    for (let count = 2; this.#readRecord(`${ASIDE}/${free}`) !== undefined; count += 1) free = `${count}_${name}`;
    retryBusy(process.platform, () => renameSync(place, join(folder, free)));
    return `${ASIDE}/${free}`;
  }

  #ownFolder(path: string): string {
    const record = this.#readRecord(path);
    if (record && record.kind !== "folder") this.#clear(path, record.kind);
    const folder = join(this.#root, path);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Throws if a link leads elsewhere: what is behind it must not be touched. */
  #place(path: string): string {
    const place = join(this.#root, path);
    const folder = dirname(place);
    if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link in the path leads elsewhere");
    return place;
  }

  #setRecord(path: string, record: FileRecord): void {
    const isFree = [...foldersOf(path), path].some((folder) => this.#free.has(folder));
    if (!isFree && !IGNORED.test(path)) this.#records.set(path, record);
  }

  /** Everything at a path and below it, except what others may change. */
  *#walk(path: string): Generator<[string, FileRecord]> {
    const record = IGNORED.test(path) ? undefined : this.#readRecord(path);
    if (record === undefined) return;
    yield [path, record];
    if (record.kind !== "folder" || this.#free.has(path)) return;
    const place = join(this.#root, path);
    if (record.isLocked) chmodSync(place, 0o700);
    for (const name of readdirSync(place)) yield* this.#walk(path === "" ? name : `${path}/${name}`);
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
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The folders of a path, outermost first. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function describe(kind: FileKind): string {
  return kind === "other" ? "something that is not a file" : `a ${kind}`;
}
