import type { Config } from '../config/config.js';
import { keptSecret } from '../config/signing-secret.js';
import { SecretVault } from './secret-vault.js';

/**
 * Returns the vault with the configured data secrets; in development without one, with the secret in the data
 * directory.
 * @throws ConfigurationError when the secret in the data directory is invalid
 */
export function openVault({ service, dataSecret }: Config): SecretVault {
  return new SecretVault(dataSecret.secret ?? keptSecret(service.dataFile('data-secret')), dataSecret.previousSecrets);
}
