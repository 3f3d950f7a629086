/** The library: what a program that embeds Whetstone may use. */
export { type CheckOptions, check } from "./checks/check.ts";
export { FINDING_TYPES, type Finding, type FindingType } from "./checks/finding.ts";
export { RULES } from "./checks/registry.ts";
export type { Rule } from "./checks/rule.ts";
export type { RuleSwitches } from "./checks/switches.ts";
export { EXIT_CODES, type ExitCode } from "./errors/exit-codes.ts";
export { type ErrorFacts, InternalError, UsageError, WhetstoneError } from "./errors/whetstone-error.ts";
export { type DecisionId, type GapId, type IssueId, isGapId, isIssueId, sortGapIds } from "./model/ids.ts";
export { compareSeverity, DEFAULT_SEVERITY_WEIGHTS, SEVERITIES, type Severity } from "./model/severity.ts";
