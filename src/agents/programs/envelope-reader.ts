import { defined, orUndefined } from "../../model/defined.ts";
import type { AgentProgress, AgentTask } from "../../ports/agent.ts";
import { type Failure, type FailureReason, failure, reasonForStatus, type Spent, tooLarge } from "../outcomes.ts";
import type { OutputReader } from "../process/output-reader.ts";

export interface EventContent {
  /** A new message or a tool call begins: the text so far was not the document. */
  readonly restart?: boolean;
  readonly piece?: string | undefined;
  readonly note?: string | undefined;
  readonly document?: string | undefined;
  readonly usage?: Spent;
  readonly failure?: Failure;
}

export type Interpret = (event: unknown) => EventContent;

const LONGEST_LINE = 20_000_000;

/** Reads a program's events in order. A message that exceeds the task's budget fails. */
export function envelopeReader({ budget }: AgentTask, interpret: Interpret): OutputReader {
  const decoder = new TextDecoder();
  let rest = "";
  let written = "";
  let bytes = 0;
  let document: string | undefined;
  let usage: Spent | undefined;
  let failure: Failure | undefined;

  function* read(content: EventContent): Generator<AgentProgress> {
    if (content.restart && written !== "") {
      [written, bytes] = ["", 0];
      yield { type: "restarted", message: "The program continued after its first answer." };
    }
    const { piece = "", note } = content;
    bytes += Buffer.byteLength(piece);
    if (bytes > budget.outputBytes) failure ??= tooLarge(budget.outputBytes);
    if (!failure && piece !== "") {
      written += piece;
      yield { type: "text", text: piece };
    }
    if (note !== undefined) yield { type: "note", message: note };
    document = content.document ?? document;
    usage = content.usage ?? usage;
    failure ??= content.failure;
  }

  const readLines = (lines: readonly string[]) => lines.flatMap((line) => [...read(interpret(eventOn(line)))]);

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

/** Undefined if the line is not JSON: programs print warnings between events. */
function eventOn(line: string): unknown {
  return line.startsWith("{") ? orUndefined(() => JSON.parse(line)) : undefined;
}

/** A nested field of JSON from elsewhere; the functions below also check its type. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

export function text(value: unknown, ...names: readonly string[]): string | undefined {
  const found = field(value, ...names);
  return typeof found === "string" ? found : undefined;
}

export function count(value: unknown, ...names: readonly string[]): number {
  const found = field(value, ...names);
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : 0;
}

/** Words in programs' error messages and what they mean, in order of precedence. */
const SIGNS: readonly (readonly [RegExp, FailureReason])[] = [
  [/output token maximum|max_output_tokens|maximum output/i, "too-large"],
  [
    /not logged in|log in|login|authenticat|unauthori[sz]ed|api key|auth method|missing environment variable/i,
    "unauthorised",
  ],
  [/overloaded|rate limit|too many requests|high demand|usage limit|quota|capacity/i, "overloaded"],
  [/connect|network|ECONN|ENOTFOUND|ETIMEDOUT|lookup address|socket|empty response/i, "network"],
];

/** Programs report failures in prose, sometimes with the provider's status. */
export function programFailure(name: string, message: string, status?: unknown): Failure {
  const known = typeof status === "number" ? status : statusIn(message);
  const sign = SIGNS.find(([words]) => words.test(message))?.[1];
  // 400 stands for many errors, so the words say more.
  const reason = known !== undefined && known !== 400 ? reasonForStatus(known) : (sign ?? "crashed");
  return failure(reason, `${name}: ${message}`);
}

function statusIn(message: string): number | undefined {
  const found = /\b(?:status:?|error:?|code"?:|code)\s{0,3}([45]\d\d)\b|\(([45]\d\d)\)/i.exec(message);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? undefined : Number(digits);
}
