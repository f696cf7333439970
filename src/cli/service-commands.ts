import { type Command, configurationHelp } from './command.js';

/** Commands of the operator, on the machine of the service. What they do is loaded when they run. */
export const serviceCommands: readonly Command[] = [
  {
    usage: 'serve',
    summary: 'run the service (the same as npm start)',
    options: { port: { value: 'PORT', meaning: 'instead of SVC_PORT' } },
    run: async ({ options, terminal }) => {
      if (options.port !== undefined) terminal.env.SVC_PORT = options.port;
      await import('../main.js');
      return -1;
    },
  },
  {
    usage: 'migrate',
    summary: "create the database or bring it to this release's schema",
    details: configurationHelp,
    run: async (invocation) => (await import('./migrate.js')).migrate(invocation),
  },
];
