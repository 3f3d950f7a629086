const MARK = "[redacted]";

/** Takes secrets out of text that comes in pieces: what may begin one is held back until it is known. */
export class Redactor {
  readonly #whole: RegExp;
  readonly #begun: RegExp;
  #held = "";

  constructor(secrets: readonly string[]) {
    const longestFirst = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
    const whole = longestFirst.map(escaped).join("|") || "(?!)";
    this.#whole = new RegExp(whole, "g");
    this.#begun = new RegExp(`((?:${longestFirst.map(beginningsOf).join("|") || "(?!)"})$)|${whole}`, "g");
  }

  push(piece: string): string {
    let held = "";
    const text = (this.#held + piece).replace(this.#begun, (_, begun?: string) => {
      held = begun ?? "";
      return begun === undefined ? MARK : "";
    });
    this.#held = held;
    return text;
  }

  /** What was held back. The redactor can be used again afterwards. */
  end(): string {
    const text = this.#held.replace(this.#whole, MARK);
    this.#held = "";
    return text;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** A pattern for what may still become the secret: its first character, or two of them, or three … */
function beginningsOf(secret: string): string {
  const [first = "", ...more] = secret.slice(0, -1).split("").map(escaped);
  return first + more.reduceRight((rest, character) => `(?:${character}${rest})?`, "");
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
