import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { parseCommand } from "../../model/command-words.ts";

const CUT = "<!-- whetstone: this line and everything below it is left out -->";
const MAX_CHARACTERS = 1_000_000;

/** The person's editor, as they set it: `$VISUAL`, else `$EDITOR`. None where neither is set. */
export function editorCommand(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return [env.VISUAL, env.EDITOR].find((value) => value !== undefined && value.trim() !== "");
}

/**
 * Lets the person write in their editor and gives the text back. The command is started without a shell; the file lies
 * in a folder of its own that only they can read, and goes away afterwards. Throws where the editor fails.
 */
export async function editText(command: string, initial: string, hint: string, signal?: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-"));
  try {
    const file = join(folder, "answer.md");
    await writeFile(file, `${initial}\n\n${CUT}\n\n${hint}\n`, { mode: 0o600 });
    await runEditor([...parseCommand(command), file], signal);
    return readBack(await readFile(file, "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readBack(written: string): string {
  const text = written.replace(/\r\n/g, "\n").split(CUT)[0] ?? "";
  if (text.length > MAX_CHARACTERS) {
    throw new WhetstoneError("TEXT_TOO_LONG", `the text is longer than ${MAX_CHARACTERS} characters`);
  }
  return text.trim();
}

function runEditor([program = "", ...args]: readonly string[], signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const failed = (what: string, cause?: unknown): void =>
      fail(new WhetstoneError("EDITOR_FAILED", `the editor ${program} ${what}`, { target: program, cause }));
    const child = spawn(program, args, { stdio: "inherit", ...(signal === undefined ? {} : { signal }) });
    child.on("error", (error) => failed("could not be started", error));
    child.on("close", (code) =>
      code === 0 ? done() : failed(`ended with ${code ?? "a signal"}: its text is not taken`),
    );
  });
}
