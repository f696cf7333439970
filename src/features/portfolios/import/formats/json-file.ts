import { UnreadableFile } from '../../../../text/unreadable-file.js';
import { PLAIN_FORMAT, plainFields } from '../../transactions/plain-fields.js';
import type { ImportFormat, KeepEntry, ReadOptions, ReadSummary } from '../file/import-entry.js';
import { EntryBuilder } from './entry-builder.js';
import { Issues } from './issues.js';
import { readPlainRow } from './plain-row.js';
import { RowCells } from './row-cells.js';
import { readTradeRow, type TradeRow } from './trade-row.js';
import { addTradeRows } from './trade-rows.js';

/** The member names of Ghostfolio's activities by the service's field names. */
const ghostfolioFields: Record<string, string> = {
  date: 'date',
  type: 'type',
  symbol: 'symbol',
  quantity: 'quantity',
  price: 'unitPrice',
  currency: 'currency',
  fee: 'fee',
  note: 'comment',
  account: 'accountId',
  source: 'dataSource',
  externalId: 'id',
};

type Item = Record<string, unknown>;

/**
 * Reads JSON: the service's own format, a list of transactions, or an export of Ghostfolio. Numbers keep all their
 * digits.
 * @throws UnreadableFile
 */
export function readJsonFile(
  text: string,
  { format: named, currency }: ReadOptions,
  keep: KeepEntry,
): Omit<ReadSummary, 'encoding'> {
  const parsed = parse(text);
  const { format, items } = listOf(parsed, named);
  const issues = new Issues();
  const builder = new EntryBuilder(currency, keep);
  const labels =
    format === 'ghostfolio' ? ghostfolioFields : Object.fromEntries(plainFields.map((field) => [field, field]));
  const names = format === 'ghostfolio' ? manualNames(parsed as Item) : new Map<string, string>();
  const rows: TradeRow[] = [];
  const style = { decimalSign: '.', dates: { order: null, shifts: format === 'plain' }, formulas: 'text' } as const;
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      issues.add(index + 1, null, 'invalid_value', 'must be an object');
      continue;
    }
    const cellOf = (field: string) =>
      textOf(field === 'name' ? names.get(String((item as Item).symbol)) : (item as Item)[labels[field] ?? field]);
    const cells = new RowCells(index + 1, cellOf, (field) => labels[field] ?? field, style, issues);
    const unknown = format === 'plain' && Object.keys(item).find((name) => !plainFields.includes(name as never));
    const nested = Object.keys(labels).find((field) => isNested((item as Item)[labels[field] as string], field));
    if (unknown) cells.fail(null, 'invalid_value', 'has a member that no transaction has');
    else if (nested !== undefined) cells.fail(nested, 'invalid_value', 'must be text or a number');
    else if (format === 'plain') readPlainRow(cells, builder);
    else {
      const row = readTradeRow(cells, format);
      if (row !== null) rows.push(row);
    }
  }
  // Ghostfolio stores fees without a sign.
  const ignored = addTradeRows(rows, builder, 1);
  return {
    format,
    delimiter: null,
    decimalSign: '.',
    dateOrder: null,
    rows: items.length - ignored,
    ignored,
    labels,
    instruments: builder.instruments,
    issues: issues.kept,
    rejected: issues.rejected,
  };
}

/** Parses JSON with numbers as texts: a double would lose digits. */
function parse(text: string): unknown {
  try {
    const exact = (_name: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value;
    return JSON.parse(text, exact as (name: string, value: unknown) => unknown);
  } catch {
    throw new UnreadableFile('The file is not JSON.');
  }
}

function listOf(parsed: unknown, named: ImportFormat | null): { format: 'plain' | 'ghostfolio'; items: unknown[] } {
  const whole: Item = Array.isArray(parsed) ? { transactions: parsed } : ((parsed ?? {}) as Item);
  if (Array.isArray(whole.activities) && named !== 'plain') return { format: 'ghostfolio', items: whole.activities };
  if (Array.isArray(whole.transactions) && (whole.format ?? PLAIN_FORMAT) === PLAIN_FORMAT && named !== 'ghostfolio')
    return { format: 'plain', items: whole.transactions };
  throw new UnreadableFile(
    'The JSON has neither `transactions` (the format of this service) nor `activities` (Ghostfolio).',
  );
}

/** Returns the names of assets that users of Ghostfolio created, by symbol. */
function manualNames({ assetProfiles }: Item): Map<string, string> {
  const profiles = Array.isArray(assetProfiles) ? (assetProfiles as Array<Item | null>) : [];
  return new Map(
    profiles.flatMap((profile) =>
      typeof profile?.symbol === 'string' && typeof profile.name === 'string' ? [[profile.symbol, profile.name]] : [],
    ),
  );
}

const isNested = (value: unknown, field: string): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'object' &&
    value !== null &&
    !(field === 'lots' && Array.isArray(value) && value.every((one) => typeof one === 'string')));

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : Array.isArray(value) ? value.join(';') : String(value);
