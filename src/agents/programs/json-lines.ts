const LONGEST_LINE = 20_000_000;

/** Values from bytes of JSON Lines. Lines that are no JSON (a program's warnings among its events) are left out. */
export class JsonLines {
  readonly #decoder = new TextDecoder();
  #rest: string[] = [];
  #length = 0;

  push(bytes: Uint8Array): unknown[] {
    const piece = this.#decoder.decode(bytes, { stream: true });
    this.#rest.push(piece);
    this.#length += piece.length;
    if (!piece.includes("\n")) {
      if (this.#length > LONGEST_LINE) this.#keep("");
      return [];
    }
    const lines = this.#rest.join("").split("\n");
    this.#keep(lines.pop() ?? "");
    return lines.flatMap(readValue);
  }

  end(): unknown[] {
    return readValue(this.#rest.join("") + this.#decoder.decode());
  }

  #keep(rest: string): void {
    this.#rest = [rest];
    this.#length = rest.length;
  }
}

function readValue(line: string): unknown[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
