/** How a provider of agents did in the last tries, over all runs. */
export interface ProviderHealth {
  /** How many tries in a row met a transient fault. */
  readonly failures: number;
  /** The message of the last fault. */
  readonly message: string;
  /** The provider asked for no requests before this time, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

export const HEALTHY: ProviderHealth = { failures: 0, message: "" };

/**
 * The health of each provider, shared by all runs of one or several processes.
 *
 * Contract: an unknown provider is healthy. Changes of one provider happen one after the other, each based on the
 * result of the one before.
 */
export interface ProviderHealths {
  read(provider: string): Promise<ProviderHealth>;
  change(provider: string, to: (before: ProviderHealth) => ProviderHealth): Promise<ProviderHealth>;
  /** The User says that all providers work again. */
  clear(): Promise<void>;
}

/** Health that is kept in memory, for one process. */
export function processHealths(): ProviderHealths {
  const known = new Map<string, ProviderHealth>();
  const current = (provider: string) => known.get(provider) ?? HEALTHY;
  return {
    read: async (provider) => current(provider),
    async change(provider, to) {
      known.set(provider, to(current(provider)));
      return current(provider);
    },
    clear: async () => known.clear(),
  };
}
