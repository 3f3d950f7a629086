/** Exit codes that scripts and CI can rely on; docs/cli.md is generated from the comment above each. */
export const EXIT_CODES = {
  /** success */
  done: 0,
  /** failure: an error, or findings at or above `--fail-on` */
  failed: 1,
  /** usage error: in the command line, or a value in one of your files */
  usage: 2,
  /** waiting: a question needs your answer, or the session is paused */
  waiting: 3,
  /** the session ended at a limit, in a stall, or abandoned */
  stopped: 4,
  /** no agent: the one you chose is not installed, or has no key */
  noAgent: 5,
  /** interrupted (Ctrl-C) */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
