import { chmodSync, readdirSync, readlinkSync, realpathSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathSegments, refusal } from "../../ports/file-path.ts";
import type { FileData, FileKind } from "../../ports/files.ts";
import { fileError } from "../files/file-errors.ts";
import { foldersOf, isWithin, type Kept, KeptContent, type KeptFile, KeptTree } from "./kept-tree.ts";
import { type Look, lookAt } from "./look.ts";
import { contentAt, moveAside, putBack } from "./put-back.ts";

/** What somebody else changed, put back already. */
export interface Change {
  readonly path: string;
  readonly what: string;
}

export interface WatchOptions {
  /** Below the root: where files stand before they are renamed into place. */
  readonly temporary: string;
  /** Folders that others may write into; only that they are folders is seen to. */
  readonly open: readonly string[];
  /** Files at the root that others may make. */
  readonly ignored: RegExp;
  /** While something of ours is under way at a path, nobody's change can be told from ours. */
  readonly isBusy: (path: string) => boolean;
}

/** File systems tell times no finer than this: a change so soon after a write may look like the write. */
const COARSE_MILLISECONDS = 50;

const MOST_TRIES = 20;

/** What systems leave behind when a person looks at a folder. */
const NOISE = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/**
 * A folder that only we may write to. It is held against a copy in memory; whoever writes for us tells what it writes
 * (`wrote`, `removed`, `moved`), and everything else is somebody else's change, which is put back and told.
 * Every look is synchronous, so that no write of ours comes between looking and putting back.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #options: WatchOptions;
  readonly #tree = new KeptTree();
  readonly #open: Set<string>;
  readonly #passing = new Set<string>();
  readonly #restored = new Map<string, number>();
  #changes: Change[] = [];
  #generation = 0;
  #changesSeen = 0;

  /** Knows nothing before `refresh`. */
  constructor(root: string, options: WatchOptions) {
    this.#root = root;
    this.#options = options;
    this.#open = new Set([options.temporary, ...options.open]);
  }

  /** How often everything was taken as it is. */
  get generation(): number {
    return this.#generation;
  }

  /** How many changes were ever put back. */
  get changesSeen(): number {
    return this.#changesSeen;
  }

  /** Takes the folder as it is now: what was changed while nobody was suspected is whoever's it is. */
  refresh(): void {
    this.#generation += 1;
    this.#changes = [];
    this.adopt("");
  }

  kept(path: string): Kept | undefined {
    return this.#tree.get(path);
  }

  /** Whether others may write at the path. */
  isOpen(path: string): boolean {
    return [...this.#open].some((folder) => isWithin(path, folder));
  }

  /** How often the file of a path was put back: a stream into the one before leads nowhere. */
  timesRestored(path: string): number {
    return this.#restored.get(path) ?? 0;
  }

  /** Lets others write into a folder until we remove it. */
  openFolder(path: string): void {
    this.#open.add(path);
    this.#passing.add(path);
  }

  wrote(path: string, data: FileData): void {
    this.#keepFolders(path);
    if (!this.isOpen(path)) this.#tree.set(path, this.#keptFile(path, new KeptContent(data)));
  }

  /** A stream is open there now. */
  opened(path: string, mode: "append" | "replace"): void {
    if (mode === "replace" || this.#tree.get(path) === undefined) this.wrote(path, "");
    else this.touched(path);
  }

  madeFolder(path: string): void {
    this.#keepFolders(`${path}/`);
  }

  appended(path: string, data: FileData): void {
    const file = this.#tree.file(path);
    if (file === undefined) return;
    file.content.append(data);
    this.#tree.set(path, this.#keptFile(path, file.content));
  }

  /** Its time of change was set anew. */
  touched(path: string): void {
    const file = this.#tree.file(path);
    if (file !== undefined) this.#tree.set(path, this.#keptFile(path, file.content));
  }

  removed(path: string): void {
    this.#tree.remove(path);
    if (this.#passing.delete(path)) this.#open.delete(path);
  }

  moved(from: string, to: string): void {
    this.#keepFolders(to);
    this.#tree.move(from, to);
    for (const [path, kept] of this.#tree.below(to)) {
      if (kept.kind === "file") this.#tree.set(path, this.#keptFile(path, kept.content));
    }
  }

  /** Takes what stands there for ours, whatever it is. What looks as it did is not read again. */
  adopt(path: string): void {
    const before = new Map(this.#tree.below(path));
    this.#tree.remove(path);
    this.#adoptTree(path, before);
  }

  #adoptTree(path: string, before: ReadonlyMap<string, Kept>): void {
    if (NOISE.test(path) || this.#options.ignored.test(path) || this.isOpen(path)) return;
    const look = lookAt(this.#absolute(path));
    if (look === undefined || look.kind === "other") return;
    const known = before.get(path);
    const same = known?.kind === "file" && known.settled && known.stamp === look.stamp && known.mode === look.mode;
    this.#tree.set(path, same ? known : this.#taken(path, look));
    if (look.kind !== "folder") return;
    for (const name of readdirSync(this.#absolute(path))) {
      this.#adoptTree(path === "" ? name : `${path}/${name}`, before);
    }
  }

  /** Whether a file holds what it ought to. */
  isRight(path: string): boolean {
    const kept = this.#tree.file(path);
    const look = lookAt(this.#absolute(path));
    if (kept === undefined || look?.kind !== "file") return false;
    return look.stamp === kept.stamp || kept.content.equals(contentAt(this.#absolute(path)) ?? Buffer.alloc(0));
  }

  /** Sees to one path before it is used: the folders on the way, then what stands there. */
  inspect(path: string): void {
    pathSegments(path); // what leads out is refused before anything is looked at
    this.#patiently(path, () => {
      for (const folder of foldersOf(path)) {
        if (this.isOpen(folder)) break;
        this.#settle(folder, false);
      }
      this.#keepOpenFolders();
      if (!this.isOpen(path)) this.#settle(path, false);
    });
  }

  /** Sees to the whole folder. */
  check(): void {
    this.#patiently("", () => {
      this.#settle("", true);
      this.#keepOpenFolders();
      const seen = new Set<string>([""]);
      this.#checkFolder("", seen);
      for (const path of [...this.#tree.paths()].sort()) if (!seen.has(path)) this.#settle(path, true);
    });
  }

  /** What was put back since this was last called. */
  takeChanges(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #checkFolder(folder: string, seen: Set<string>): void {
    for (const name of readdirSync(this.#absolute(folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      seen.add(path);
      if (this.isOpen(path)) continue;
      this.#settle(path, true);
      if (this.#tree.get(path)?.kind === "folder" && !this.#options.isBusy(path)) this.#checkFolder(path, seen);
    }
  }

  /** A folder that others may write into must not be a way out of ours. */
  #keepOpenFolders(): void {
    for (const path of this.#open) {
      const look = lookAt(this.#absolute(path));
      if (look === undefined || look.kind === "folder") continue;
      this.#clear(path, look);
      this.#tell(path, `was replaced by ${named(look.kind)}`);
    }
  }

  /** Compares one path with what it ought to be; `deep` reads files that may have changed without showing it. */
  #settle(path: string, deep: boolean): void {
    if (this.#options.isBusy(path)) return;
    const absolute = this.#absolute(path);
    const kept = this.#tree.get(path);
    const look = lookAt(absolute);
    if (kept === undefined) {
      if (look === undefined || NOISE.test(path) || this.#options.ignored.test(path)) return;
      this.#clear(path, look);
      this.#tell(path, look.kind === "file" ? "was added" : `was added, ${named(look.kind)}`);
    } else if (look === undefined) this.#restore(path, "was deleted");
    else if (look.kind !== kept.kind) {
      this.#clear(path, look);
      this.#restore(path, `was replaced by ${named(look.kind)}`);
    } else this.#compare(path, kept, look, deep);
  }

  #compare(path: string, kept: Kept, look: Look, deep: boolean): void {
    const absolute = this.#absolute(path);
    if (kept.kind !== "link" && look.mode !== kept.mode) {
      chmodSync(absolute, kept.mode);
      this.#tell(path, "had its permissions changed");
    }
    if (kept.kind === "link" && look.stamp !== kept.stamp && readlinkSync(absolute) !== kept.target) {
      this.#clear(path, look);
      this.#restore(path, "was led elsewhere");
    }
    if (kept.kind !== "file" || (look.stamp === kept.stamp && (kept.settled || !deep))) return;
    const content = contentAt(absolute);
    if (content === undefined || !kept.content.equals(content)) {
      this.#clear(path, look);
      this.#restore(path, "was changed");
    } else this.#tree.set(path, this.#keptFile(path, kept.content));
  }

  #restore(path: string, what: string): void {
    for (const [one, kept] of this.#tree.below(path)) {
      this.#mustBeReal(one);
      putBack(this.#absolute(one), kept, this.#temporaryFolder());
      this.#restored.set(one, this.timesRestored(one) + 1);
      if (kept.kind === "file") this.#tree.set(one, this.#keptFile(one, kept.content, kept.mode));
    }
    this.#tell(path, what);
  }

  /**
   * Takes away what stands at a path, into the folder of temporary files. Of the folder itself and of the one of temporary
   * files only what is no folder is ever removed, and nothing that a link on the way has moved out of our reach.
   */
  #clear(path: string, look: Look): void {
    const absolute = this.#absolute(path);
    if (path === "" || path === this.#options.temporary) {
      if (look.kind !== "folder") unlinkSync(absolute);
      return;
    }
    this.#mustBeReal(path);
    if (look.kind === "folder") chmodSync(absolute, 0o700); // a folder that cannot be written cannot be moved
    moveAside(absolute, this.#temporaryFolder());
  }

  /** Someone may swap a folder for a link at any time: what is behind it is not ours to touch. */
  #mustBeReal(path: string): void {
    const folder = dirname(this.#absolute(path));
    if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link on the way leads elsewhere");
  }

  #temporaryFolder(): string {
    const path = this.#options.temporary;
    const look = lookAt(this.#absolute(path));
    if (look !== undefined && look.kind !== "folder") this.#clear(path, look);
    putBack(this.#absolute(path), { kind: "folder", mode: 0o755 }, "");
    return this.#absolute(path);
  }

  #taken(path: string, look: Look): Kept {
    const absolute = this.#absolute(path);
    if (look.kind === "link") return { kind: "link", target: readlinkSync(absolute), stamp: look.stamp };
    if (look.kind === "file") return this.#keptFile(path, new KeptContent(contentAt(absolute) ?? ""));
    return { kind: "folder", mode: look.mode };
  }

  /** The file as it stands there now; one of another length was touched already, which the next comparison tells. */
  #keptFile(path: string, content: KeptContent, mode?: number): KeptFile {
    const look = lookAt(this.#absolute(path));
    const stamp = look?.bytes === content.bytes ? look.stamp : "";
    const settled = look !== undefined && Date.now() - look.modified > COARSE_MILLISECONDS;
    return { kind: "file", mode: mode ?? look?.mode ?? 0o644, content, stamp, settled };
  }

  #keepFolders(path: string): void {
    for (const folder of foldersOf(path)) {
      if (this.isOpen(folder) || this.#tree.get(folder) !== undefined) continue;
      const mode = lookAt(this.#absolute(folder))?.mode ?? 0o755;
      this.#tree.set(folder, { kind: "folder", mode });
    }
  }

  #tell(path: string, what: string): void {
    this.#changesSeen += 1;
    this.#changes.push({ path: path === "" ? "." : path, what });
  }

  /** Names come from our own paths and from listings; neither may climb. */
  #absolute(path: string): string {
    const names = path === "" ? [] : path.split("/");
    if (names.some((name) => name === "" || name === "." || name === "..")) throw refusal(path, "it leads out");
    return join(this.#root, ...names);
  }

  /** Others may be at work in the very moment: what fails because of them is begun again. */
  #patiently(path: string, work: () => void): void {
    for (let tries = 1; ; tries += 1) {
      try {
        work();
        return;
      } catch (error) {
        if (tries === MOST_TRIES) throw fileError("Putting back", path === "" ? this.#root : path, error);
      }
    }
  }
}

function named(kind: FileKind): string {
  return kind === "other" ? "something that is no file" : `a ${kind}`;
}
