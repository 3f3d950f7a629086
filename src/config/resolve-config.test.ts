import { describe, expect, test } from "vitest";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import { leaves } from "./keys.ts";
import { type FlagValue, resolveConfig } from "./resolve-config.ts";

const file = (values: unknown) => ({ file: "whetstone.config.json", values });
const flag = (path: string, value: unknown): FlagValue => ({ flag: `--set ${path}`, path, value });

function problem(work: () => unknown): WhetstoneError {
  try {
    work();
  } catch (error) {
    if (error instanceof WhetstoneError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("resolveConfig", () => {
  test("without file and flags everything is the default, and said to be", () => {
    const { config, origins } = resolveConfig(undefined, []);
    expect(config).toEqual(DEFAULT_CONFIG);
    expect([...origins.keys()]).toEqual(leaves({ ...DEFAULT_CONFIG }).map(([path]) => path));
    expect(new Set([...origins.values()].map((origin) => origin.from))).toEqual(new Set(["default"]));
  });

  test("SPEC 18: flags win over the file, the file over the default, leaf by leaf", () => {
    const { config, origins } = resolveConfig(file({ rollback: { mode: "STRICT", max_session: 3 }, max_rounds: 5 }), [
      flag("rollback.mode", "AUTO_RETRY"),
    ]);
    expect(config.rollback).toEqual({ ...DEFAULT_CONFIG.rollback, mode: "AUTO_RETRY", maxSession: 3 });
    expect(origins.get("rollback.mode")).toEqual({ from: "flag", where: "--set rollback.mode" });
    expect(origins.get("rollback.maxSession")).toEqual({ from: "file", where: "whetstone.config.json" });
    expect(origins.get("rollback.analysisThreshold")).toEqual({ from: "default", where: null });
    expect(config.maxRounds).toBe(5);
  });

  test("takes keys in snake_case and in camelCase, and refuses both at once", () => {
    expect(resolveConfig(file({ maxRounds: 5 }), []).config.maxRounds).toBe(5);
    expect(problem(() => resolveConfig(file({ maxRounds: 5, max_rounds: 6 }), [])).message).toContain("set twice");
  });

  test("an agent is set whole, in its short form or as an object", () => {
    const { config } = resolveConfig(
      file({ agents: { engineer: "replay:docs", reviewer: { kind: "command", command: ["x"] } } }),
      [flag("agents.engineer", "auto")],
    );
    expect(config.agents).toEqual({ engineer: { kind: "auto" }, reviewer: { kind: "command", command: ["x"] } });
  });

  test.each([
    [{ max_rounds: 0 }, 'max_rounds is 0; allowed: "auto", or a whole number from 1 to 10000'],
    [{ hard_limit: "many" }, 'hard_limit is "many"; allowed: a whole number from 1 to 10000'],
    [{ auto_confirm: "yes" }, 'auto_confirm is "yes"; allowed: true or false'],
    [{ rollback: { mode: "LOOSE" } }, 'rollback.mode is "LOOSE"; allowed: "INTERACTIVE", "AUTO_RETRY", "STRICT"'],
    [
      { rollback: { backup_retention_rounds: 6 } },
      "rollback.backup_retention_rounds is 6; allowed: a whole number from 1 to 5",
    ],
    [{ disagree: 1 }, "disagree is 1; allowed: an object"],
    [{ budgets: { usd: null } }, "budgets.usd is null; allowed: a number from 0.01 to 1000000"],
    [{ disagree: { round: 1.5 } }, "disagree.round is 1.5; allowed: a number from 0 to 1"],
    [{ rollback: { limit: 1 } }, "rollback.limit is not a setting; allowed here: mode, max_session"],
    [{ max_round: 1 }, "max_round is not a setting; did you mean max_rounds? allowed here: stall_threshold"],
    [{ max_round: 1 }, "budgets, agents, checks, session_folder"],
    [{ max_round: 1 }, "spec, codebase, inventory"],
    [{ max_rounds: 60 }, "max_rounds is 60; allowed: at most hard_limit, which is 50"],
    [{ severity_weights: { LOW: 3 } }, "severity_weights are 16, 4, 2, 3"],
    [{ session_folder: " " }, 'session_folder is " "; allowed: a path that is not empty'],
    [{ agents: { engineer: 'command:"x' } }, "agents.engineer is"],
  ])("SPEC 18: %j stops with the path, the value and what is allowed", (values, message) => {
    const error = problem(() => resolveConfig(file(values), []));
    expect(error.message).toContain(message);
    expect(error.target).toContain("whetstone.config.json");
    expect(error.exitCode).toBe(2);
  });

  test("names every wrong value at once", () => {
    const error = problem(() => resolveConfig(file({ max_retries: -1, parallel_gaps: 0 }), []));
    expect(error.message).toContain("2 settings are wrong");
    expect(error.message).toContain("max_retries is -1");
    expect(error.message).toContain("parallel_gaps is 0");
  });

  test("a wrong flag is named as the place", () => {
    expect(problem(() => resolveConfig(undefined, [flag("maxRetries", 99)])).target).toBe("--set maxRetries");
  });

  test.each([null, [], "x", 3])("%j is no configuration", (values) => {
    expect(problem(() => resolveConfig(file(values), [])).message).toContain("must be an object");
  });

  test("a key named __proto__ is an unknown setting and changes no prototype", () => {
    const values = JSON.parse('{ "__proto__": { "polluted": true } }');
    expect(() => resolveConfig(file(values), [])).toThrow();
    expect("polluted" in {}).toBe(false);
  });

  test("$schema is left to editors", () => {
    expect(resolveConfig(file({ $schema: "x" }), []).config).toEqual(DEFAULT_CONFIG);
  });
});
