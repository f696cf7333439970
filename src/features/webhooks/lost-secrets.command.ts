import { withServices } from '../../cli/with-services.js';
import type { Invocation } from '../../commands/command.js';
import { openVault } from '../../secrets/open-vault.js';
import { LostSecrets } from './lost-secrets.service.js';

export function discardSecrets({ terminal }: Invocation): Promise<number> {
  return withServices(
    terminal,
    async (services) => {
      terminal.out(
        `Disabled ${await services.get(LostSecrets).discard()} webhook endpoint(s) whose secrets are lost. Their owners are notified.\n`,
      );
      return 0;
    },
    { vaultOf: (config) => openVault(config) },
  );
}
