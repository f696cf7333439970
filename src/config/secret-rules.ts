import type { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

export const MIN_SECRET_BYTES = 32;
// Matches secrets that are copied from examples; they are rejected, because anyone can look them up.
const wellKnownSecret = /change.?me|example|secret.?secret|your.?secret|^(.)\1+$|0123456789|password/i;

export interface SecretVariables {
  name: string;
  meaning: string;
  previousName: string;
  previousMeaning: string;
}

export interface SecretValues {
  /**
   * The current secret. May be undefined only outside production; the service then generates one and stores it in the
   * data directory.
   */
  current?: string;
  previous: readonly string[];
}

/** Reads a secret and the earlier secrets that it replaced; the same rules apply to each. */
export function readSecret(
  env: Environment,
  { production }: ServiceConfig,
  { name, meaning, previousName, previousMeaning }: SecretVariables,
): SecretValues {
  const current = env.text(name, {
    meaning,
    defaultText: 'generated and stored in the data directory in development',
    secret: true,
  });
  if (current === undefined && production)
    env.refuse(
      name,
      `must be set in production: ${MIN_SECRET_BYTES} random bytes or more, for instance from \`openssl rand -base64 48\``,
    );
  const previous = env.list(previousName, { meaning: previousMeaning, secret: true });
  for (const [variable, values] of [
    [name, current === undefined ? [] : [current]],
    [previousName, previous],
  ] as const) {
    if (values.some((secret) => Buffer.byteLength(secret) < MIN_SECRET_BYTES))
      env.refuse(variable, `must be ${MIN_SECRET_BYTES} bytes or more`);
    else if (production && values.some((secret) => wellKnownSecret.test(secret)))
      env.refuse(variable, 'must be random: it looks like an example');
  }
  return { current, previous };
}
