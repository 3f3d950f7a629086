import { foldersOf } from "./kept-tree.ts";

/** The paths at which something of ours is under way. */
export class BusyPaths {
  readonly #counts = new Map<string, number>();

  enter(paths: readonly string[]): void {
    for (const path of paths) this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
  }

  leave(paths: readonly string[]): void {
    for (const path of paths) {
      const left = (this.#counts.get(path) ?? 0) - 1;
      if (left > 0) this.#counts.set(path, left);
      else this.#counts.delete(path);
    }
  }

  /** At the path, or at a folder that it stands in. */
  has(path: string): boolean {
    return this.#counts.size > 0 && [path, ...foldersOf(path)].some((one) => this.#counts.has(one));
  }
}
