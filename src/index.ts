/** The library: what a program that embeds Whetstone may use. */
export { EXIT_CODES, type ExitCode } from "./errors/exit-codes.ts";
export { type ErrorFacts, InternalError, UsageError, WhetstoneError } from "./errors/whetstone-error.ts";
export { type DecisionId, type GapId, type IssueId, isGapId, isIssueId, sortGapIds } from "./model/ids.ts";
export { compareSeverity, DEFAULT_SEVERITY_WEIGHTS, SEVERITIES, type Severity } from "./model/severity.ts";
