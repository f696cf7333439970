import type { Invocation } from '../commands/command.js';
import { withServices } from './with-services.js';

/** Migrates the database, by opening it. For operators who want to do so before they start the service. */
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
