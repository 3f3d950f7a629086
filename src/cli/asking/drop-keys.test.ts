import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { dropKeys } from "./read-lines.ts";

function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw) });
  return { input, modes };
}

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
  input.write("\u0003");
  await dropKeys(input, interrupt);
  expect(interrupt).toHaveBeenCalledOnce();
});
