import { defined } from "../../model/defined.ts";
import type { AgentProgress, AgentTask } from "../../ports/agent.ts";
import { type Failure, failure as problem, type Spent } from "../outcomes.ts";
import type { OutputReader } from "../process/output-reader.ts";

/** What the events of a program tell about its run. */
export interface Told {
  /** More of the message that the program is writing. */
  piece(text?: string): void;
  /** The program begins another message or turns to a tool: what it wrote so far was talk. */
  restart(): void;
  document(text: string): void;
  usage(spent: Spent): void;
  note(message: string): void;
  fail(failure: Failure): void;
}

export type Interpret = (event: unknown, told: Told) => void;

/** Reads a program's events in order. A message that grows beyond the task's budget is given up. */
export function envelopeReader({ budget }: AgentTask, interpret: Interpret): OutputReader {
  const limit = budget.outputBytes;
  const lines = new JsonLines();
  let progress: AgentProgress[] = [];
  let written = "";
  let bytes = 0;
  let document: string | undefined;
  let usage: Spent | undefined;
  let failure: Failure | undefined;

  const told: Told = {
    piece: (text = "") => {
      bytes += Buffer.byteLength(text);
      if (bytes > limit) failure ??= problem("too-large", `The output is larger than the limit of ${limit} bytes.`);
      if (failure || text === "") return;
      written += text;
      progress.push({ type: "text", text });
    },
    restart: () => {
      if (written === "") return;
      written = "";
      bytes = 0;
      progress.push({ type: "restarted", message: "The program went on after its first words." });
    },
    document: (text) => {
      document = text;
    },
    usage: (spent) => {
      usage = spent;
    },
    note: (message) => progress.push({ type: "note", message }),
    fail: (found) => {
      failure ??= found;
    },
  };

  const read = (events: readonly unknown[]): AgentProgress[] => {
    progress = [];
    for (const event of events) interpret(event, told);
    return progress;
  };

  return {
    push: (bytes) => read(lines.push(bytes)),
    end: () => {
      read(lines.end());
      const whole = document ?? written;
      if (!failure && whole !== written) {
        told.restart();
        told.piece(whole);
      }
      return { progress, ...defined({ document: whole === "" ? undefined : Buffer.from(whole), usage, failure }) };
    },
  };
}

const LONGEST_LINE = 20_000_000;

/** Values from bytes of JSON Lines. Lines that are no JSON (a program's warnings among its events) are left out. */
class JsonLines {
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
