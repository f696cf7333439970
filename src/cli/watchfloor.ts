import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { type Command, columns, exitCodes, helpOf, readArguments, UsageError, wordsOf } from '../commands/command.js';
import { processTerminal, type Terminal } from '../commands/terminal.js';
import { closestName } from '../config/closest-name.js';
import { version } from '../config/version.js';
import { filesEnding, valuesOf } from '../wiring/discover-files.js';
import { clientCommands } from './client-commands.js';
import { failureOf } from './failure.js';
import { serviceCommands } from './service-commands.js';

/** Imports the commands of features, from files that end in `.cli.ts`. */
async function discoverCommands(): Promise<Command[]> {
  const found: Command[] = [];
  for (const file of filesEnding('.cli.js')) found.push(...((await valuesOf(file)).flat() as Command[]));
  return found;
}

const completionCommand: Command = {
  usage: 'completion SHELL',
  summary: 'print the completion of bash, zsh or fish',
  details: 'For bash: `source <(watchfloor completion bash)`. It completes commands, options and operations.\n',
  run: async (invocation) => (await import('./completion.js')).completion(invocation, commands),
};

const discovered = await discoverCommands();
const isForCallers = ({ isForCallers = false }: Command): boolean => isForCallers;
const groups: ReadonlyArray<readonly [title: string, commands: readonly Command[]]> = [
  ['Use a service', [...clientCommands, ...discovered.filter(isForCallers), completionCommand]],
  ['Run the service', [...serviceCommands, ...discovered.filter((command) => !isForCallers(command))]],
];
const commands: readonly Command[] = groups.flatMap(([, members]) => members);

const rowsOf = (members: readonly Command[]): string =>
  columns(members.map(({ usage, summary }) => [`  ${usage}`, summary]));

/** Returns the text of `watchfloor --help`. */
function overview(): string {
  const lists = groups.map(([title, members]) => `${title}:\n${rowsOf(members)}`);
  return `Usage: watchfloor COMMAND [options]\n\n${lists.join('\n')}\n\`watchfloor COMMAND --help\` shows the options of a command, \`watchfloor --version\` the version.\n${exitCodes}`;
}

/** Runs a command line. @returns the exit code; negative when the command keeps running */
export async function main(args: string[], terminal: Terminal = processTerminal()): Promise<number> {
  const command = commandOf(args);
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    if (command === undefined) return withoutCommand(args, terminal);
    const invocation = {
      ...readArguments(command.options, args.slice(wordsOf(command.usage).split(' ').length)),
      terminal,
    };
    if (!invocation.flags.has('help')) return await command.run(invocation);
    terminal.out((await command.helpOn?.(invocation)) ?? helpOf(command));
    return 0;
  } catch (error) {
    return explain(error, command, terminal);
  }
}

/** Returns the command that the first words name; undefined for an unknown one. */
function commandOf(args: readonly string[]): Command | undefined {
  return commands.find(({ usage }) => {
    const words = wordsOf(usage).split(' ');
    return words.every((word, at) => args[at] === word);
  });
}

const firstWords = commands.map(({ usage }) => wordsOf(usage).split(' ')[0] as string);

function suggestion(first: string, names: readonly string[] = firstWords): string {
  const meant = closestName(first, names);
  return meant !== undefined && meant[0] === first[0] ? ` Did you mean ${meant}?` : '';
}

function withoutCommand([first, ...rest]: string[], terminal: Terminal): number {
  if (first === '--version' || first === '-V') {
    terminal.out(`watchfloor ${version}\n`);
    return 0;
  }
  const family = commands.filter(({ usage }) => usage.startsWith(`${first} `) && first !== wordsOf(usage));
  if (family.length > 0 && (rest.includes('--help') || rest.includes('-h'))) {
    terminal.out(`Usage: watchfloor ${first} COMMAND [options]\n\n${rowsOf(family)}\n${exitCodes}`);
    return 0;
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    terminal.out(overview());
    return 0;
  }
  if (first === undefined) terminal.err(overview());
  else if (family.length > 0) {
    const seconds = family.map(({ usage }) => wordsOf(usage).split(' ')[1] ?? '');
    const said =
      rest[0] === undefined
        ? `Which command of \`watchfloor ${first}\`?`
        : `\`watchfloor ${first}\` has no command ${rest[0]}.${suggestion(rest[0], seconds)}`;
    terminal.err(`${said}\n\n${family.map(({ usage }) => `Usage: watchfloor ${usage}\n`).join('')}`);
  } else
    terminal.err(
      `There is no ${first.startsWith('-') ? 'option' : 'command'} ${first}.${suggestion(first)}\n\n${overview()}`,
    );
  return 2;
}

function explain(error: unknown, command: Command | undefined, terminal: Terminal): number {
  if (error instanceof UsageError) {
    const usage =
      command === undefined
        ? ''
        : `\nUsage: watchfloor ${command.usage}\n\`watchfloor ${wordsOf(command.usage)} --help\` shows its options.\n`;
    terminal.err(`${error.message}\n${usage}`);
    return 2;
  }
  const { message, status } = failureOf(error);
  terminal.err(message);
  return status;
}
