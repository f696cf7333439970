import { type Command, configurationHelp } from '../../commands/command.js';

/** The commands `watchfloor secrets …`. Their code is loaded only when they run. */
export const secretsCommands: readonly Command[] = [
  {
    usage: 'secrets discard',
    summary: 'disable the webhook endpoints whose secrets the data secrets cannot read',
    details: configurationHelp,
    run: async (invocation) => (await import('./lost-secrets.command.js')).discardSecrets(invocation),
  },
];
