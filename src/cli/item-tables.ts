import { type Invocation, UsageError } from '../commands/command.js';
import { itemTable, type TableOptions, UnknownColumn } from '../commands/table.js';
import { closestName } from '../config/closest-name.js';
import { defaultColumns } from './default-columns.js';

/** The call whose answer is shown. */
interface ShownCall {
  method: string;
  /** Path and query after `/api/v1`. */
  target: string;
  query?: Readonly<Record<string, unknown>>;
}

/** Destination of the table; `columns` is the width of a terminal. */
interface TableOutput {
  write(content: string): void | Promise<void>;
  columns?: number;
}

const ALL_COLUMNS = '--json prints everything.';

/** Returns true if an answer is printed as a table: on request, and lists on a terminal. */
export function isTable(
  answer: unknown,
  method: string,
  { flags, options }: Invocation,
  { columns }: TableOutput,
): boolean {
  if (flags.has('table') || options.columns !== undefined) return true;
  const isList = Array.isArray((answer as { items?: unknown } | null)?.items);
  return isList && method === 'GET' && columns !== undefined && !flags.has('json');
}

/**
 * Prints the items of an answer, or the answer itself, as a table. Without `--columns` and `fields==` it has the
 * default columns of the operation, on a terminal as many as fit. Says on standard error what it does not show.
 */
export async function printTable(
  answer: unknown,
  call: ShownCall,
  { options, terminal }: Invocation,
  output: TableOutput,
): Promise<void> {
  const { items: found, nextCursor, ...others } = answer as Record<string, unknown>;
  const items = Array.isArray(found) ? found : [answer];
  if (items.length === 0) {
    terminal.err('There are no items.\n');
    return;
  }
  const chosen = options.columns?.split(',').map((name) => name.trim());
  const { text, hidden } = tableOf(items, {
    chosen,
    preferred: chosen === undefined && Array.isArray(found) && !hasFields(call) ? columnsFor(call) : undefined,
    width: output.columns,
  });
  await output.write(text);
  if (output.columns === undefined) return;
  const left = [
    ...hidden.map((name) => name.replace(/\..*$/, '.*')),
    ...(Array.isArray(found) ? Object.keys(others) : []),
  ];
  if (left.length > 0 && chosen === undefined)
    terminal.err(`Not shown: ${[...new Set(left)].join(', ')}. --columns NAME,NAME chooses columns; ${ALL_COLUMNS}\n`);
  if (typeof nextCursor === 'string') terminal.err('More items follow: --all reads all pages.\n');
}

function tableOf(items: readonly unknown[], options: TableOptions): ReturnType<typeof itemTable> {
  try {
    return itemTable(items, options);
  } catch (error) {
    if (!(error instanceof UnknownColumn)) throw error;
    const meant = closestName(error.column, error.columns);
    throw new UsageError(
      `${error.message}${meant === undefined ? '' : ` Did you mean ${meant}?`} Columns: ${error.columns.join(', ')}.`,
    );
  }
}

const columnsFor = ({ method, target }: ShownCall): string[] | undefined =>
  defaultColumns(method, `/api/v1${target.split('?')[0]}`);

/** Returns true if the call chooses fields itself. */
const hasFields = ({ target, query }: ShownCall): boolean => query?.fields !== undefined || /[?&]fields=/.test(target);
