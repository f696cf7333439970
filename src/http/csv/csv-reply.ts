import type { Context } from 'koa';
import type { CsvTable, EndpointDescription } from '../../api/endpoint.js';
import { ownTurn } from '../../async/event-loop-turns.js';
import { fileHeaders, fileNameOf } from '../file-name.js';
import { csvSourceOf, csvType, rowClassOf } from '../format.js';
import { nextLink } from '../next-link.js';
import { RawJson } from '../raw-json.js';
import { Reply } from '../reply.js';
import { TextBuffer } from '../text-buffer.js';
import { cellValueOf, columnsOf } from './columns.js';
import { lineOf } from './csv-line.js';
import { jsonParts } from './json-parts.js';

/** Number of rows that are written before the event loop gets its turn: a few milliseconds of work. */
const ROWS_PER_TURN = 200;

type Body = Record<string, unknown>;

/** Returns the result of an operation as a CSV file, with a link to the next page if there is one. */
export async function csvReply(ctx: Context, endpoint: EndpointDescription, result: object): Promise<Reply> {
  const rest: Body = {};
  const { columns, rows } = tableOf(endpoint, result, rest, ctx.state.fields);
  const text = new TextBuffer();
  text.add(lineOf(columns));
  let count = 0;
  for (const row of rows) {
    text.add(lineOf(row));
    count += 1;
    if (count % ROWS_PER_TURN === 0) await ownTurn();
  }
  const headers: Record<string, string> = fileHeaders(`${fileNameOf(ctx.path)}.csv`);
  if (typeof rest.nextCursor === 'string') headers.Link = nextLink(ctx, rest.nextCursor);
  return new Reply(text.done(), { type: csvType, headers });
}

/**
 * Returns the columns and rows of a result.
 * @param rest receives the members beside the list, once the rows were read
 * @param fields limits the columns to these fields of each item; undefined: all columns
 */
export function tableOf(
  endpoint: EndpointDescription,
  result: object,
  rest: Body = {},
  fields?: readonly string[],
): CsvTable {
  const source = csvSourceOf(endpoint);
  if (typeof source === 'function')
    return source((result instanceof RawJson ? JSON.parse(result.text.toString()) : result) as never);
  const dto = source === undefined || endpoint.returns === undefined ? undefined : rowClassOf(endpoint.returns, source);
  if (source === undefined || dto === undefined)
    throw new Error(`${endpoint.summary}: there is no list ${source} to make a table of`);
  const columns = columnsOf(dto).filter(({ path: [name = ''] }) => fields === undefined || fields.includes(name));
  const rows = itemsOf(result, source, rest);
  return {
    columns: columns.map(({ name }) => name),
    rows: mapped(rows, (item) => columns.map((column) => cellValueOf(item, column))),
  };
}

function* itemsOf(result: object, list: string, rest: Body): Generator<unknown> {
  if (!(result instanceof RawJson)) {
    Object.assign(rest, result);
    yield* (result as Record<string, unknown[]>)[list] ?? [];
    return;
  }
  const bytes = typeof result.text === 'string' ? Buffer.from(result.text) : result.text;
  for (const part of jsonParts(bytes, list)) {
    if ('item' in part) yield part.item;
    else rest[part.name] = part.value;
  }
}

function* mapped<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value);
}
