import { defined } from "../../model/defined.ts";
import type { AgentProgress, AgentTask } from "../../ports/agent.ts";
import { type Failure, type Spent, tooLarge } from "../outcomes.ts";
import type { OutputReader } from "../process/output-reader.ts";

/** What an event of a program tells about its run. */
export interface Told {
  /** The program begins another message or turns to a tool: what it wrote so far was talk. */
  readonly restart?: boolean;
  /** More of the message that the program is writing. */
  readonly piece?: string | undefined;
  readonly note?: string | undefined;
  readonly document?: string | undefined;
  readonly usage?: Spent;
  readonly failure?: Failure;
}

export type Interpret = (event: unknown) => Told;

const LONGEST_LINE = 20_000_000;

/** Reads a program's events in order. A message that grows beyond the task's budget is given up. */
export function envelopeReader({ budget }: AgentTask, interpret: Interpret): OutputReader {
  const decoder = new TextDecoder();
  let rest = "";
  let written = "";
  let bytes = 0;
  let document: string | undefined;
  let usage: Spent | undefined;
  let failure: Failure | undefined;

  function* read(told: Told): Generator<AgentProgress> {
    if (told.restart && written !== "") {
      [written, bytes] = ["", 0];
      yield { type: "restarted", message: "The program went on after its first words." };
    }
    const { piece = "", note } = told;
    bytes += Buffer.byteLength(piece);
    if (bytes > budget.outputBytes) failure ??= tooLarge(budget.outputBytes);
    if (!failure && piece !== "") {
      written += piece;
      yield { type: "text", text: piece };
    }
    if (note !== undefined) yield { type: "note", message: note };
    document = told.document ?? document;
    usage = told.usage ?? usage;
    failure ??= told.failure;
  }

  const readLines = (lines: readonly string[]) => lines.flatMap((line) => valuesIn(line).flatMap(readValue));
  const readValue = (value: unknown) => [...read(interpret(value))];

  return {
    push: (more) => {
      const words = decoder.decode(more, { stream: true });
      rest += words;
      if (rest.length > LONGEST_LINE && !words.includes("\n")) rest = "";
      if (!words.includes("\n")) return [];
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      return readLines(lines);
    },
    end: () => {
      const progress = readLines([rest + decoder.decode()]);
      const whole = document ?? written;
      if (!failure && whole !== written) progress.push(...read({ restart: true, piece: whole }));
      return { progress, ...defined({ document: whole === "" ? undefined : Buffer.from(whole), usage, failure }) };
    },
  };
}

/** None where the line is no JSON: a program's warnings stand among its events. */
function valuesIn(line: string): unknown[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
