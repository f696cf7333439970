import { openSync, writeSync } from 'node:fs';
import type { Connection, Request } from '../../clients/typescript/src/connection.js';
import { Problem } from '../../clients/typescript/src/problem.js';
import { type Invocation, UsageError } from '../commands/command.js';
import { hintsOn } from './call-hints.js';
import { loadDescription } from './description.js';
import { failureOf } from './failure.js';
import { isTable, printTable } from './item-tables.js';
import { readItems } from './request-items.js';
import { openConnection } from './server-connection.js';

const METHOD = /^(?:get|head|post|put|patch|delete)$/i;

interface Call extends Request {
  method: string;
  /** Path after `/api/v1`, or a complete URL of the service. */
  target: string;
}

/** Destination of the response and its available width. */
interface Output {
  write(content: string | Uint8Array): void | Promise<void>;
  columns?: number;
}

/** Calls one operation and prints its response. */
export async function call(invocation: Invocation): Promise<number> {
  const { flags, options } = invocation;
  const isGiven = (name: string) => flags.has(name) || options[name] !== undefined;
  // `--columns` prints a table too, so it may be combined with `--table`.
  const forms = [isGiven('table') ? 'table' : 'columns', 'csv', 'json', 'pick'].filter(isGiven);
  if (forms.length > 1) throw new UsageError(`${forms.map((name) => `--${name}`).join(' and ')} exclude each other.`);
  const connection = openConnection(invocation);
  const called = await readCall(invocation, connection);
  try {
    return await answer(called, connection, invocation);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const members = called.body instanceof Uint8Array ? [] : Object.keys(called.body ?? {});
    const hints = await hintsOn(error, { ...called, members }, connection, invocation.terminal);
    const { message, status } = failureOf(error);
    invocation.terminal.err([message, ...hints.map((hint) => `${hint}\n`)].join(''));
    return status;
  }
}

async function answer(called: Call, connection: Connection, invocation: Invocation): Promise<number> {
  const { method, target, ...request } = called;
  const { flags } = invocation;
  const output = openOutput(invocation);
  if (flags.has('csv')) request.query = { ...request.query, format: 'csv' };
  const isStream = /\/stream$/.test(target.split('?')[0] as string);
  if ((isStream || flags.has('all')) && method !== 'GET')
    throw new UsageError(`${isStream ? 'A stream' : '--all'} needs GET.`);
  if (isStream) return follow(connection, target, request, invocation, output);
  if (flags.has('all') && !flags.has('csv')) return printItems(connection, called, invocation, output);
  for (let path: string | undefined = target, isFirst = true; path !== undefined; isFirst = false) {
    const response: Response = await connection.send(method, path, isFirst ? request : { headers: request.headers });
    if (flags.has('verbose')) invocation.terminal.err(`${response.status} ${response.statusText}\n`);
    if (flags.has('verbose'))
      for (const [name, value] of response.headers) invocation.terminal.err(`${name}: ${value}\n`);
    await print(response, called, invocation, output, isFirst);
    const next = flags.has('all') ? /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] : undefined;
    path = next && new URL(next, response.url).href;
  }
  return 0;
}

async function readCall({ words, terminal }: Invocation, connection: Connection): Promise<Call> {
  const hasMethod = METHOD.test(words[0] ?? '');
  const [place, ...items] = words.slice(hasMethod ? 1 : 0);
  if (place === undefined)
    throw new UsageError(
      'What is to be called is missing: METHOD PATH, such as GET /users/me, or an operation of `watchfloor ' +
        'operations`.',
    );
  const { query, headers, body } = await readItems(items, terminal);
  const request = { query, headers: { Accept: 'application/json, */*;q=0.5', ...headers }, body };
  if (!place.includes('/')) {
    if (hasMethod) throw new UsageError(`${place} is not a path: paths begin with /.`);
    const { method, path } = (await loadDescription(connection, terminal)).named(place);
    return { ...request, method, target: fill(path.replace(/^\/api\/v1/, ''), query) };
  }
  const method = hasMethod ? (words[0] as string).toUpperCase() : body === undefined ? 'GET' : 'POST';
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    const [name] = body instanceof Uint8Array ? [] : Object.keys(body);
    const hint = name === undefined ? '' : ` ${name}=… is a member of one: for a query parameter, write ${name}==….`;
    throw new UsageError(`${method} has no body.${hint}`);
  }
  return { ...request, method, target: targetOf(fill(place, query), connection) };
}

/** Replaces names in braces by the parameters of the same names, which are removed from the query. */
function fill(path: string, query: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query[name];
    if (value === undefined) throw new UsageError(`${name} is missing: write ${name}==VALUE.`);
    delete query[name];
    return encodeURIComponent(value);
  });
}

function targetOf(path: string, connection: Connection): string {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  if (rooted === '/openapi.json' || rooted.startsWith('/problems/')) return connection.root(rooted);
  return rooted.replace(/^\/api\/v1(?=\/)/, '');
}

/** Opens the output. A file is not created before there is a response. */
function openOutput({ options, terminal }: Invocation): Output {
  const { output } = options;
  if (output === undefined) return { write: (content) => terminal.out(content), columns: terminal.columns };
  let file: number | undefined;
  return {
    write: (content) => {
      file ??= openSync(output, 'w');
      writeSync(file, content as string);
    },
  };
}

/** Prints the events of a stream, each as one line of JSON, until Ctrl-C. */
async function follow(
  connection: Connection,
  target: string,
  request: Request,
  { flags, options, terminal }: Invocation,
  output: Output,
): Promise<number> {
  if (flags.has('table') || options.columns || flags.has('csv') || flags.has('all'))
    throw new UsageError('A stream is printed as one JSON line for each event, without --table, --csv or --all.');
  const { Accept: _any, ...headers } = request.headers ?? {};
  const signal = terminal.interruption?.();
  for await (const event of connection.events(target, { ...request, headers, signal }))
    await output.write(`${JSON.stringify(event)}\n`);
  return 0;
}

/** Prints the items of all pages: each as one line of JSON, or all in one table. */
async function printItems(
  connection: Connection,
  called: Call,
  invocation: Invocation,
  output: Output,
): Promise<number> {
  const { flags, options } = invocation;
  const wantsTable = flags.has('table') || options.columns !== undefined;
  const { method: _get, target, ...request } = called;
  const items: unknown[] = [];
  for await (const item of connection.items(target, request)) {
    if (wantsTable) items.push(item);
    else await output.write(`${JSON.stringify(item)}\n`);
  }
  if (wantsTable) await printTable({ items }, called, invocation, output);
  return 0;
}

/**
 * Prints a response in the chosen format.
 * @param isFirst false for later pages of CSV, whose header is left out
 */
async function print(
  response: Response,
  called: Call,
  invocation: Invocation,
  output: Output,
  isFirst: boolean,
): Promise<void> {
  const { flags, options } = invocation;
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
  if (response.status === 204 || response.body === null) return;
  if (/[/+]json$/.test(type)) {
    const text = await response.text();
    const isPlain = options.pick === undefined && !flags.has('table') && options.columns === undefined;
    if (isPlain && output.columns === undefined) return void (await output.write(`${text}\n`));
    const parsed = JSON.parse(text);
    if (options.pick !== undefined) await output.write(`${pick(parsed, options.pick)}\n`);
    else if (isTable(parsed, called.method, invocation, output)) await printTable(parsed, called, invocation, output);
    else await output.write(`${JSON.stringify(parsed, null, 2)}\n`);
    return;
  }
  if (flags.has('table') || options.columns || options.pick)
    throw new UsageError(`The answer is ${type}, not JSON: there is no ${options.pick ? 'member' : 'table'} of it.`);
  if (output.columns !== undefined && !/^text\/|xml|json/.test(type))
    throw new UsageError(`The answer is ${type}, which a terminal cannot show. Write it to a file with -o FILE.`);
  if (type === 'text/csv' && !isFirst) await output.write((await response.text()).replace(/^.*?\r\n/, ''));
  else for await (const chunk of response.body) await output.write(chunk);
  if (output.columns !== undefined && type !== 'text/csv') await output.write('\n');
}

/**
 * Returns one member of a response: text unchanged, other values as JSON.
 * @param path names and list indexes, separated by dots
 */
function pick(answer: unknown, path: string): string {
  let value = answer;
  for (const name of path.split('.'))
    value = Object.hasOwn(Object(value), name) ? (value as Record<string, unknown>)[name] : undefined;
  if (value === undefined) throw new Error(`The answer has no ${path}.`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
