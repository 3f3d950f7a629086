/** What tests of and around Whetstone need. */
export { type FixedClock, type FixedClockOptions, fixedClock } from "./fixed-clock.ts";
export { type MemoryFiles, type MemoryFilesOptions, memoryFiles, type Survival } from "./memory-files.ts";
export { type MemoryHome, memoryHome, memoryHomes } from "./memory-home.ts";
export { memoryInbox } from "./memory-inbox.ts";
export {
  type ScriptedAgent,
  type ScriptedAnswer,
  type ScriptedProcesses,
  scriptedAgent,
  scriptedProcesses,
} from "./scripted-agent.ts";
export { type TestSession, type TestSessionOptions, testSession } from "./test-session.ts";
