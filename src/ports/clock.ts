export interface Clock {
  /** Milliseconds since the epoch. It may jump back, so nothing may depend on its order. */
  now(): number;
  /** Milliseconds since an arbitrary moment; it never jumps or goes back, so durations are measured with it. */
  elapsed(): number;
  /** Resolves after the time has passed, or at once when the signal aborts. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
