/** Time as the engine sees it. */
export interface Clock {
  /** Milliseconds since the epoch. May jump back; nothing may depend on its order. */
  now(): number;
  /** Milliseconds since some moment before: never goes back and never jumps. Durations within a process come from it. */
  elapsed(): number;
  /** Resolves after the time has passed, or at once when the signal aborts. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
