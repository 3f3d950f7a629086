import { chmodSync, readdirSync, readlinkSync, realpathSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { refusal } from "../../ports/file-path.ts";
import type { FileKind } from "../../ports/files.ts";
import { fileError } from "../files/file-errors.ts";
import type { Kept } from "./kept.ts";
import { type Look, lookAt } from "./look.ts";
import { OwnCopy, type OwnCopyOptions } from "./own-copy.ts";
import { contentAt, moveAside, putBack } from "./put-back.ts";

/** What somebody else changed, put back already. */
export interface Change {
  readonly path: string;
  readonly what: string;
}

const MOST_TRIES = 20;

/**
 * A folder that only we may write to. It is held against our own copy of it: everything else is somebody else's change,
 * which is put back and told. In folders that others may write into only that they are folders is seen to. Nothing of
 * ours may be under way meanwhile.
 */
export class FolderWatch {
  /** Whoever writes for us tells it. */
  readonly own: OwnCopy;
  readonly #root: string;
  readonly #options: OwnCopyOptions;
  readonly #restored = new Map<string, number>();
  #changes: Change[] = [];

  /** Knows nothing before `refresh`. */
  constructor(root: string, options: OwnCopyOptions) {
    this.own = new OwnCopy(root, options);
    this.#root = root;
    this.#options = options;
  }

  /** Takes the folder as it is now: what was changed while nobody was suspected is whoever's it is. */
  refresh(): void {
    this.#changes = [];
    this.own.adopt("");
  }

  /** How often the file of a path was put back: a stream into the one before leads nowhere. */
  timesRestored(path: string): number {
    return this.#restored.get(path) ?? 0;
  }

  /** Sees to the whole folder. */
  check(): void {
    this.#patiently(() => {
      this.#settle("");
      this.#keepOpenFolders();
      const seen = new Set<string>([""]);
      this.#checkFolder("", seen);
      for (const path of this.own.paths().sort()) if (!seen.has(path)) this.#settle(path);
    });
  }

  /** What is not as we left it; nothing is put back. */
  differences(): Change[] {
    const seen = new Set<string>();
    const found = this.#added("", seen);
    for (const path of this.own.paths().sort()) {
      if (path === "" || this.own.isRight(path)) continue;
      if (!seen.has(path)) found.push({ path, what: "was deleted after it had ended" });
      else if (this.own.get(path)?.kind === "file") found.push({ path, what: "was changed after it had ended" });
    }
    return found;
  }

  #added(folder: string, seen: Set<string>): Change[] {
    return readdirSync(this.own.absolute(folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (this.own.isOpen(path) || this.own.isIgnored(path)) return [];
      seen.add(path);
      if (this.own.get(path) === undefined) return [{ path, what: "was added after it had ended" }];
      return entry.isDirectory() ? this.#added(path, seen) : [];
    });
  }

  /** What was put back since this was last called. */
  takeChanges(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #checkFolder(folder: string, seen: Set<string>): void {
    for (const name of readdirSync(this.own.absolute(folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      seen.add(path);
      if (this.own.isOpen(path)) continue;
      this.#settle(path);
      if (this.own.get(path)?.kind === "folder") this.#checkFolder(path, seen);
    }
  }

  /** A folder that others may write into must not be a way out of ours. */
  #keepOpenFolders(): void {
    for (const path of this.own.openFolders()) {
      const look = lookAt(this.own.absolute(path));
      if (look === undefined || look.kind === "folder") continue;
      const where = this.#clear(path, look);
      this.#tell(path, `was replaced by ${named(look.kind)}${where}`);
    }
  }

  /** Compares one path with what it ought to be. */
  #settle(path: string): void {
    const kept = this.own.get(path);
    const look = lookAt(this.own.absolute(path));
    if (kept === undefined) {
      if (look === undefined || this.own.isIgnored(path)) return;
      const where = this.#clear(path, look);
      this.#tell(path, `was added${look.kind === "file" ? "" : `, ${named(look.kind)}`}${where}`);
    } else if (look === undefined) this.#restore(path, "was deleted");
    else if (look.kind !== kept.kind) {
      const where = this.#clear(path, look);
      this.#restore(path, `was replaced by ${named(look.kind)}${where}`);
    } else this.#compare(path, kept, look);
  }

  #compare(path: string, kept: Kept, look: Look): void {
    const absolute = this.own.absolute(path);
    if (kept.kind !== "link" && look.mode !== kept.mode) {
      chmodSync(absolute, kept.mode);
      this.#tell(path, "had its permissions changed");
    }
    if (kept.kind === "link" && look.stamp !== kept.stamp && readlinkSync(absolute) !== kept.target) {
      const where = this.#clear(path, look);
      this.#restore(path, `was led elsewhere${where}`);
    }
    if (kept.kind !== "file" || (look.stamp === kept.stamp && kept.settled)) return;
    const content = contentAt(absolute);
    if (content === undefined || !kept.content.equals(content)) {
      const where = this.#clear(path, look);
      this.#restore(path, `was changed${where}`);
    } else this.own.seen(path, kept.content);
  }

  #restore(path: string, what: string): void {
    for (const [one, kept] of this.own.below(path)) {
      this.#mustBeReal(one);
      putBack(this.own.absolute(one), kept, this.#folderOf("temporary"));
      this.#restored.set(one, this.timesRestored(one) + 1);
      if (kept.kind === "file") this.own.seen(one, kept.content, kept.mode);
    }
    this.#tell(path, what);
  }

  /**
   * Takes away what stands at a path and says where it lies now, as a part of what is told. Of the folder itself and of
   * those that this needs only what is no folder is ever removed, and nothing that a link on the way has moved out of our
   * reach.
   */
  #clear(path: string, look: Look): string {
    const absolute = this.own.absolute(path);
    const { temporary, aside } = this.#options;
    if (path === "" || path === temporary || path === aside) {
      if (look.kind !== "folder") unlinkSync(absolute);
      return "";
    }
    this.#mustBeReal(path);
    if (look.kind === "folder") chmodSync(absolute, 0o700); // a folder that cannot be written cannot be moved
    return ` (moved to ${aside}/${moveAside(absolute, path, this.#folderOf("aside"))})`;
  }

  /** Someone may swap a folder for a link at any time: what is behind it is not ours to touch. */
  #mustBeReal(path: string): void {
    const folder = dirname(this.own.absolute(path));
    if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link on the way leads elsewhere");
  }

  #folderOf(what: "temporary" | "aside"): string {
    const path = this.#options[what];
    const look = lookAt(this.own.absolute(path));
    if (look !== undefined && look.kind !== "folder") this.#clear(path, look);
    putBack(this.own.absolute(path), { kind: "folder", mode: 0o755 }, "");
    return this.own.absolute(path);
  }

  #tell(path: string, what: string): void {
    this.#changes.push({ path: path === "" ? "." : path, what });
  }

  /** Others may be at work in the very moment: what fails because of them is begun again. */
  #patiently(work: () => void): void {
    for (let tries = 1; ; tries += 1) {
      try {
        work();
        return;
      } catch (error) {
        if (tries === MOST_TRIES) throw fileError("Putting back", this.#root, error);
      }
    }
  }
}

function named(kind: FileKind): string {
  return kind === "other" ? "something that is no file" : `a ${kind}`;
}
