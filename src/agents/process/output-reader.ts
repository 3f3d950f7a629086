import type { AgentProgress, Usage } from "../../ports/agent.ts";
import type { Failure } from "../outcomes.ts";

interface OutputRead {
  readonly progress?: readonly AgentProgress[];
  readonly document?: Uint8Array;
  readonly usage?: Omit<Usage, "seconds">;
  /** The program reported a failure, whatever its exit code. */
  readonly failure?: Failure;
}

export interface OutputReader {
  push(bytes: Uint8Array): readonly AgentProgress[];
  end(): OutputRead;
}

export function documentReader(): OutputReader {
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    push: (bytes) => {
      chunks.push(bytes);
      return pieceOf(decoder.decode(bytes, { stream: true }));
    },
    end: () => ({
      progress: pieceOf(decoder.decode()),
      ...(chunks.length === 0 ? {} : { document: Buffer.concat(chunks) }),
    }),
  };
}

function pieceOf(text: string): AgentProgress[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** Standard output is only progress: the document is in a file. */
export function notesReader(): OutputReader {
  return { push: lineNotes(), end: () => ({}) };
}

const MOST_NOTES = 200;
const LONGEST_LINE = 1000;

/** Passes lines on as notes, limited in number and length: enough to see that something happens. */
export function lineNotes(): OutputReader["push"] {
  const decoder = new TextDecoder();
  let rest = "";
  let left = MOST_NOTES;
  return (bytes) => {
    if (left === 0) return [];
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
    const shown = lines.filter((line) => line.trim() !== "").slice(0, left);
    left -= shown.length;
    return shown.map((line) => ({ type: "note", message: line.slice(0, LONGEST_LINE) }));
  };
}
