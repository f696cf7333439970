import { createHash } from 'node:crypto';
import { uuidPattern } from '../../../api/rules.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { isMoney } from '../../markets/fx/currency.js';
import { Decimal } from '../lots/decimal.js';
import { firstDayProblems } from '../transactions/first-days.js';
import type { TransactionContent, TransactionType } from '../transactions/transaction.js';
import { transactionProblems } from '../transactions/transaction-rules.js';
import { inWholeUnits } from '../transactions/whole-units.js';
import { ENTRIES_PER_CHUNK, entriesOf, mayHold } from './file/entry-chunks.js';
import type { ImportEntry, ImportFormat, ImportIssue } from './file/import-entry.js';
import { Issues } from './formats/issues.js';

/** Number of rows in one chunk of JSON. */
export const ROWS_PER_CHUNK = 1_000;
/** Maximum number of transactions in the preview of a report. */
export const MAX_PREVIEWED = 20;
const MAX_NOTE = 1_000;
const MAX_EXTERNAL_ID = 200;

/** An instrument of the service that a reference of the file means. */
export interface ResolvedInstrument {
  symbol: string;
  /** Currency of the instrument; null: unknown now, so the row's currency is not compared with it. */
  currency: string | null;
  /** First day of the instrument; null if unknown. */
  firstDay: string | null;
}

export interface FinishInput {
  /** The entries of the file, written by `EntryChunks`. */
  chunks: readonly Uint8Array[];
  /** Instruments by the index of the reference; null: no symbol was found. */
  resolved: ReadonlyArray<ResolvedInstrument | null>;
  labels: Readonly<Record<string, string>>;
  format: ImportFormat;
  /** Currency of rows without one; null: such rows are rejected. */
  currency: string | null;
  /** Codes of crypto-assets, which are accepted as currencies. */
  cryptoAssets: ReadonlySet<string>;
  /** Time (ms) at which the ledger last changes each symbol to another one, by symbol. */
  renamings: ReadonlyMap<string, number>;
  /** Current time (ms since 1970). */
  now: number;
}

/** A transaction as the report shows it before it is stored; numbers are decimals as text. */
export interface PreviewedRow {
  row: number;
  type: TransactionType;
  tradedAt: string;
  symbol: string | null;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  currency: string;
  fee: string;
  tax: string;
  externalId: string | null;
}

export interface FinishedRows {
  /**
   * UTF-8 bytes of JSON lists of records, whose members are columns of the table, in the order of the transactions.
   * Bytes are transferred between threads; strings would be copied into the heap of the event loop.
   */
  chunks: Uint8Array[];
  rows: number;
  hasLots: boolean;
  preview: PreviewedRow[];
  issues: ImportIssue[];
  rejected: number;
}

const priced: readonly TransactionType[] = ['buy', 'sell', 'transfer', 'spin_off', 'symbol_change'];

interface Finished {
  entry: ImportEntry;
  content: TransactionContent;
  id: string;
}

/**
 * Checks entries by the rules of the API and makes database rows of them. Entries of one record are kept or rejected
 * together. A file that begins with its newest entry is reversed, so that entries of the same time apply in their
 * order. The chunks are read several times, so that the entries of only one of them are in memory.
 */
export function finishRows(input: FinishInput): FinishedRows {
  const issues = new Issues();
  const { rows, isNewestFirst, withLots } = checked(input, issues);
  const ids = Array.from(rows, () => uuidV7());
  // The ids ascend in the order of the ledger.
  if (isNewestFirst) ids.reverse();
  const idOf = new Map<string, string>();
  if (withLots.length > 0)
    for (const [index, row] of rows.entries()) if (!issues.has(row)) idOf.set(String(row), ids[index] as string);
  const lotsOf = (lots: readonly string[]) => lots.map((lot) => (uuidPattern.test(lot) ? lot : idOf.get(lot)));
  for (const { row, lots } of withLots)
    if (lotsOf(lots).includes(undefined))
      issues.add(row, input.labels.lots ?? 'lots', 'unknown_lot', 'names a row of the file that opens no lot');
  const stored = new RowChunks();
  const preview: Finished[] = [];
  const ordinals = new Map<string, number>();
  let hasLots = false;
  for (const [index, entry] of inOrder(input.chunks, isNewestFirst)) {
    if (issues.has(entry.row)) continue;
    const content = contentOf(entry, input);
    content.lotIds = entry.lots && (lotsOf(entry.lots) as string[]);
    content.externalId = entry.externalId ?? accountKey(entry, content, ordinals);
    hasLots ||= content.lotIds !== null;
    const finished = { entry, content, id: ids[index] as string };
    stored.add(finished);
    // The preview shows the first rows of the file, which come last when the file is reversed.
    if (isNewestFirst) preview.unshift(finished);
    else if (preview.length < MAX_PREVIEWED) preview.push(finished);
    if (preview.length > MAX_PREVIEWED) preview.pop();
  }
  return {
    chunks: stored.done(),
    rows: stored.count,
    hasLots,
    preview: preview.map(previewOf),
    issues: issues.kept,
    rejected: issues.rejected,
  };
}

/** Entries of a file after the check of their own fields, in the order of the file. */
interface Checked {
  /** The number of the record of each entry. */
  rows: number[];
  /** True: the first entry without an issue is newer than the last one. */
  isNewestFirst: boolean;
  /** The entries without an issue that name lots. */
  withLots: Array<{ row: number; lots: readonly string[] }>;
}

function checked(input: FinishInput, issues: Issues): Checked {
  const { chunks, labels } = input;
  const renamings = renamingsOf(input);
  const rows: number[] = [];
  const times: number[] = [];
  const withLots: Checked['withLots'] = [];
  for (const chunk of chunks)
    for (const entry of entriesOf(chunk)) {
      const content = contentOf(entry, input);
      check(entry, content, { ...input, renamings }, (field, code, detail) =>
        issues.add(entry.row, labels[field] ?? field, code, detail),
      );
      rows.push(entry.row);
      times.push(content.tradedAt.getTime());
      if (entry.lots !== null) withLots.push({ row: entry.row, lots: entry.lots });
    }
  const isFree = (row: number) => !issues.has(row);
  const [first, last] = [rows.findIndex(isFree), rows.findLastIndex(isFree)];
  return {
    rows,
    isNewestFirst: (times[first] ?? 0) > (times[last] ?? 0),
    withLots: withLots.filter(({ row }) => isFree(row)),
  };
}

/** Returns the entries with their index in the file, from the first to the last one or reversed. */
function* inOrder(
  chunks: readonly Uint8Array[],
  isReversed: boolean,
): Generator<[index: number, entry: ImportEntry], void, undefined> {
  for (let at = 0; at < chunks.length; at += 1) {
    const chunk = isReversed ? chunks.length - 1 - at : at;
    const entries = [...entriesOf(chunks[chunk] as Uint8Array).entries()];
    for (const [index, entry] of isReversed ? entries.reverse() : entries)
      yield [chunk * ENTRIES_PER_CHUNK + index, entry];
  }
}

const number = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

function contentOf(entry: ImportEntry, { resolved, currency, format }: FinishInput): TransactionContent {
  const symbolOf = (index: number | null) => (index === null ? null : (resolved[index]?.symbol ?? null));
  const { type, tradedAt, fee, tax, note, externalId } = entry;
  const given = entry.currency ?? currency ?? '';
  const content = inWholeUnits({
    type,
    tradedAt: new Date(tradedAt),
    symbol: symbolOf(entry.instrument),
    newSymbol: symbolOf(entry.newInstrument),
    quantity: number(entry.quantity),
    price: number(entry.price),
    amount: number(entry.amount),
    rate: number(entry.rate),
    currency: given,
    fee: new Decimal(fee),
    tax: new Decimal(tax),
    costFraction: number(entry.costFraction),
    lotIds: entry.lots,
    note,
    externalId,
  });
  return format === 'plain' ? content : { ...content, currency: content.currency.toUpperCase() };
}

/** Returns the time (ms) of the last symbol change of each symbol, in the ledger or the file. */
function renamingsOf(input: FinishInput): Map<string, number> {
  const renamings = new Map(input.renamings);
  for (const chunk of input.chunks.filter((one) => mayHold(one, 'symbol_change')))
    for (const entry of entriesOf(chunk)) {
      if (entry.type !== 'symbol_change') continue;
      const { symbol, tradedAt } = contentOf(entry, input);
      if (symbol !== null)
        renamings.set(symbol, Math.max(tradedAt.getTime(), renamings.get(symbol) ?? Number.NEGATIVE_INFINITY));
    }
  return renamings;
}

type Report = (field: string, code: ImportIssue['code'], detail: string) => void;

function check(
  entry: ImportEntry,
  content: TransactionContent,
  { resolved, now, format, cryptoAssets, renamings }: FinishInput,
  report: Report,
): void {
  for (const [field, index] of [['symbol', entry.instrument] as const, ['newSymbol', entry.newInstrument] as const])
    if (index !== null && resolved[index] === null)
      report(
        field,
        'unknown_symbol',
        'is not a known symbol; name the symbol of this service with the parameter `symbol`',
      );
  const { currency, note, externalId, type } = content;
  const [own, created] = [entry.instrument, entry.newInstrument].map((index) =>
    index === null ? null : (resolved[index] ?? null),
  );
  if (currency === '')
    report('currency', 'required', 'is required; name the currency of such rows with the parameter `currency`');
  else if (
    !/^[A-Z]{3}$/.test(currency) ||
    !(isMoney(currency) || cryptoAssets.has(currency) || own?.currency === currency || created?.currency === currency)
  )
    report('currency', 'unknown_currency', 'is not a currency code (ISO 4217)');
  else {
    const listed = own?.currency ?? null;
    if (listed !== null && listed !== currency && priced.includes(type))
      report('currency', 'currency_mismatch', `must be ${listed}, the currency of ${content.symbol}`);
  }
  if (!isStorable(note, MAX_NOTE)) report('note', 'invalid_text', `must have at most ${MAX_NOTE} characters`);
  if (!isStorable(externalId, MAX_EXTERNAL_ID))
    report('externalId', 'invalid_text', `must have at most ${MAX_EXTERNAL_ID} characters`);
  // An unknown symbol is already reported, so its consequences are not.
  const isUnresolved = entry.instrument !== null && content.symbol === null;
  const firstDays = { symbol: own?.firstDay ?? null, newSymbol: created?.firstDay ?? null };
  const early = firstDayProblems(content, firstDays, renamings.get(content.symbol ?? ''));
  for (const { pointer, detail } of [...transactionProblems(content, now), ...early]) {
    const field = pointer.slice(1);
    if (isUnresolved && (field === 'symbol' || (type === 'transfer' && field === 'quantity'))) continue;
    const code =
      field === 'tradedAt' ? 'invalid_date' : detail.startsWith('is required') ? 'required' : 'invalid_value';
    report(field === 'tradedAt' && format !== 'plain' ? 'date' : field, code, detail);
  }
}

const isStorable = (text: string | null, max: number): boolean =>
  text === null || ((text.length <= max || [...text].length <= max) && text.isWellFormed() && !text.includes('\0'));

/**
 * Returns an external id for an entry without one, in a file that names accounts; null in other files. Equal entries of
 * two accounts get different ids; equal entries of one account are numbered.
 */
function accountKey(
  { account }: ImportEntry,
  { tradedAt, type, symbol, quantity, price, amount, currency }: TransactionContent,
  ordinals: Map<string, number>,
): string | null {
  if (account === null) return null;
  const key = createHash('sha256')
    .update(JSON.stringify([account, tradedAt, type, symbol, quantity, price, amount, currency]))
    .digest('hex')
    .slice(0, 32);
  const ordinal = (ordinals.get(key) ?? 0) + 1;
  ordinals.set(key, ordinal);
  return `import:${key}:${ordinal}`;
}

/** Writes rows as JSON, chunk by chunk. */
class RowChunks {
  count = 0;
  private readonly chunks: Uint8Array[] = [];
  private readonly utf8 = new TextEncoder();
  private rows: object[] = [];

  add({ id, content }: Finished): void {
    this.rows.push({
      position: this.count,
      id,
      type: content.type,
      traded_at: content.tradedAt,
      symbol: content.symbol,
      new_symbol: content.newSymbol,
      quantity: content.quantity?.toFixed(),
      price: content.price?.toFixed(),
      amount: content.amount?.toFixed(),
      currency: content.currency,
      fee: content.fee.toFixed(),
      tax: content.tax.toFixed(),
      rate: content.rate?.toFixed(),
      cost_share: content.costFraction?.toFixed(),
      lot_ids: content.lotIds ?? undefined,
      note: content.note ?? undefined,
      external_id: content.externalId ?? undefined,
    });
    this.count += 1;
    if (this.rows.length === ROWS_PER_CHUNK) this.flush();
  }

  /** Returns all chunks. */
  done(): Uint8Array[] {
    if (this.rows.length > 0) this.flush();
    return this.chunks;
  }

  private flush(): void {
    this.chunks.push(this.utf8.encode(JSON.stringify(this.rows)));
    this.rows = [];
  }
}

function previewOf({ entry, content }: Finished): PreviewedRow {
  const { type, tradedAt, symbol, currency, externalId, quantity, price, amount, fee, tax } = content;
  const numbers = {
    quantity: quantity?.toFixed() ?? null,
    price: price?.toFixed() ?? null,
    amount: amount?.toFixed() ?? null,
    fee: fee.toFixed(),
    tax: tax.toFixed(),
  };
  return { row: entry.row, type, tradedAt: tradedAt.toISOString(), symbol, currency, externalId, ...numbers };
}
