/** How often and how long a transient fault is waited out (SPEC 15.3). */
export interface BackOffPolicy {
  /** The first try counts. */
  readonly maxTries: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** A provider that asks for more than this is not waited for: the run fails, and the person is told when. */
  readonly longestRetryAfterSeconds: number;
}

export const DEFAULT_BACK_OFF: BackOffPolicy = {
  maxTries: 5,
  firstSeconds: 2,
  longestSeconds: 60,
  longestRetryAfterSeconds: 300,
};

/**
 * Seconds to wait after the given try failed, or undefined when it was the last one. The time doubles from try to try;
 * half of it is left to chance, so that runs that failed together do not come back together. What the provider asked
 * for is never undercut.
 */
export function waitAfter(
  failedTry: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
  policy: BackOffPolicy,
): number | undefined {
  if (failedTry >= policy.maxTries) return undefined;
  if ((retryAfterSeconds ?? 0) > policy.longestRetryAfterSeconds) return undefined;
  const whole = Math.min(policy.longestSeconds, policy.firstSeconds * 2 ** (failedTry - 1));
  const jittered = whole / 2 + random() * (whole / 2);
  return retryAfterSeconds === undefined ? jittered : retryAfterSeconds + random() * Math.min(1, policy.firstSeconds);
}
