import { EventEmitter } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { createContext } from "./cli-context.ts";

function host(changes: { stdin?: boolean; stderr?: boolean } = {}) {
  const stream = (isTTY = false) => Object.assign(new EventEmitter(), { isTTY, write: vi.fn() });
  return Object.assign(new EventEmitter(), {
    cwd: () => "/work",
    env: {},
    stdin: stream(changes.stdin),
    stdout: stream(),
    stderr: stream(changes.stderr),
    exit: vi.fn(),
    exitCode: undefined,
  });
}

const create = (argv: string[], around = host()) => createContext(argv, "1.2.3", around as unknown as NodeJS.Process);

describe("the context", () => {
  test("finds --json among the words, but not behind a double dash", () => {
    expect(create(["status", "--json"]).json).toBe(true);
    expect(create(["status", "--", "--json"]).json).toBe(false);
  });

  test("a person can be asked only where both ends are terminals", () => {
    expect(create([], host({ stdin: true, stderr: true })).interactive).toBe(true);
    expect(create([], host({ stdin: true })).interactive).toBe(false);
    expect(create([], host({ stderr: true })).interactive).toBe(false);
  });

  test("leaves Ctrl-C to Node until a command asks for it", () => {
    const around = host();
    const context = create([], around);
    expect(around.listenerCount("SIGINT")).toBe(0);
    context.interruption();
    context.interruption();
    expect(around.listenerCount("SIGINT")).toBe(1);
    context.close();
    expect(around.listenerCount("SIGINT")).toBe(0);
  });

  test("the first Ctrl-C aborts the work, the second ends the process with 130", () => {
    const around = host();
    const signal = create([], around).interruption();
    around.emit("SIGINT");
    expect(signal.aborted).toBe(true);
    expect(around.exit).not.toHaveBeenCalled();
    around.emit("SIGINT");
    expect(around.exit).toHaveBeenCalledWith(130);
  });

  test("a reader that goes away changes nothing; another fault of the stream is an error", () => {
    const around = host();
    create([], around).output.result("x");
    around.stdout.emit("error", Object.assign(new Error("broken pipe"), { code: "EPIPE" }));
    expect(around.exit).not.toHaveBeenCalled();
    expect(() => around.stdout.emit("error", Object.assign(new Error("no space"), { code: "ENOSPC" }))).toThrow(
      "no space",
    );
  });
});
