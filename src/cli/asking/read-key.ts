import { emitKeypressEvents } from "node:readline";
import type { Readable } from "node:stream";

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly sequence?: string;
}

interface RawInput extends Readable {
  readonly isTTY?: boolean;
  readonly isRaw?: boolean;
  setRawMode?(mode: boolean): unknown;
}

/** Waits for one of these keys, by letter or name (`return`). Esc, Ctrl-C and an abort give `undefined`. */
export function readKey(input: RawInput, keys: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  emitKeypressEvents(input);
  const wasRaw = input.isRaw === true;
  input.setRawMode?.(true);
  input.resume();
  return new Promise((resolve) => {
    const done = (key: string | undefined): void => {
      input.off("keypress", onKey);
      signal.removeEventListener("abort", onAbort);
      input.setRawMode?.(wasRaw);
      input.pause();
      resolve(key);
    };
    const onAbort = (): void => done(undefined);
    const onKey = (character: string | undefined, key: Key): void => {
      const isLeft = key.name === "escape" || (key.ctrl === true && key.name === "c");
      const pressed = keys.find((each) => each === character?.toLowerCase() || each === key.name);
      if (isLeft) done(undefined);
      else if (pressed !== undefined && key.ctrl !== true) done(pressed);
    };
    input.on("keypress", onKey);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
