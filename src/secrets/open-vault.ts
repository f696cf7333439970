import type { Config } from '../config/config.js';
import { keptSecret } from '../config/signing-secret.js';
import { SecretVault } from './secret-vault.js';

/**
 * The vault of the configured data secrets; in development of the one kept in the data directory.
 * @throws ConfigurationError when that one is damaged
 */
export function openVault({ service, dataSecret }: Config): SecretVault {
  return new SecretVault(dataSecret.secret ?? keptSecret(service.dataFile('data-secret')), dataSecret.previousSecrets);
}
