import { LostSecrets } from '../features/webhooks/lost-secrets.service.js';
import { openVault } from '../secrets/open-vault.js';
import type { Terminal } from './terminal.js';
import { withServices } from './with-services.js';

/** `watchfloor secrets discard`. @throws TypeError for words it does not understand */
export function secretsCommand(words: string[], terminal: Terminal): Promise<number> {
  if (words.length !== 1 || words[0] !== 'discard') throw new TypeError('Say what to do: discard.');
  return withServices(
    terminal,
    async (services) => {
      terminal.out(`Disabled ${await services.get(LostSecrets).discard()} webhook endpoint(s) whose secrets are lost. Their owners are notified.\n`);
      return 0;
    },
    (config) => openVault(config),
  );
}
