import { ASIDE } from "../../mediator/session-paths.ts";
import type { Spec } from "../../model/change.ts";
import type { Files } from "../../ports/files.ts";
import { hashOf } from "../attempt-file.ts";
import type { Violation } from "./session-guard.ts";

type Texts = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * The person's own spec while programs run that could write to it. Who changed it cannot be known: it stays as it is,
 * what it was is kept in the session folder, and both are told.
 */
export class SpecWatch {
  readonly #theirs: Files;
  readonly #session: Files;
  /** Being read: no program starts before it is. */
  #known: Promise<Texts> | undefined;
  #programs = 0;

  constructor(theirs: Files, session: Files) {
    this.#theirs = theirs;
    this.#session = session;
  }

  async enter(spec: Spec): Promise<void> {
    this.#programs += 1;
    if (this.#programs === 1) this.#known = this.#read(spec);
    await this.#known;
  }

  async leave(run: string, spec: Spec): Promise<Violation[]> {
    const now = await this.#read(spec);
    const found: Violation[] = [];
    for (const [path, before] of (await this.#known) ?? []) {
      if (before === undefined || isSame(before, now.get(path))) continue;
      const kept = `${ASIDE}/${hashOf(before).slice(0, 8)}_${path.replaceAll("/", "_")}`;
      await this.#session.writeAtomic(kept, before);
      found.push({ run, path, what: now.get(path) === undefined ? "was deleted" : "changed", left: true, kept });
    }
    this.#known = Promise.resolve(now);
    this.#programs -= 1;
    return found;
  }

  async #read(spec: Spec): Promise<Texts> {
    const texts = new Map<string, Uint8Array | undefined>();
    for (const { path } of spec) texts.set(path, await this.#theirs.read(path));
    return texts;
  }
}

function isSame(before: Uint8Array, now: Uint8Array | undefined): boolean {
  return now !== undefined && hashOf(before) === hashOf(now);
}
