import type { Command } from './command.js';
import { urlOption } from './server-connection.js';

/** Commands of a caller of the API, on any machine. What they do is loaded when they run. */
export const clientCommands: readonly Command[] = [
  {
    usage: 'login',
    summary: 'sign in with a password or a personal key',
    options: {
      url: { ...urlOption, meaning: 'of the service; otherwise WATCHFLOOR_URL, where you signed in last, or http://127.0.0.1:3000' },
      email: { value: 'EMAIL', meaning: 'of the account; otherwise it asks' },
      'password-stdin': { meaning: 'read the password from standard input; otherwise it asks' },
      key: { value: 'KEY', meaning: 'a personal key (wfk_…) instead of a password; others on the machine can see it' },
      'key-stdin': { meaning: 'read the key from standard input' },
    },
    details: `Keeps the session or the key in credentials.json, readable by you alone, in WATCHFLOOR_CONFIG_DIR, XDG_CONFIG_HOME/watchfloor or ~/.config/watchfloor.
Later commands renew the access token from it. A session ends 14 days after its last use.
`,
    run: async (invocation) => (await import('./login.js')).login(invocation),
  },
  {
    usage: 'logout',
    summary: 'end the session and remove what login keeps',
    options: { url: urlOption },
    run: async (invocation) => (await import('./login.js')).logout(invocation),
  },
  {
    usage: 'whoami',
    summary: 'show who is signed in, and where',
    options: { url: urlOption, json: { meaning: 'the whole profile as JSON' } },
    run: async (invocation) => (await import('./login.js')).whoami(invocation),
  },
];
