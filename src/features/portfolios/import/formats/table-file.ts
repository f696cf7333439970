import { type CsvRecord, csvRecords } from '../../../../text/csv-records.js';
import { UnreadableFile } from '../../../../text/unreadable-file.js';
import {
  type DateOrder,
  type DecimalSign,
  type ImportFormat,
  type KeepEntry,
  type ReadOptions,
  type ReadSummary,
  refuseTooMany,
} from '../file/import-entry.js';
import { dateOrderOf } from '../text/date-style.js';
import { decimalSignOf } from '../text/number-style.js';
import { brokerFormats } from './broker-formats.js';
import { readBrokerRow } from './broker-row.js';
import { EntryBuilder } from './entry-builder.js';
import { type FlexRecord, readFlexStatement } from './flex-statement.js';
import { Issues } from './issues.js';
import { addPerformanceRows, type PerformanceRow, readPerformanceRow } from './performance-row.js';
import { readPlainRow } from './plain-row.js';
import { type CellStyle, RowCells } from './row-cells.js';
import { filledLayout, flexColumns, isFlexHeader, type TableLayout, tableLayout } from './table-layout.js';
import { readTradeRow, type TradeRow } from './trade-row.js';
import { addTradeRows } from './trade-rows.js';
import { wordOf } from './transaction-words.js';

const numberFields = [
  'quantity',
  'price',
  'amount',
  'value',
  'gross',
  'exchangeRate',
  'fee',
  'commission',
  'tax',
  'ratio',
];
/** Formats with a decimal point in all languages. */
const pointFormats: readonly ImportFormat[] = ['plain', 'ghostfolio', 'interactive_brokers'];
const summary = /^\W*(?:transactions total|total|totals|summe|gesamt|somme|fin du|end of)\b|^\*{2,}/i;

/** Reads a delimited table of transactions. @throws UnreadableFile */
export function readTableFile(text: string, options: ReadOptions, keep: KeepEntry): Omit<ReadSummary, 'encoding'> {
  const found = tableLayout(text, options);
  const records = recordsBelow(text, found);
  const layout = filledLayout(found, records, options.columns);
  const { format, delimiter, columns, headers } = layout;
  const style = styleOf(records, layout, options);
  const issues = new Issues();
  const builder = new EntryBuilder(options.currency, keep);
  const { read, ignored } =
    format === 'interactive_brokers'
      ? readFlexTable(records, layout, style, issues, builder, options)
      : readRows(records, layout, style, issues, builder, options);
  return {
    format,
    ...(layout.broker === undefined ? {} : { broker: layout.broker }),
    delimiter,
    decimalSign: style.decimalSign,
    dateOrder: style.dates.order,
    rows: read - ignored,
    ignored,
    instruments: builder.instruments,
    issues: issues.kept,
    rejected: issues.rejected,
    labels: Object.fromEntries([...columns].map(([field, at]) => [field, headers[at] as string])),
  };
}

/** Numbers of records that were read, and of those that were left out. */
interface Counts {
  read: number;
  ignored: number;
}

/** Returns the records below the header. Each loop reads them again, so that they are never all in memory. */
function recordsBelow(text: string, { delimiter, row: header }: TableLayout): Iterable<CsvRecord> {
  return {
    *[Symbol.iterator]() {
      for (const record of csvRecords(text, delimiter)) if (record.row > header) yield record;
    },
  };
}

function cellsOf(
  { row, cells }: CsvRecord,
  columns: ReadonlyMap<string, number>,
  headers: readonly string[],
  style: CellStyle,
  issues: Issues,
): RowCells {
  const cellOf = (field: string) => cells[columns.get(field) ?? -1];
  const read = new RowCells(row, cellOf, (field) => headers[columns.get(field) ?? -1] || field, style, issues);
  if (cells.slice(headers.length).some((cell) => cell.trim() !== ''))
    read.fail(null, 'too_many_cells', 'has more cells than the header; is a quote missing?');
  return read;
}

function readRows(
  records: Iterable<CsvRecord>,
  { format, broker, columns, headers }: TableLayout,
  style: CellStyle,
  issues: Issues,
  builder: EntryBuilder,
  options: ReadOptions,
): Counts {
  const counts = { read: 0, ignored: 0 };
  const trades: TradeRow[] = [];
  const bookings: PerformanceRow[] = [];
  for (const record of records) {
    counts.read += 1;
    if (format === 'plain') refuseTooMany(counts.read);
    else if (summary.test(record.cells.find((cell) => cell.trim() !== '') ?? '')) {
      counts.ignored += 1;
      continue;
    }
    const cells = cellsOf(record, columns, headers, style, issues);
    if (format === 'plain') readPlainRow(cells, builder);
    else if (broker !== undefined) {
      const read = readBrokerRow(cells, brokerFormats[broker]);
      if (read === null) counts.ignored += 1;
      else trades.push(...read);
    } else if (format === 'portfolio_performance') bookings.push(...present(readPerformanceRow(cells)));
    else trades.push(...present(readTradeRow(cells, format)));
  }
  addPerformanceRows(bookings, builder, options.baseCurrency);
  counts.ignored += addTradeRows(trades, builder, broker === undefined ? null : 1);
  return counts;
}

const present = <Row>(row: Row | null): Row[] => (row === null ? [] : [row]);

/**
 * Reads a Flex table, which may have several sections, each with its own header, and several accounts.
 */
function readFlexTable(
  records: Iterable<CsvRecord>,
  layout: TableLayout,
  style: CellStyle,
  issues: Issues,
  builder: EntryBuilder,
  options: ReadOptions,
): Counts {
  let section = { columns: layout.columns, headers: layout.headers };
  const counts = { read: 0, ignored: 0 };
  const accounts = new Map<string | null, FlexRecord[]>();
  for (const record of records) {
    counts.read += 1;
    const words = record.cells.map(wordOf);
    if (isFlexHeader(words)) {
      section = { columns: flexColumns(words), headers: record.cells };
      counts.ignored += 1;
      continue;
    }
    const cells = cellsOf(record, withAliases(section.columns), section.headers, style, issues);
    const kind =
      section.columns.has('tradeprice') || section.columns.has('buysell')
        ? 'trade'
        : section.columns.has('amount')
          ? 'cash'
          : 'transfer';
    const account = cells.text('accountid');
    const own = accounts.get(account) ?? [];
    own.push({ kind: section.columns.has('actiondescription') ? 'action' : kind, cells });
    accounts.set(account, own);
  }
  for (const own of accounts.values()) counts.ignored += readFlexStatement(own, null, builder, options.baseCurrency);
  return counts;
}

/** Adds the XML names of columns that have other names in tables. */
function withAliases(columns: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const aliased = new Map(columns);
  for (const [name, alias] of Object.entries({
    accountid: 'clientaccountid',
    assetcategory: 'assetclass',
    settledate: 'settledatetarget',
  })) {
    const at = columns.get(alias);
    if (at !== undefined && !aliased.has(name)) aliased.set(name, at);
  }
  return aliased;
}

/**
 * Detects the style of numbers and dates from all rows.
 * @throws UnreadableFile for mixed styles, or if the style is ambiguous
 */
function styleOf(records: Iterable<CsvRecord>, layout: TableLayout, options: ReadOptions): CellStyle {
  const { format, delimiter } = layout;
  if (layout.broker !== undefined) {
    const { decimalSign, dateOrder, hasParentheses = false } = brokerFormats[layout.broker];
    return {
      decimalSign: options.decimalSign ?? decimalSign,
      dates: { order: options.dateOrder ?? dateOrder, shifts: false },
      formulas: 'refused',
      hasParentheses,
    };
  }
  const isPoint = pointFormats.includes(format) || delimiter === ',';
  const decimalSign = options.decimalSign ?? (pointFormats.includes(format) ? '.' : seenSign(records, layout, isPoint));
  const order =
    options.dateOrder ?? (format === 'plain' ? null : format === 'ghostfolio' ? 'dmy' : seenOrder(records, layout));
  return {
    decimalSign,
    dates: { order, shifts: format === 'plain' },
    formulas: format === 'plain' ? 'neutralized' : 'refused',
  };
}

function seenSign(records: Iterable<CsvRecord>, { columns, headers }: TableLayout, isPoint: boolean): DecimalSign {
  const places = numberFields.flatMap((field) => columns.get(field) ?? []);
  const shown = firstShown(
    records,
    places,
    headers,
    decimalSignOf,
    'numbers with a decimal point and with a decimal comma; name the one that is meant with `decimalSign`',
  );
  if (shown.value !== undefined) return shown.value;
  if (shown.isAmbiguous && !isPoint)
    throw new UnreadableFile(
      'Numbers such as 1.234 may be read in two ways; name the decimal sign with `decimalSign`.',
      shown.row,
      shown.column,
    );
  return '.';
}

function seenOrder(records: Iterable<CsvRecord>, { columns, headers }: TableLayout): DateOrder | null {
  const shown = firstShown(
    records,
    [columns.get('date') ?? -1],
    headers,
    dateOrderOf,
    'dates with the day first and with the month first; name the order with `dateOrder`',
  );
  if (shown.value !== undefined) return shown.value;
  if (shown.isAmbiguous)
    throw new UnreadableFile(
      'Dates such as 03/04/2025 may be read in two ways; name their order with `dateOrder`.',
      shown.row,
      shown.column,
    );
  return 'dmy';
}

interface Shown<Value> {
  value?: Value;
  isAmbiguous: boolean;
  row?: number;
  column?: string;
}

/**
 * Returns the style that the cells of some columns have in common.
 * @throws UnreadableFile at the first cell with another style
 */
function firstShown<Value extends string>(
  records: Iterable<CsvRecord>,
  places: readonly number[],
  headers: readonly string[],
  show: (cell: string) => Value | 'ambiguous' | undefined,
  mixture: string,
): Shown<Value> {
  const shown: Shown<Value> = { isAmbiguous: false };
  for (const { row, cells } of records) {
    for (const at of places) {
      const one = show(cells[at] ?? '');
      if (one === undefined || one === shown.value) continue;
      if (one === 'ambiguous') {
        if (!shown.isAmbiguous) Object.assign(shown, { isAmbiguous: true, row, column: headers[at] });
      } else if (shown.value === undefined) shown.value = one;
      else throw new UnreadableFile(`The file has ${mixture}.`, row, headers[at]);
    }
  }
  return shown;
}
