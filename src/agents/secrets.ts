import { stripVTControlCharacters } from "node:util";
import { visibleLine } from "../model/visible-text.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT|CREDENTIALS?|AUTH|COOKIE)(?:$|_(?!SOCK|FILE|PATH|DIR|URL|HOST|USER))/i;

/** Shorter values would match ordinary text by chance. */
const SHORTEST = 8;

/** The values that must not come out: of variables named like a key, a token or a password. */
export function secretsOf(environment: Environment): string[] {
  const values = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== undefined && looksSecret(value))
    .map(([, value]) => value ?? "");
  return [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))];
}

/** A value like `postgres` in `DB_PASSWORD` is too common: every "postgres" in a spec would be redacted. */
function looksSecret(value: string): boolean {
  if (value.length < SHORTEST) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return value.length >= 20 || kinds >= 2;
}

const MARK = "[redacted]";

/** Removes secrets from text that comes in pieces: a possible beginning of one is held back. */
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

  /** Returns what was held back. The redactor can be used again. */
  end(): string {
    const text = this.#held.replace(this.#whole, MARK);
    this.#held = "";
    return text;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function beginningsOf(secret: string): string {
  const [first = "", ...more] = secret.slice(0, -1).split("").map(escaped);
  return first + more.reduceRight((rest, character) => `(?:${character}${rest})?`, "");
}

export function redactText(text: string, secrets: readonly string[]): string {
  const redactor = new Redactor(secrets);
  return redactor.push(text) + redactor.end();
}

/** The same for bytes that may not be UTF-8: each byte becomes one character. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const redacted = redactText(
    text,
    secrets.map((secret) => Buffer.from(secret, "utf8").toString("latin1")),
  );
  return redacted === text ? bytes : Buffer.from(redacted, "latin1");
}

const LONGEST = 600;

/** The formats of providers' keys, for keys that are in no variable (for example in a configuration file). */
const KEY_SHAPES = /\b(?:sk-|pk-|AIza|ghp_|gho_|github_pat_|xox[abp]-|Bearer )[A-Za-z0-9._-]{12,}/g;

/** One line that is safe to print and journal: short, without secrets and control characters (SPEC 15.3). */
export function safeMessage(text: string, secrets: readonly string[]): string {
  const redacted = redactText(text, secrets).replace(KEY_SHAPES, "[redacted]");
  return visibleLine(stripVTControlCharacters(redacted.slice(0, 8 * LONGEST)), LONGEST);
}
