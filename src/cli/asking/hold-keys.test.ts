import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { dropKeys, holdKeys } from "./hold-keys.ts";

function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw) });
  return { input, modes };
}

it("keeps what is typed between two questions for the next one, without an echo", async () => {
  const { input, modes } = terminal();
  const letGo = holdKeys(input);
  input.write("f");
  await new Promise(setImmediate);
  expect(modes).toEqual([true]);
  letGo();
  expect(modes).toEqual([true, false]);
  expect(String(input.read())).toBe("f");
});

it("drops what was typed before a question was shown", async () => {
  const { input, modes } = terminal();
  input.write("\r");
  await dropKeys(input);
  expect(modes).toEqual([true, false]);
  input.write("x");
  expect(String(input.read())).toBe("x");
});

it("interrupts on Ctrl-C", async () => {
  const { input } = terminal();
  const interrupt = vi.fn(() => true);
  const letGo = holdKeys(input, interrupt);
  input.write("\u0003");
  await new Promise(setImmediate);
  letGo();
  expect(interrupt).toHaveBeenCalledOnce();
  expect(input.read()).toBeNull();
});

it("leaves a stream that is no terminal alone", () => {
  const input = new PassThrough();
  holdKeys(input)();
  expect(input.isPaused()).toBe(false);
});
