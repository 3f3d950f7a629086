import { EXIT_CODES, type ExitCode } from "./exit-codes.ts";

/** What an error says besides its message. */
export interface ErrorFacts {
  /** The file, option, id or line that the error is about. */
  readonly target?: string;
  /** What the User can do about it, as a sentence. */
  readonly fix?: string;
  readonly cause?: unknown;
  readonly exitCode?: ExitCode;
}

/** The base of every error that the User may see: what happened, where, and how to fix it. */
export class WhetstoneError extends Error {
  override readonly name: string = "WhetstoneError";
  readonly code: string;
  readonly target: string | undefined;
  readonly fix: string | undefined;
  readonly exitCode: ExitCode;

  constructor(code: string, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.target = facts.target;
    this.fix = facts.fix;
    this.exitCode = facts.exitCode ?? EXIT_CODES.failed;
  }
}

/** A wrong command line, or a wrong value in a file that the User wrote. */
export class UsageError extends WhetstoneError {
  override readonly name = "UsageError";

  constructor(message: string, facts: ErrorFacts = {}) {
    super("USAGE", message, { exitCode: EXIT_CODES.usage, ...facts });
  }
}

/** A bug in Whetstone: a rule of the model would be broken. */
export class InternalError extends WhetstoneError {
  override readonly name = "InternalError";

  constructor(message: string, facts: ErrorFacts = {}) {
    super("INTERNAL", message, {
      fix: "This is a bug in Whetstone. Please report it with the output of `whetstone doctor`.",
      ...facts,
    });
  }
}
