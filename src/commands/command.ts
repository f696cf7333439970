import { parseArgs } from 'node:util';
import { closestName } from '../config/closest-name.js';
import type { Terminal } from './terminal.js';

export interface Option {
  short?: string;
  /** Placeholder of the value in the help; undefined for an option without a value. */
  value?: string;
  meaning: string;
}

/** The options and arguments of a command line. */
export interface Invocation {
  words: string[];
  options: Readonly<Record<string, string | undefined>>;
  /** Names of the given options without a value. */
  flags: ReadonlySet<string>;
  terminal: Terminal;
}

export interface Command {
  /** Usage after `watchfloor`: the words of the command in lower case, then its arguments in upper case. */
  usage: string;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  /** Text that `--help` prints below the options. */
  details?: string;
  /** True for a command that uses a service over HTTP, on any machine; such commands are listed together. */
  isForCallers?: boolean;
  /** Returns help for the given words; undefined to show the help of the command. */
  helpOn?(invocation: Invocation): Promise<string | undefined>;
  /** Runs the command. @returns the exit code; negative when the command keeps running */
  run(invocation: Invocation): Promise<number>;
}

/** Exit codes of all commands, for their help. */
export const exitCodes = `Exit codes: 0 done; 1 rejected or failed; 2 wrong usage; 3 not signed in, or without permission; 4 the service cannot be reached or fails.
`;

/** Explains in a command's help how the command finds the database of the service. */
export const configurationHelp = `Configuration comes from SVC_* variables and from .env in the current directory (see .env.example). The command says which database it uses.
Works while the service runs or not.
`;

/** An error for wrong usage, which ends the command with exit code 2. */
export class UsageError extends Error {}

const help: Option = { short: 'h', meaning: 'show this help' };

/** Splits arguments into words and options. @throws UsageError for an invalid option */
export function readArguments(options: Command['options'], args: string[]): Omit<Invocation, 'terminal'> {
  const known: Record<string, Option> = { ...options, help };
  const types = Object.fromEntries(
    Object.entries(known).map(([name, { short, value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
    ]),
  );
  const { tokens } = parseArgs({ args, options: types, strict: false, allowPositionals: true, tokens: true });
  const [words, given, flags] = [[] as string[], {} as Record<string, string>, new Set<string>()];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = known[name];
    if (option === undefined) throw new UsageError(`Unknown option ${rawName}.${suggestion(name, Object.keys(known))}`);
    if (option.value === undefined) {
      if (inlineValue) throw new UsageError(`${rawName} takes no value.`);
      flags.add(name);
    } else if (value === undefined || (value.startsWith('-') && value !== '-' && !inlineValue)) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}.`);
    } else given[name] = value;
  }
  return { words, options: given, flags };
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  return meant !== undefined && meant[0] === name[0] ? ` Did you mean --${meant}?` : '';
}

/** Returns the words of a command without its arguments: `users add` for `users add EMAIL`. */
export function wordsOf(usage: string): string {
  return usage
    .split(' ')
    .filter((word) => /^[a-z][a-z-]*$/.test(word))
    .join(' ');
}

/** Returns the text of `--help` for a command. */
export function helpOf({ usage, summary, options = {}, details }: Command): string {
  const rows = Object.entries({ ...options, help }).map(([name, { short, value, meaning }]) => [
    `  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    meaning,
  ]) as Array<[string, string]>;
  return `Usage: watchfloor ${usage}${options ? ' [options]' : ''}\n\n${summary[0]?.toUpperCase()}${summary.slice(1)}.\n\n${columns(rows)}${details ? `\n${details}` : ''}\n${exitCodes}`;
}

/** Returns lines with a padded left column and a right column; long texts of the right column continue below it. */
export function columns(rows: ReadonlyArray<readonly [string, string]>, width = 140): string {
  const indent = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows
    .map(
      ([left, right]) =>
        `${left.padEnd(indent)}${wrap(right, Math.max(width - indent, 40)).join(`\n${' '.repeat(indent)}`)}\n`,
    )
    .join('');
}

/** Returns a text in lines of at most `width` characters; longer words are not divided. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
