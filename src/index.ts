/** The library: what a program that embeds Whetstone may use (docs/library.md). */

// Documents: read, judged, their changes applied; one compared with the review before it.
export { type CheckOptions, check } from "./checks/check.ts";
export { FINDING_TYPES, type Finding, type FindingType } from "./checks/finding.ts";
export { RULES } from "./checks/registry.ts";
export type { Rule } from "./checks/rule.ts";
export type { RuleSwitches } from "./checks/rule-switches.ts";
export type { AgentDocument, EngineerDocument, Reading, ReviewerDocument } from "./documents/agent-document.ts";
export { type ApplyResult, applyChanges } from "./documents/changes/apply-changes.ts";
export { readForm } from "./documents/form/read-form.ts";
// Sessions: begun, opened, run, commanded. The ports say what has to be given.
export { commandSession, type SessionCommandResult } from "./engine/command-session.ts";
export { createSession, type NewSession } from "./engine/create-session.ts";
export type { Agents, EngineParts, Observation, Observe } from "./engine/engine-parts.ts";
export { readEntries } from "./engine/folder-home.ts";
export { loadPromptKit } from "./engine/load-prompt-kit.ts";
export { nodeFiles } from "./engine/node-files.ts";
export { nodeProcesses } from "./engine/node-processes.ts";
export { runSession, type StopReason } from "./engine/run-session.ts";
export { openStore, readState, type SessionStore, type StoreParts } from "./engine/session-store.ts";
export { systemClock } from "./engine/system-clock.ts";
export { EXIT_CODES, type ExitCode } from "./errors/exit-codes.ts";
export { type ErrorFacts, InternalError, UsageError, WhetstoneError } from "./errors/whetstone-error.ts";
export type { Command, CommandResult } from "./mediator/commands/command.ts";
export type { JudgedIssue } from "./mediator/disagreement/judge-answer.ts";
export {
  type AnswerFacts,
  type AnswerStatus,
  type Judgement,
  judgeAnswer,
} from "./mediator/disagreement/judge-answer.ts";
export { evolve, fold } from "./mediator/evolve/evolve.ts";
export type { GateContext } from "./mediator/gate/gate-context.ts";
export { type Admission, admit } from "./mediator/gate/judge.ts";
export { next } from "./mediator/next.ts";
export type { State } from "./mediator/state.ts";
export type { Config } from "./model/config.ts";
export { DEFAULT_CONFIG } from "./model/default-config.ts";
export type { Entry, SessionEvent } from "./model/events.ts";
export type { Gap, GapState } from "./model/gap.ts";
export { type DecisionId, type GapId, type IssueId, isGapId, isIssueId, sortGapIds } from "./model/ids.ts";
export type { Issue, IssueState } from "./model/issue.ts";
export type { Answer, Question } from "./model/question.ts";
export { compareSeverity, DEFAULT_SEVERITY_WEIGHTS, SEVERITIES, type Severity } from "./model/severity.ts";
export type { Agent, AgentOutcome, AgentProgress, AgentTask } from "./ports/agent.ts";
export type { Asker, AskOutcome } from "./ports/asker.ts";
export type { Clock } from "./ports/clock.ts";
export type { Files } from "./ports/files.ts";
export type { Processes } from "./ports/processes.ts";
