import { type Command, configurationHelp } from '../commands/command.js';

/** Commands for operators, on the machine of the service. Their code is loaded when they run. */
export const serviceCommands: readonly Command[] = [
  {
    usage: 'serve',
    summary: 'run the service (the same as npm start)',
    options: { port: { value: 'PORT', meaning: 'instead of SVC_PORT' } },
    run: async ({ options, terminal }) => {
      if (options.port !== undefined) terminal.env.SVC_PORT = options.port;
      await import('../process/main.js');
      return -1;
    },
  },
  {
    usage: 'migrate',
    summary: "create the database or bring it to this release's schema",
    details: configurationHelp,
    run: async (invocation) => (await import('./migrate.js')).migrate(invocation),
  },
  {
    usage: 'backup FILE',
    summary: 'write the database and the secrets of the data directory to a new file',
    details: `The file has one consistent state of the database (tar, gzip) and its checksums. Only its owner can read it: it holds everything that accounts stored, and
the secrets \`data-secret\` and \`jwt-secret\` if the service keeps them in its data directory. Values of SVC_DATA_SECRET and SVC_JWT_SECRET are not in it.
${configurationHelp}`,
    run: async (invocation) => (await import('./transfer.js')).backup(invocation),
  },
  {
    usage: 'restore FILE',
    summary: 'fill an empty database from a backup',
    options: { check: { meaning: 'only check every byte of the file' } },
    details: `The database is filled in one transaction: an interrupted or failed restore leaves it empty. A backup of an older version is brought to the schema of this one.
Configuration comes from SVC_* variables and from .env in the current directory (see .env.example). Start the service afterwards.
`,
    run: async (invocation) => (await import('./transfer.js')).restore(invocation),
  },
  {
    usage: 'migrate-data',
    summary: 'copy everything to an empty PostgreSQL, such as from the private one to your own',
    options: {
      to: {
        value: 'URL',
        meaning: 'postgres://user@host/database, an empty one; the password can be in PGPASSWORD or ~/.pgpass',
      },
      'while-running': {
        meaning:
          'copy the state at the start of the command although the service runs; what it writes later is not copied',
      },
    },
    details: `Compares rows and checksums of each table. Run it again after an interruption: it continues. The source is not changed.
Configuration of the source comes from SVC_* variables and from .env in the current directory (see .env.example).
`,
    run: async (invocation) => (await import('./transfer.js')).migrateData(invocation),
  },
];
