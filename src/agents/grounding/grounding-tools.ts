import * as z from "zod";
import { type Codebase, Refusal } from "./codebase.ts";
import { listFiles } from "./list-files.ts";
import { readLines } from "./read-lines.ts";
import { searchFiles } from "./search-files.ts";

/** A tool that a model may call. */
export interface GroundingTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly schema: Record<string, unknown>;
  /** Never rejects: what is wrong is said in the answer, so that the model can do better. */
  call(input: unknown, signal?: AbortSignal): Promise<string>;
}

const path = z.string().max(1000);
const listInput = z.object({ folder: path.default(".").describe("Folder to list, from the codebase's root.") });
const searchInput = z.object({
  words: z.string().min(2).max(200).describe("Text to look for, as it stands in a line. Not a pattern."),
  folder: path.default(".").describe("Folder or file to search, from the codebase's root."),
});
const readInput = z.object({
  file: path.describe("File to read, from the codebase's root."),
  from: z.int().min(1).default(1).describe("First line."),
  to: z.int().min(1).optional().describe("Last line."),
});

/** List, search and read below one codebase, and nothing else (SPEC 15.5). */
export function groundingTools(codebase: Codebase): GroundingTool[] {
  return [
    tool("list_files", "Lists the files of the codebase below a folder, with sizes.", listInput, ({ folder }, signal) =>
      listFiles(codebase, folder, signal),
    ),
    tool(
      "search_files",
      "Finds the lines of the codebase that hold a text, as file:line: text. Cite places as file:line.",
      searchInput,
      ({ words, folder }, signal) => searchFiles(codebase, words, folder, signal),
    ),
    tool(
      "read_file",
      "Reads lines of a file of the codebase, each with its number. Cite places as file:line.",
      readInput,
      ({ file, from, to }) => readLines(codebase, file, from, to),
    ),
  ];
}

function tool<Input>(
  name: string,
  description: string,
  schema: z.ZodType<Input>,
  run: (input: Input, signal?: AbortSignal) => Promise<string>,
): GroundingTool {
  return {
    name,
    description,
    schema: z.toJSONSchema(schema, { io: "input" }),
    call: async (input, signal) => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) return `That input is not right: ${z.prettifyError(parsed.error)}`;
      try {
        return await run(parsed.data, signal);
      } catch (error) {
        // The system's own messages hold paths of this computer: the model gets none of them.
        return error instanceof Refusal ? error.message : "That could not be read.";
      }
    },
  };
}
