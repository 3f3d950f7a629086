/**
 * Runs a task for everyone who asks: calls that come while it runs share the one run after it, so that what they
 * brought is in it. One sync for many appends is a group commit.
 */
export function sharedRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {}) // its own callers were told
      .then(() => {
        next = undefined;
        running = task();
        return running;
      });
    return next;
  };
}
