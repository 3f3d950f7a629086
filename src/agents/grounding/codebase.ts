import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, slashed } from "../../engine/files/slashed.ts";

/** A read that is refused; the message is for the model that asked. */
export class Refusal extends Error {}

const LARGEST_FILE = 2_000_000;
const SKIPPED = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "target"]);
/** Files that may hold secrets: what a model reads goes to its provider. */
const PRIVATE = /^\.env(?:\..*)?$|^\.netrc$|^\.npmrc$|^\.pypirc$|\.(?:pem|key|p12|pfx|keystore|jks)$/i;
/** SSH keys. A folder may have such a name, `id_service`. */
const KEY_FILE = /^id_[a-z0-9]+$/i;

interface CodeFile {
  readonly path: string;
  readonly bytes: number;
}

/** Read access to one folder and nothing outside it (SPEC 15.5): links that lead outside are refused. */
export class Codebase {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(folder: string): Promise<Codebase> {
    return new Codebase(await realpath(folder));
  }

  async *files(folder: string, signal?: AbortSignal): AsyncGenerator<CodeFile, void, void> {
    const start = await this.#inside(folder);
    const entry = await stat(start);
    if (entry.isFile()) yield { path: this.#name(start), bytes: entry.size };
    else yield* this.#walk(start, signal);
  }

  /** The lines of a text file. Throws `Refusal` if it is not text, private, or too large. */
  async lines(path: string): Promise<string[]> {
    return (await this.text(path)).replace(/\r?\n$/, "").split(/\r?\n/);
  }

  async text(path: string): Promise<string> {
    const real = await this.#inside(path);
    const entry = await stat(real);
    if (!entry.isFile()) throw new Refusal(`${path} is not a file.`);
    if (entry.size > LARGEST_FILE) throw new Refusal(`${path} is larger than ${LARGEST_FILE} bytes.`);
    const bytes = await readFile(real);
    if (bytes.subarray(0, 8000).includes(0)) throw new Refusal(`${path} is not text.`);
    return bytes.toString("utf8");
  }

  async *#walk(folder: string, signal: AbortSignal | undefined): AsyncGenerator<CodeFile, void, void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (signal?.aborted) return;
      const path = join(folder, entry.name);
      if (problemWith(entry.name, entry.isFile()) !== undefined) continue;
      if (entry.isDirectory()) yield* this.#walk(path, signal);
      const size = entry.isFile() ? (await lstat(path).catch(() => undefined))?.size : undefined;
      if (size !== undefined) yield { path: this.#name(path), bytes: size };
    }
  }

  async #inside(path: string): Promise<string> {
    const wanted = resolve(this.#root, path);
    if (isAbsolute(path) || path.includes("\0") || !isInside(this.#root, wanted)) {
      throw new Refusal(`${path} is outside of the codebase.`);
    }
    const real = await realpath(wanted).catch(() => undefined);
    if (real === undefined) throw new Refusal(`${path} does not exist.`);
    if (!isInside(this.#root, real)) throw new Refusal(`${path} is a link out of the codebase.`);
    const isFile = (await stat(real)).isFile();
    // The name of the root itself does not matter.
    const names = relative(this.#root, real).split(sep);
    const [problem] = names.flatMap((name, at) => problemWith(name, isFile && at === names.length - 1) ?? []);
    if (problem !== undefined) throw new Refusal(`${path} ${problem}.`);
    return real;
  }

  #name(path: string): string {
    return slashed(relative(this.#root, path));
  }
}

function problemWith(name: string, isFile: boolean): string | undefined {
  if (PRIVATE.test(name) || (isFile && KEY_FILE.test(name))) return "is private";
  return !isFile && SKIPPED.has(name) ? "is not part of the code" : undefined;
}
