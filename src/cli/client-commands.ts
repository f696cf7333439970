import { type Command, columns } from '../commands/command.js';
import { itemsHelp } from './request-items.js';
import { urlOption } from './server-connection.js';

/** Commands for callers of the API, on any machine. Their code is loaded when they run. */
export const clientCommands: readonly Command[] = [
  {
    usage: 'login',
    summary: 'sign in with a password, a provider or a personal key',
    options: {
      url: {
        ...urlOption,
        meaning:
          'of the service; otherwise WATCHFLOOR_URL, port SVC_PORT of this machine, where you signed in last, or ' +
          'http://127.0.0.1:3000',
      },
      email: { value: 'EMAIL', meaning: 'of the account; otherwise it asks' },
      'password-stdin': { meaning: 'read the password from standard input; otherwise it asks' },
      code: {
        value: 'CODE',
        meaning: 'of the authenticator app, or a recovery code, for an account with a second factor; otherwise it asks',
      },
      provider: {
        value: 'ID',
        meaning: 'sign in with an OpenID Connect provider: shows a code to enter in a browser, on any device',
      },
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
  {
    usage: 'call [METHOD] PATH|OPERATION [ITEM...]',
    summary: 'call an operation of the API',
    options: {
      url: urlOption,
      table: { short: 't', meaning: 'print a table of the items; on a terminal lists are tables without it' },
      columns: { short: 'c', value: 'NAME,NAME', meaning: 'columns of the table, such as symbol,provenance.provider' },
      json: { short: 'j', meaning: 'print the complete JSON, also of a list on a terminal' },
      csv: { meaning: 'print CSV (format=csv)' },
      pick: { short: 'p', value: 'MEMBER', meaning: 'print one member of the answer, such as id or items.0.name' },
      all: { short: 'a', meaning: 'follow all pages; one item a line, or with --table or --csv' },
      output: { short: 'o', value: 'FILE', meaning: 'write the answer to a file; on an error nothing is written' },
      verbose: { short: 'v', meaning: 'print the headers of the answer on standard error' },
    },
    details: `Items:
${columns(itemsHelp)}
A path is below /api/v1. Without METHOD it is GET, or POST with a body. An OPERATION is one of \`watchfloor operations\`;
\`watchfloor call --help OPERATION\` describes it. On a terminal a list is a table of its main columns and other JSON is indented;
otherwise JSON is printed as it came. A table has the main columns, those of \`fields==\`, or those of --columns. A stream is one line of JSON
for each event and continues after lost connections; Ctrl-C ends it. A request that the service refuses for now is repeated once when
Retry-After is at most 60 s. WATCHFLOOR_KEY, a personal key, is used instead of what login keeps.

Examples:
  npx watchfloor call GET /users/me
  npx watchfloor call PATCH /users/me displayName=Ada
  npx watchfloor call listTimeline type=='feed.*' limit==20 --columns time,title
`,
    helpOn: async (invocation) =>
      invocation.words.length > 0 ? (await import('./operations.js')).helpOfCall(invocation) : undefined,
    run: async (invocation) => (await import('./call.js')).call(invocation),
  },
  {
    usage: 'operations [FILTER]',
    summary: 'list the operations of the API',
    options: { url: urlOption, json: { meaning: 'as a JSON array' } },
    details:
      'Lists operations that have every word of FILTER in their method, path, name, tag or summary, as the ' +
      'service describes itself.\n',
    run: async (invocation) => (await import('./operations.js')).listOperations(invocation),
  },
];
