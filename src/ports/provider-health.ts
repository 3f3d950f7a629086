/** What is known of a provider of agents over all runs with it. */
export interface ProviderHealth {
  /** Tries in a row that met a transient fault. */
  readonly failures: number;
  /** What the last of them said. */
  readonly message: string;
  /** The provider asked to be left alone until then, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

export const HEALTHY: ProviderHealth = { failures: 0, message: "" };

/**
 * The health of each provider, for whoever starts runs with it: a process, or several.
 *
 * Contract: a provider that nothing is known of is healthy. Changes of one provider happen one after the other, each on
 * what the one before left.
 */
export interface ProviderHealths {
  read(provider: string): Promise<ProviderHealth>;
  change(provider: string, to: (before: ProviderHealth) => ProviderHealth): Promise<ProviderHealth>;
  /** The person says that all of them work again. */
  clear(): Promise<void>;
}

/** For the runs of one process. */
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
