/** What tests of and around Whetstone need. */
export { type FixedClock, type FixedClockOptions, fixedClock } from "./fixed-clock.ts";
export { type MemoryFiles, type MemoryFilesOptions, memoryFiles, type Survival } from "./memory-files.ts";
export { type MemoryHome, memoryHome } from "./memory-home.ts";
export { memoryInbox } from "./memory-inbox.ts";
export { type ScriptedAgent, type ScriptedAnswer, scriptedAgent } from "./scripted-agent.ts";
export { type ScriptedProcesses, scriptedProcesses } from "./scripted-processes.ts";
export { type TestSession, type TestSessionOptions, testSession } from "./test-session.ts";
