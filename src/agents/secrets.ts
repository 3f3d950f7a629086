export type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT|CREDENTIALS?|AUTH|COOKIE)(?:$|_(?!SOCK|FILE|PATH|DIR|URL|HOST|USER))/i;

/** Shorter ones would be found by chance in ordinary text. */
const SHORTEST = 8;

/** The values in the environment that must not come out: of variables named like a key, a token, a password. */
export function secretsOf(environment: Environment): string[] {
  const values = Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== undefined && looksSecret(value))
    .map(([, value]) => value ?? "");
  return [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))];
}

/** `DB_PASSWORD=postgres` is not worth taking every "postgres" out of a spec for. */
function looksSecret(value: string): boolean {
  if (value.length < SHORTEST) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return value.length >= 20 || kinds >= 2;
}
