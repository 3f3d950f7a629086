/** What a script or a CI job can rely on. What is said above each is its line in docs/cli.md. */
export const EXIT_CODES = {
  /** done */
  done: 0,
  /** failed */
  failed: 1,
  /** wrong usage: the command line, or a value in one of your files */
  usage: 2,
  /** a question waits for you */
  waiting: 3,
  /** stopped by a limit or a stall */
  stopped: 4,
  /** no agent: the chosen one is not installed, or has no key */
  noAgent: 5,
  /** interrupted */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
