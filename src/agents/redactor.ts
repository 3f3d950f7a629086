const MARK = "[redacted]";

/**
 * Takes secrets out of text that comes in pieces. Of overlapping secrets the leftmost, then the longest goes; the end
 * of a piece that may begin a secret is held back until it is known, so the cut of the pieces changes nothing.
 */
export class Redactor {
  readonly #byFirst = new Map<string, string[]>();
  #held = "";

  constructor(secrets: readonly string[]) {
    const longestFirst = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
    for (const secret of longestFirst) {
      const first = secret.charAt(0);
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), secret]);
    }
  }

  push(piece: string): string {
    return this.#take(this.#held + piece, false);
  }

  /** What was held back. The redactor can be used again afterwards. */
  end(): string {
    return this.#take(this.#held, true);
  }

  #take(text: string, ended: boolean): string {
    let out = "";
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const candidates = this.#byFirst.get(text.charAt(at));
      if (!candidates) {
        at += 1;
        continue;
      }
      if (!ended && candidates.some((secret) => mayGrowInto(secret, text, at))) {
        this.#held = text.slice(at);
        return out + text.slice(from, at);
      }
      const found = candidates.find((secret) => text.startsWith(secret, at));
      if (found !== undefined) {
        out += text.slice(from, at) + MARK;
        from = at + found.length;
      }
      at += found?.length ?? 1;
    }
    this.#held = "";
    return out + text.slice(from);
  }
}

export function redactText(text: string, secrets: readonly string[]): string {
  const redactor = new Redactor(secrets);
  return redactor.push(text) + redactor.end();
}

/** The same on bytes that need not be UTF-8: each byte is one character while it lasts. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const redacted = redactText(
    text,
    secrets.map((secret) => Buffer.from(secret, "utf8").toString("latin1")),
  );
  return redacted === text ? bytes : Buffer.from(redacted, "latin1");
}

function mayGrowInto(secret: string, text: string, at: number): boolean {
  const rest = text.length - at;
  return rest < secret.length && secret.startsWith(text.slice(at));
}
