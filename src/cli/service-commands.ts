import type { Command, Option } from './command.js';

const passwordStdin: Option = { meaning: 'read the password from standard input; otherwise one is generated and shown once' };
const configuration = `Configuration comes from SVC_* variables and from .env in the current directory (see .env.example). The command says which database it uses.
Works while the service runs or not.
`;

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
    details: configuration,
    run: async (invocation) => (await import('./migrate.js')).migrate(invocation),
  },
  {
    usage: 'users list',
    summary: 'list the accounts',
    options: { json: { meaning: 'as a JSON array' } },
    details: configuration,
    run: async (invocation) => (await import('./users.js')).listUsers(invocation),
  },
  {
    usage: 'users add EMAIL',
    summary: 'add an account',
    options: {
      name: { value: 'NAME', meaning: 'display name; the part before the @ without it' },
      role: { value: 'ROLE', meaning: 'user (the default) or operator' },
      'password-stdin': passwordStdin,
    },
    details: configuration,
    run: async (invocation) => (await import('./users.js')).addUser(invocation),
  },
  {
    usage: 'users promote EMAIL',
    summary: 'make a user an operator',
    details: configuration,
    run: async (invocation) => (await import('./users.js')).setRole(invocation, 'operator'),
  },
  {
    usage: 'users demote EMAIL',
    summary: 'make an operator a user',
    details: configuration,
    run: async (invocation) => (await import('./users.js')).setRole(invocation, 'user'),
  },
  {
    usage: 'users reset EMAIL',
    summary: 'set a new password and end every session',
    options: { 'password-stdin': passwordStdin },
    details: configuration,
    run: async (invocation) => (await import('./users.js')).resetPassword(invocation),
  },
  {
    usage: 'secrets discard',
    summary: 'disable the webhook endpoints whose secrets the data secrets cannot read',
    details: configuration,
    run: async (invocation) => (await import('./secrets.js')).discardSecrets(invocation),
  },
];
