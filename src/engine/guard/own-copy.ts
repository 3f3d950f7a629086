import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { refusal } from "../../ports/file-path.ts";
import type { FileData } from "../../ports/files.ts";
import { foldersOf, isWithin, type Kept, KeptContent, type KeptFile } from "./kept.ts";
import { type Look, lookAt } from "./look.ts";
import { contentAt } from "./put-back.ts";

export interface OwnCopyOptions {
  /** Below the root: where files stand before they are renamed into place. */
  readonly temporary: string;
  /** Below the root: where what is taken away is kept. */
  readonly aside: string;
  /** Files at the root that others may make. */
  readonly ignored: RegExp;
}

/** File systems tell times no finer than this: a change so soon after a write may look like the write. */
const COARSE_MILLISECONDS = 50;

/** What systems leave behind when a person looks at a folder. */
const NOISE = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/**
 * What a folder holds by our own doing, in memory. Whoever writes for us tells what it writes (`wrote`, `removed`,
 * `moved`); what stands on the disk is looked at to know it again, never to learn what it ought to be.
 */
export class OwnCopy {
  readonly #root: string;
  readonly #options: OwnCopyOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #open: Set<string>;
  readonly #passing = new Set<string>();

  /** Knows nothing before something is adopted. */
  constructor(root: string, options: OwnCopyOptions) {
    this.#root = root;
    this.#options = options;
    this.#open = new Set([options.temporary, options.aside]);
  }

  get(path: string): Kept | undefined {
    return this.#kept.get(path);
  }

  /** The path and all below it, a folder before what is in it. */
  below(path: string): (readonly [path: string, kept: Kept])[] {
    return [...this.#kept].filter(([one]) => isWithin(one, path)).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  paths(): string[] {
    return [...this.#kept.keys()];
  }

  /** Names come from our own paths and from listings; neither may climb. */
  absolute(path: string): string {
    const names = path === "" ? [] : path.split("/");
    if (names.some((name) => name === "" || name === "." || name === "..")) throw refusal(path, "it leads out");
    return join(this.#root, ...names);
  }

  /** Whether others may write at the path. */
  isOpen(path: string): boolean {
    return [...this.#open].some((folder) => isWithin(path, folder));
  }

  openFolders(): ReadonlySet<string> {
    return this.#open;
  }

  /** Lets others write into a folder until we remove it. */
  openFolder(path: string): void {
    this.#open.add(path);
    this.#passing.add(path);
  }

  /** Whether anybody may have put it there, and nobody minds. */
  isIgnored(path: string): boolean {
    return NOISE.test(path) || this.#options.ignored.test(path);
  }

  wrote(path: string, data: FileData): void {
    this.#keepFolders(path);
    if (!this.isOpen(path)) this.seen(path, new KeptContent(data));
  }

  /** A stream is open there now. */
  opened(path: string, mode: "append" | "replace"): void {
    if (mode === "replace" || this.#kept.get(path) === undefined) this.wrote(path, "");
    else this.touched(path);
  }

  madeFolder(path: string): void {
    this.#keepFolders(`${path}/`);
  }

  appended(path: string, data: FileData): void {
    const file = this.#file(path);
    if (file === undefined) return;
    file.content.append(data);
    this.seen(path, file.content);
  }

  /** Its time of change was set anew. */
  touched(path: string): void {
    const file = this.#file(path);
    if (file !== undefined) this.seen(path, file.content);
  }

  removed(path: string): void {
    this.#forget(path);
    if (this.#passing.delete(path)) this.#open.delete(path);
  }

  moved(from: string, to: string): void {
    this.#keepFolders(to);
    const moved = this.below(from);
    for (const path of [from, to]) this.#forget(path);
    for (const [old, kept] of moved) {
      const path = to + old.slice(from.length);
      if (kept.kind === "file") this.seen(path, kept.content);
      else this.#kept.set(path, kept);
    }
  }

  /** The file stands there with this content now. */
  seen(path: string, content: KeptContent, mode?: number): void {
    this.#kept.set(path, this.#keptFile(path, content, mode));
  }

  /** Takes what stands there for ours, whatever it is. What looks as it did is not read again. */
  adopt(path: string): void {
    const before = new Map(this.below(path));
    this.#forget(path);
    this.#adoptTree(path, before);
  }

  /** Whether a file holds what it ought to. */
  isRight(path: string): boolean {
    const kept = this.#file(path);
    const look = lookAt(this.absolute(path));
    if (kept === undefined || look?.kind !== "file") return false;
    return look.stamp === kept.stamp || kept.content.equals(contentAt(this.absolute(path)) ?? Buffer.alloc(0));
  }

  #file(path: string): KeptFile | undefined {
    const kept = this.#kept.get(path);
    return kept?.kind === "file" ? kept : undefined;
  }

  #forget(path: string): void {
    for (const [one] of this.below(path)) this.#kept.delete(one);
  }

  #adoptTree(path: string, before: ReadonlyMap<string, Kept>): void {
    if (this.isIgnored(path) || this.isOpen(path)) return;
    const look = lookAt(this.absolute(path));
    if (look === undefined || look.kind === "other") return;
    const known = before.get(path);
    const same = known?.kind === "file" && known.settled && known.stamp === look.stamp && known.mode === look.mode;
    this.#kept.set(path, same ? known : this.#taken(path, look));
    if (look.kind !== "folder") return;
    for (const name of readdirSync(this.absolute(path))) {
      this.#adoptTree(path === "" ? name : `${path}/${name}`, before);
    }
  }

  #taken(path: string, look: Look): Kept {
    const absolute = this.absolute(path);
    if (look.kind === "link") return { kind: "link", target: readlinkSync(absolute), stamp: look.stamp };
    if (look.kind === "file") return this.#keptFile(path, new KeptContent(contentAt(absolute) ?? ""));
    return { kind: "folder", mode: look.mode };
  }

  /** The file as it stands there now; one of another length was touched already, which the next comparison tells. */
  #keptFile(path: string, content: KeptContent, mode?: number): KeptFile {
    const look = lookAt(this.absolute(path));
    const stamp = look?.bytes === content.bytes ? look.stamp : "";
    const settled = look !== undefined && Date.now() - look.modified > COARSE_MILLISECONDS;
    return { kind: "file", mode: mode ?? look?.mode ?? 0o644, content, stamp, settled };
  }

  #keepFolders(path: string): void {
    for (const folder of foldersOf(path)) {
      if (this.isOpen(folder) || this.#kept.get(folder) !== undefined) continue;
      const mode = lookAt(this.absolute(folder))?.mode ?? 0o755;
      this.#kept.set(folder, { kind: "folder", mode });
    }
  }
}
