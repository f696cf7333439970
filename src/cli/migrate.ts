import type { Invocation } from '../commands/command.js';
import { withServices } from './with-services.js';

/** Opening the database migrates it; this is for those who want to do it before they start the service. */
export function migrate({ terminal }: Invocation): Promise<number> {
  return withServices(
    terminal,
    async () => {
      terminal.out('The database has the schema of this release.\n');
      return 0;
    },
    { createsDatabase: true },
  );
}
