import { readFile } from 'node:fs/promises';
import { UsageError } from '../commands/command.js';
import type { Terminal } from '../commands/terminal.js';

/** The request that the items of `watchfloor call` describe. */
export interface RequestItems {
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Members of a JSON body, or a complete body as bytes; undefined without a body. */
  body?: Record<string, unknown> | Uint8Array;
}

/** The forms of items, for `watchfloor call --help`. */
export const itemsHelp: ReadonlyArray<readonly [string, string]> = [
  ['  name==value', 'query parameter; several values repeated or with commas'],
  ['  name=value', 'text in the JSON body; `a.b=value` for a member of a member'],
  ['  name:=json', 'number, boolean, list or object in the JSON body'],
  ['  Name:value', 'header, such as Idempotency-Key:order-1'],
  ['  @FILE', 'the whole body from a file, `@-` from standard input'],
];

const ITEM = /^([^:=@][^:=]*)(:=|==|=|:)([\s\S]*)$/;

/** Parses the items. @throws UsageError that quotes the item that it cannot parse */
export async function readItems(items: readonly string[], terminal: Terminal): Promise<RequestItems> {
  const request: RequestItems = { query: {}, headers: {} };
  for (const item of items) {
    if (item.startsWith('@')) {
      if (request.body !== undefined) throw new UsageError(`${item} is a second body.`);
      request.body = await readBody(item.slice(1), terminal);
      continue;
    }
    const [, name, separator, value] = ITEM.exec(item) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(
        `${item} is not understood: write name==value, name=value, name:=json, Name:value or @FILE.`,
      );
    if (separator === '==') request.query[name] = name in request.query ? `${request.query[name]},${value}` : value;
    else if (separator === ':') request.headers[name] = value.trim();
    else {
      if (request.body instanceof Uint8Array)
        throw new UsageError(`${item} is for a JSON body, and there is one from a file.`);
      request.body ??= {};
      setMember(request.body, name, separator === '=' ? value : parseJson(item, value));
    }
  }
  if (
    request.body instanceof Uint8Array &&
    !Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type')
  ) {
    request.headers['Content-Type'] = /^\s*[{[]/.test(Buffer.from(request.body.subarray(0, 100)).toString())
      ? 'application/json'
      : 'text/plain';
  }
  return request;
}

async function readBody(name: string, terminal: Terminal): Promise<Uint8Array> {
  if (name === '-') return Buffer.from(await terminal.input());
  try {
    return await readFile(name);
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(item: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`${item} is not JSON after \`:=\`. For text, write \`=\`.`);
  }
}

function setMember(body: Record<string, unknown>, name: string, value: unknown): void {
  const parts = name.split('.');
  const last = parts.pop() as string;
  let object = body;
  for (const part of parts) {
    const inner = object[part] ?? {};
    if (typeof inner !== 'object' || Array.isArray(inner))
      throw new UsageError(`${name} is a member of ${part}, which is not an object.`);
    object[part] = inner;
    object = inner as Record<string, unknown>;
  }
  object[last] = value;
}
