import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { type Option, readArguments } from '../commands/command.js';
import { asyncApiOf } from '../openapi/async-api-document.js';
import { narrowings } from '../openapi/one-media-type.js';
import { storedDescription } from '../openapi/stored-description.js';

const help = `watchfloor-openapi: the OpenAPI 3.1 description of this service, without a database and without background tasks.

  watchfloor-openapi export [--format json|yaml] [--media json | --async] [--out FILE] [--production]
      Writes the description to FILE, or to the standard output. --media json names one media type for each body, for programs that generate
      clients. --async describes the streams and webhooks alone, as AsyncAPI 3.0. --production leaves the Debug group out.

  watchfloor-openapi check [--file openapi.json] [--production]
      Compares the description with the committed file. Exits with 1 when they differ.

  watchfloor-openapi diff OLD NEW [--format text|json]
      Compares two descriptions (JSON or YAML). Exits with 1 when NEW breaks clients of OLD: when a request of theirs is refused, read otherwise
      or in part, when an answer or a webhook lacks what they read or holds what they do not know, or when a generated client has other names.

Exit codes: 0 fine, 1 a difference or a description that cannot be built, 2 input that cannot be used.
`;

/** The input and output of the command; tests replace them. */
export interface CliEnvironment {
  describe: (options: { production: boolean }) => Promise<OpenApiDocument>;
  out: (text: string) => void;
  err: (text: string) => void;
  /** Folder of relative file names. */
  folder: string;
}

/** An error for unusable input, which ends the command with exit code 2. */
class Unusable extends Error {}

const formatOption: Option = { value: 'FORMAT', meaning: 'of the output' };
const fileOption: Option = { value: 'FILE', meaning: 'to write or to compare with' };
const mediaOption: Option = { value: 'MEDIA', meaning: 'to which bodies are narrowed' };
const productionOption: Option = { meaning: 'without the Debug group' };
const asyncOption: Option = { meaning: 'streams and webhooks as AsyncAPI' };

function parse(args: string[], known: Record<string, Option>, positionals: number) {
  try {
    const { words, options, flags } = readArguments(known, args);
    if (words.length !== positionals)
      throw new Error(
        positionals === 0 ? `${words[0]} is not expected there.` : `${positionals} files are expected, OLD and NEW.`,
      );
    return { values: options, production: flags.has('production'), isAsync: flags.has('async'), positionals: words };
  } catch (error) {
    throw new Unusable(`${(error as Error).message}\n\n${help}`);
  }
}

function assertOneOf(value: string | undefined, allowed: string[], option = 'format'): void {
  if (value !== undefined && !allowed.includes(value))
    throw new Unusable(`--${option} is ${allowed.join(' or ')}, not ${value}`);
}

const toJson = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

async function toYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}

async function exportDescription(args: string[], { describe, out, folder }: CliEnvironment): Promise<number> {
  const known = {
    format: formatOption,
    media: mediaOption,
    out: fileOption,
    production: productionOption,
    async: asyncOption,
  };
  const { values, production, isAsync } = parse(args, known, 0);
  const format = values.format ?? (/\.ya?ml$/.test(values.out ?? '') ? 'yaml' : 'json');
  assertOneOf(format, ['json', 'yaml']);
  assertOneOf(values.media, Object.keys(narrowings()), 'media');
  if (isAsync && values.media !== undefined)
    throw new Unusable('--media and --async cannot be combined: choose one of them');
  const full = await describe({ production });
  const document = isAsync ? asyncApiOf(full) : (narrowings()[values.media ?? '']?.(full) ?? full);
  const content = format === 'yaml' ? await toYaml(document) : toJson(document);
  if (values.out === undefined) out(content);
  else await writeFile(resolve(folder, values.out), content);
  return 0;
}

async function read(file: string, folder: string): Promise<string> {
  try {
    return await readFile(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new Unusable(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function load(file: string, folder: string): Promise<object> {
  const content = await read(file, folder);
  try {
    const value: unknown = /\.ya?ml$/.test(file) ? (await import('yaml')).parse(content) : JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new Unusable(`${file} cannot be parsed: ${(error as Error).message}`);
  }
  throw new Unusable(`${file} holds no description`);
}

async function check(args: string[], { describe, out, err, folder }: CliEnvironment): Promise<number> {
  const { values, production } = parse(args, { file: fileOption, production: productionOption }, 0);
  const file = values.file ?? 'openapi.json';
  const committed = await read(file, folder);
  const document = await describe({ production });
  if (committed === toJson(document)) {
    out(`${file} is up to date\n`);
    return 0;
  }
  const { differences } = await import('../openapi/differences.js');
  const found = differences(await load(file, folder), document);
  const shown = found.length === 0 ? ['it differs in layout alone'] : found.slice(0, 40);
  const more = found.length > shown.length && found.length > 0 ? `\n  … and ${found.length - shown.length} more` : '';
  const again = `watchfloor-openapi export --out ${file}${production ? ' --production' : ''}`;
  err(
    `${file} does not describe this service (- in the file, + in the service):\n  ${shown.join('\n  ')}${more}\n\nWrite it again with: ${again}\n`,
  );
  return 1;
}

async function diff(args: string[], { out, folder }: CliEnvironment): Promise<number> {
  const { values, positionals } = parse(args, { format: formatOption }, 2);
  assertOneOf(values.format, ['text', 'json']);
  const [base, revision] = await Promise.all(positionals.map((file) => load(file, folder)));
  const { diffDescriptions } = await import('../openapi/diff.js');
  const found = await diffDescriptions(base as object, revision as object).catch((error: Error) => {
    throw new Unusable(error.message);
  });
  if (values.format === 'json') out(toJson(found));
  else {
    const lines = (kind: keyof typeof found) => found[kind].map(({ where, what }) => `  ${where}: ${what}\n`).join('');
    out(`${found.breaking.length} breaking, ${found.compatible.length} compatible changes\n`);
    if (found.breaking.length > 0) out(`\nBreaking:\n${lines('breaking')}`);
    if (found.compatible.length > 0) out(`\nCompatible:\n${lines('compatible')}`);
  }
  return found.breaking.length > 0 ? 1 : 0;
}

const commands: Record<string, (args: string[], environment: CliEnvironment) => Promise<number>> = {
  export: exportDescription,
  check,
  diff,
};

/** Returns the input and output of this process. The reader of standard output may close it early, as `head` does. */
function environmentOfProcess(): CliEnvironment {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    // The build has written the OpenAPI description of the code that it compiled. Without that file the whole
    // application is loaded to build it, so it is imported only then.
    describe: async (options) =>
      storedDescription(options)?.() ?? (await import('../process/app-description.js')).describe(options),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    folder: process.cwd(),
  };
}

/** Runs one command. Resolves to the exit code. */
export async function main(args: string[], environment: CliEnvironment = environmentOfProcess()): Promise<number> {
  const [name, ...rest] = args;
  const asked = args.includes('--help') || args.includes('-h') || name === 'help';
  const command = name === undefined ? undefined : commands[name];
  if (asked) environment.out(help);
  else if (!command) environment.err(name === undefined ? help : `${name} is no command\n\n${help}`);
  else {
    try {
      return await command(rest, environment);
    } catch (error) {
      environment.err(`${(error as Error).message}\n`);
      return error instanceof Unusable ? 2 : 1;
    }
  }
  return asked ? 0 : 2;
}
