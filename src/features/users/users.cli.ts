import { type Command, configurationHelp, type Option } from '../../commands/command.js';

const passwordStdin: Option = {
  meaning: 'read the password from standard input; otherwise one is generated and shown once',
};

/** The commands `watchfloor users …`. Their code is loaded only when they run. */
export const usersCommands: readonly Command[] = [
  {
    usage: 'users list',
    summary: 'list the accounts',
    options: { json: { meaning: 'as a JSON array' } },
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).listUsers(invocation),
  },
  {
    usage: 'users add EMAIL',
    summary: 'add an account',
    options: {
      name: { value: 'NAME', meaning: 'display name; the part before the @ without it' },
      role: { value: 'ROLE', meaning: 'user (the default) or operator' },
      'password-stdin': passwordStdin,
    },
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).addUser(invocation),
  },
  {
    usage: 'users promote EMAIL',
    summary: 'make a user an operator',
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).setRole(invocation, 'operator'),
  },
  {
    usage: 'users demote EMAIL',
    summary: 'make an operator a user',
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).setRole(invocation, 'user'),
  },
  {
    usage: 'users reset EMAIL',
    summary: 'set a new password and end every session',
    options: { 'password-stdin': passwordStdin },
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).resetPassword(invocation),
  },
  {
    usage: 'users reset-mfa EMAIL',
    summary: 'turn off the second factor and end every session',
    details: configurationHelp,
    run: async (invocation) => (await import('./users.command.js')).resetMfa(invocation),
  },
];
