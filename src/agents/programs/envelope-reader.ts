import type { AgentProgress, AgentTask, Usage } from "../../ports/agent.ts";
import { type Failure, failure as problem } from "../outcomes.ts";
import type { OutputReader } from "../process/output-reader.ts";
import { JsonLines } from "./json-lines.ts";

/** What an event of a program tells about the run. */
export type Told =
  /** More of the message that the program is writing. */
  | { readonly type: "piece"; readonly text: string }
  /** The program begins another message or turns to a tool: what it wrote so far was talk. */
  | { readonly type: "restart" }
  /** The whole last message. */
  | { readonly type: "document"; readonly text: string }
  | { readonly type: "usage"; readonly usage: Omit<Usage, "seconds"> }
  | { readonly type: "note"; readonly message: string }
  | { readonly type: "failure"; readonly failure: Failure };

export type Interpret = (event: unknown) => readonly Told[];

/**
 * Reads a program's events; `interpret` is called once for each, in order, and may keep state of its run. A message
 * that grows beyond the task's budget is given up: the limit on the output alone would let too much through.
 */
export function envelopeReader(task: AgentTask, interpret: Interpret): OutputReader {
  const limit = task.budget.outputBytes;
  const lines = new JsonLines();
  let written = "";
  let bytes = 0;
  let document: string | undefined;
  let usage: Omit<Usage, "seconds"> | undefined;
  let failure: Failure | undefined;

  function take(told: Told): AgentProgress[] {
    switch (told.type) {
      case "piece":
        return piece(told.text);
      case "restart":
        return restart();
      case "document":
        document = told.text;
        return [];
      case "usage":
        usage = told.usage;
        return [];
      case "note":
        return [{ type: "note", message: told.message }];
      case "failure":
        failure ??= told.failure;
        return [];
    }
  }

  function piece(text: string): AgentProgress[] {
    bytes += Buffer.byteLength(text);
    if (bytes > limit) {
      failure ??= problem("too-large", `The output is larger than the limit of ${limit} bytes.`);
    }
    if (failure || text === "") return [];
    written += text;
    return [{ type: "text", text }];
  }

  function restart(): AgentProgress[] {
    if (written === "") return [];
    written = "";
    bytes = 0;
    return [{ type: "restarted", message: "The program went on after its first words." }];
  }

  const read = (events: readonly unknown[]) => events.flatMap((event) => interpret(event).flatMap(take));

  return {
    push: (bytes) => read(lines.push(bytes)),
    end: () => {
      const progress = read(lines.end());
      const whole = document ?? written;
      if (!failure && whole !== written) progress.push(...restart(), ...piece(whole));
      return {
        progress,
        ...(whole === "" ? {} : { document: Buffer.from(whole) }),
        ...(usage ? { usage } : {}),
        ...(failure ? { failure } : {}),
      };
    },
  };
}
