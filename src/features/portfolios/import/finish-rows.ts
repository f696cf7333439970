import { createHash } from 'node:crypto';
import { uuidPattern } from '../../../api/rules.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { isMoney } from '../../markets/fx/currency.js';
import { Decimal } from '../lots/decimal.js';
import { firstDayProblems } from '../transactions/first-days.js';
import type { TransactionContent, TransactionType } from '../transactions/transaction.js';
import { transactionProblems } from '../transactions/transaction-rules.js';
import { inWholeUnits } from '../transactions/whole-units.js';
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
  /** Entries as in `ReadFile.entries`; bytes of JSON when they come from a thread. */
  entries: Uint8Array | readonly ImportEntry[];
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
 * order.
 */
export function finishRows(input: FinishInput): FinishedRows {
  const { entries: given, resolved, labels, format, currency } = input;
  const entries = given instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(given)) as ImportEntry[]) : given;
  const issues = new Issues();
  const checked = entries.map(
    (entry): Finished => ({ entry, content: contentOf(entry, resolved, currency, format), id: '' }),
  );
  const renamings = renamingsOf(checked, input.renamings);
  for (const { entry, content } of checked)
    check(entry, content, { ...input, renamings }, (field, code, detail) =>
      issues.add(entry.row, labels[field] ?? field, code, detail),
    );
  const accepted = checked.filter(({ entry }) => !issues.has(entry.row));
  const isNewestFirst = (accepted[0]?.content.tradedAt ?? 0) > (accepted.at(-1)?.content.tradedAt ?? 0);
  const ordered = isNewestFirst ? accepted.toReversed() : accepted;
  for (const one of ordered) one.id = uuidV7();
  const idOf = new Map(accepted.map(({ entry, id }) => [String(entry.row), id]));
  const ordinals = new Map<string, number>();
  const kept = ordered.filter(({ entry, content }) => {
    const lots = entry.lots?.map((lot) => (uuidPattern.test(lot) ? lot : idOf.get(lot)));
    if (lots?.includes(undefined))
      issues.add(entry.row, labels.lots ?? 'lots', 'unknown_lot', 'names a row of the file that opens no lot');
    content.lotIds = (lots as string[] | undefined) ?? null;
    content.externalId = entry.externalId ?? accountKey(entry, content, ordinals);
    return !issues.has(entry.row);
  });
  return {
    chunks: chunksOf(kept),
    rows: kept.length,
    hasLots: kept.some(({ content }) => content.lotIds !== null),
    preview: (isNewestFirst ? kept.toReversed() : kept).slice(0, MAX_PREVIEWED).map(previewOf),
    issues: issues.kept,
    rejected: issues.rejected,
  };
}

const number = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

function contentOf(
  entry: ImportEntry,
  resolved: FinishInput['resolved'],
  currency: string | null,
  format: ImportFormat,
): TransactionContent {
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
function renamingsOf(entries: readonly Finished[], before: FinishInput['renamings']): Map<string, number> {
  const renamings = new Map(before);
  for (const { content } of entries)
    if (content.type === 'symbol_change' && content.symbol !== null)
      renamings.set(
        content.symbol,
        Math.max(content.tradedAt.getTime(), renamings.get(content.symbol) ?? Number.NEGATIVE_INFINITY),
      );
  return renamings;
}

type Report = (field: string, code: ImportIssue['code'], detail: string) => void;

function check(
  entry: ImportEntry,
  content: TransactionContent,
  { resolved, now, format, cryptoAssets, renamings }: Omit<FinishInput, 'entries'>,
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

function chunksOf(rows: readonly Finished[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const utf8 = new TextEncoder();
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    const chunk = rows.slice(from, from + ROWS_PER_CHUNK).map(({ id, content }, index) => ({
      position: from + index,
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
    }));
    chunks.push(utf8.encode(JSON.stringify(chunk)));
  }
  return chunks;
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
