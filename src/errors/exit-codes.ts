/** The one table of exit codes: what a script or a CI job can rely on. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  waiting: 3,
  stopped: 4,
  noAgent: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
