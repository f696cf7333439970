import { urlOption } from '../../cli/server-connection.js';
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

/** The command `watchfloor listen`, for developers of receivers. */
export const listenCommands: readonly Command[] = [
  {
    usage: 'listen',
    summary: 'forward events to a server on your machine, signed as webhooks are',
    isForCallers: true,
    options: {
      url: urlOption,
      'forward-to': { value: 'URL', meaning: 'where events are posted, such as http://127.0.0.1:8080/webhook' },
      type: { value: 'TYPES', meaning: "types or patterns of events, with commas between them; otherwise all ('*')" },
      subscription: { value: 'ID', meaning: 'events of a subscription of yours, which is kept' },
      secret: { value: 'SECRET', meaning: 'signs the messages (whsec_…); otherwise a new one is shown' },
    },
    details: `Each event is a POST with the headers and the body of a webhook (Standard Webhooks). After a failure it is sent twice more, then
skipped. Without --subscription a subscription is created, and deleted at the end. Ctrl-C ends it.

Example:
  npx watchfloor listen --type 'alert.*,geofence.*' --forward-to http://127.0.0.1:8080/webhook
`,
    run: async (invocation) => (await import('./listen.command.js')).listen(invocation),
  },
];
