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

/** What is not as we left it. */
export interface Difference {
  readonly path: string;
  readonly what: string;
  /** Where it lies now. */
  readonly aside?: string;
}

interface Held {
  readonly kind: FileKind;
  /** Of a link, where it leads; empty for a folder, and for what cannot be read. */
  readonly content: Buffer;
  /** We may not write there. */
  readonly isLocked: boolean;
}

const MOST_TRIES = 20;
/** Of a path as the name of a file aside: no system holds names without end. */
const LONGEST_NAME = 60;
const NOTHING = Buffer.alloc(0);
const FOLDER: Held = { kind: "folder", content: NOTHING, isLocked: false };
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
  readonly #kept: Map<string, Held>;

  /**
   * In the `free` folders others may write: only that they are folders is seen to. Files that are put back are told in
   * `replaced`: a stream into the one before leads nowhere.
   */
  constructor(root: string, free: ReadonlySet<string>, replaced: Set<string>) {
    this.#root = root;
    this.#free = free;
    this.#replaced = replaced;
    this.#kept = new Map(this.#walk(""));
  }

  /** We wrote this there, whatever the file holds by now. */
  wrote(path: string, data: FileData): void {
    for (const folder of foldersOf(path)) this.made(folder);
    this.#keep(path, { kind: "file", content: Buffer.from(data), isLocked: false });
  }

  appended(path: string, data: FileData): void {
    const content = this.contentOf(path);
    if (content) this.wrote(path, Buffer.concat([content, Buffer.from(data)]));
  }

  /** To be added to. */
  opened(path: string): void {
    if (this.contentOf(path) === undefined) this.wrote(path, "");
  }

  made(folder: string): void {
    for (const path of [...foldersOf(folder), folder]) if (!this.#kept.has(path)) this.#keep(path, FOLDER);
  }

  removed(path: string): void {
    for (const [below] of this.#below(path)) this.#kept.delete(below);
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
    const found = new Map<string, Omit<Difference, "path">>();
    for (let tries = 1; ; tries += 1) {
      try {
        this.#compare(found);
        return [...found].map(([path, what]) => ({ path: path === "" ? "." : path, ...what }));
      } catch (error) {
        // Others may be at work in the very moment: what fails because of them is begun again.
        if (tries === MOST_TRIES) throw fileError("Putting back", this.#root, error);
      }
    }
  }

  #compare(found: Map<string, Omit<Difference, "path">>): void {
    const now = new Map(this.#walk(""));
    const whole: string[] = [];
    for (const path of [...new Set([...this.#kept.keys(), ...now.keys()])].sort()) {
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

  #difference(path: string, now: Held | undefined): string | undefined {
    const ours = this.#kept.get(path);
    if (this.#free.has(path)) return now && now.kind !== "folder" ? `was replaced by ${named(now.kind)}` : undefined;
    if (now === undefined) return ours && "was deleted";
    if (ours === undefined) return `was added${now.kind === "file" ? "" : `, ${named(now.kind)}`}`;
    if (now.kind !== ours.kind) return `was replaced by ${named(now.kind)}`;
    if (!this.#isSame(path, now)) return ours.kind === "link" ? "now points elsewhere" : "was changed";
    return now.isLocked && !ours.isLocked ? "had its permissions changed" : undefined;
  }

  #isSame(path: string, now: Held): boolean {
    const ours = this.#kept.get(path);
    return ours?.kind === now.kind && ours.content.equals(now.content);
  }

  #putBack(path: string, { kind, content }: Held): void {
    const place = this.#place(path);
    if (kind === "link") symlinkSync(content.toString(), place);
    if (kind === "folder") mkdirSync(place, { recursive: true });
    if (kind !== "file") return;
    const temporary = join(this.#ownFolder(TEMPORARY), `${process.pid}-back.tmp`);
    // What was durable before somebody touched it is durable again.
    writeFileSync(temporary, content, { flush: true });
    retryBusy(process.platform, () => renameSync(temporary, place));
    this.#replaced.add(path);
  }

  /**
   * Nothing is deleted: a listing may be a lie by the time it is used, and a person may have put there what they wanted to
   * keep. Of the folder itself and of those that this needs only what is no folder goes.
   */
  #clear(path: string, kind: FileKind): string | undefined {
    const place = this.#place(path);
    if (path === "" || path === TEMPORARY || path === ASIDE) {
      unlinkSync(place);
      return undefined;
    }
    if (kind === "folder") chmodSync(place, 0o700); // a folder that cannot be written cannot be moved
    const folder = this.#ownFolder(ASIDE);
    const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
    let free = name;
    for (let count = 2; this.#look(`${ASIDE}/${free}`) !== undefined; count += 1) free = `${count}_${name}`;
    retryBusy(process.platform, () => renameSync(place, join(folder, free)));
    return `${ASIDE}/${free}`;
  }

  #ownFolder(path: string): string {
    const held = this.#look(path);
    if (held && held.kind !== "folder") this.#clear(path, held.kind);
    const folder = join(this.#root, path);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Someone may swap a folder for a link at any time: what is behind it is not ours to touch. */
  #place(path: string): string {
    const place = join(this.#root, path);
    const folder = dirname(place);
    if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link in the path leads elsewhere");
    return place;
  }

  #keep(path: string, held: Held): void {
    const isFree = [...foldersOf(path), path].some((folder) => this.#free.has(folder));
    if (!isFree && !IGNORED.test(path)) this.#kept.set(path, held);
  }

  /** All that stands at a path and below it, but for what others may change. */
  *#walk(path: string): Generator<[string, Held]> {
    const held = IGNORED.test(path) ? undefined : this.#look(path);
    if (held === undefined) return;
    yield [path, held];
    if (held.kind !== "folder" || this.#free.has(path)) return;
    const place = join(this.#root, path);
    if (held.isLocked) chmodSync(place, 0o700);
    for (const name of readdirSync(place)) yield* this.#walk(path === "" ? name : `${path}/${name}`);
  }

  #look(path: string): Held | undefined {
    const place = join(this.#root, path);
    const status = unlessMissing(() => lstatSync(place));
    if (status === undefined) return undefined;
    const isLocked = (status.mode & 0o200) === 0;
    const held = (kind: FileKind, read: () => Buffer = () => NOTHING) => {
      return { kind, isLocked, content: orUndefined(read) ?? NOTHING };
    };
    if (status.isFile()) return held("file", () => readFileSync(place));
    if (status.isSymbolicLink()) return held("link", () => Buffer.from(readlinkSync(place)));
    return held(status.isDirectory() ? "folder" : "other");
  }

  /** What is kept at a path and below it, a folder before what is in it. */
  #below(path: string): [string, Held][] {
    return [...this.#kept].filter(([other]) => isBelow(other, path)).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The folders that a path stands in, outermost first. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function named(kind: FileKind): string {
  return kind === "other" ? "something that is not a file" : `a ${kind}`;
}
