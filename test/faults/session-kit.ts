// What the fault tests run by the hundred, as one entry: bundled, it runs several times faster than under Vitest.

export { hashOf } from "../../src/engine/files/exact-text.ts";
export { readEntries } from "../../src/engine/folder-home.ts";
export { nodeFiles } from "../../src/engine/node-files.ts";
export { faultAt, faults, NO_FAULT } from "./faults.ts";
export { fullSession, RUNS } from "./full-session.ts";
export { differences, outcomeOf } from "./session-outcome.ts";
