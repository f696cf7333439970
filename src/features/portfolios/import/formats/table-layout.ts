import { type CsvRecord, csvRecords } from '../../../../text/csv-records.js';
import { UnreadableFile } from '../../../../text/unreadable-file.js';
import type { BrokerName, ImportFormat, ReadOptions } from '../file/import-entry.js';
import { brokerColumns, brokerWith, isBrokerHeader } from './broker-format.js';
import { brokerFormats } from './broker-formats.js';
import { performanceLabels } from './performance-row.js';
import { plainLabels } from './plain-row.js';
import { tradeLabels } from './trade-labels.js';
import { wordOf } from './transaction-words.js';

/** The format and the columns of a table. */
export interface TableLayout {
  format: ImportFormat;
  broker?: BrokerName;
  delimiter: string;
  /** The number of the header row, from 1. */
  row: number;
  headers: readonly string[];
  /** Index of the column by field; in Flex tables, by the words of the headers. */
  columns: ReadonlyMap<string, number>;
}

const delimiters = [',', ';', '\t', '|'];
/** The header is searched for in this number of rows, as titles may be above it. */
const MAX_TITLE_ROWS = 30;
const SAMPLE_CHARACTERS = 200_000;

const ghostfolioWords = new Set(
  'date tradedate code symbol ticker ccy currency price unitprice quantity qty shares units action type fee comment note account accountid datasource amount'.split(
    ' ',
  ),
);
const labelsOf: Record<Exclude<ImportFormat, 'interactive_brokers'>, Record<string, readonly string[]>> = {
  plain: plainLabels,
  ghostfolio: tradeLabels,
  portfolio_performance: performanceLabels,
  table: tradeLabels,
};
const required: Record<Exclude<ImportFormat, 'interactive_brokers'>, readonly string[]> = {
  plain: ['type', 'tradedAt', 'currency'],
  ghostfolio: ['date', 'type', 'symbol', 'quantity'],
  portfolio_performance: ['date', 'value'],
  table: ['date', 'type'],
};

/** Returns true for the header of a section of a Flex report. */
export const isFlexHeader = (words: readonly string[]): boolean =>
  words.includes('currencyprimary') &&
  words.some((word) => ['ibcommission', 'levelofdetail', 'assetclass', 'fxratetobase'].includes(word));

/**
 * Finds the header of a table, its delimiter and its format: the combination that explains the most columns.
 * @throws UnreadableFile when no header is found, or when two of its columns have the same meaning
 */
export function tableLayout(text: string, options: ReadOptions): TableLayout {
  const sample = sampleOf(text);
  let best: TableLayout | undefined;
  let fault: UnreadableFile | undefined;
  for (const delimiter of options.delimiter === null ? delimiters : [options.delimiter]) {
    try {
      for (const record of [...csvRecords(sample, delimiter, MAX_TITLE_ROWS)]) {
        const layout = layoutOf(record, delimiter, options);
        if (layout?.broker !== undefined) return layout;
        if (layout !== undefined && layout.columns.size > (best?.columns.size ?? 0)) best = layout;
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      fault = error;
    }
  }
  if (best !== undefined) return best;
  if (options.broker !== undefined) throw otherHeaders(options.broker);
  throw (
    fault ??
    new UnreadableFile(
      'No header row was found: name the columns of the date and the type with `column`, and the delimiter if ' +
        'it is an unusual one.',
    )
  );
}

function otherHeaders(broker: BrokerName): UnreadableFile {
  const { title, headers } = brokerFormats[broker];
  return new UnreadableFile(`No header row of ${title} was found. Its files have the headers: ${headers.join(', ')}.`);
}

/** Returns the beginning of a text, cut at a line end. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  const end = text.lastIndexOf('\n', SAMPLE_CHARACTERS);
  return text.slice(0, end < 0 ? SAMPLE_CHARACTERS : end + 1);
}

function layoutOf({ row, cells }: CsvRecord, delimiter: string, options: ReadOptions): TableLayout | undefined {
  const words = cells.map(wordOf);
  const layout = { delimiter, row, headers: cells.map((cell) => cell.trim()) };
  const broker = brokerIn(words, delimiter, options);
  if (broker !== undefined) {
    const named = { ...brokerColumns(words, brokerFormats[broker]), ...options.columns };
    const columns = columnsOf(words, {}, named, layout);
    return columns && { ...layout, format: 'table', broker, columns };
  }
  if (options.broker !== undefined) return undefined;
  const isFlex =
    options.format === null
      ? isFlexHeader(words) && Object.keys(options.columns).length === 0
      : options.format === 'interactive_brokers';
  if (isFlex)
    return isFlexHeader(words) ? { ...layout, format: 'interactive_brokers', columns: flexColumns(words) } : undefined;
  const format = formatOf(words, options);
  const columns = columnsOf(words, labelsOf[format], options.columns, layout);
  return columns !== undefined && required[format].every((field) => columns.has(field))
    ? { ...layout, format, columns }
    : undefined;
}

/** Returns the broker with a header row: the named one, otherwise the one with exactly these headers. */
function brokerIn(words: readonly string[], delimiter: string, options: ReadOptions): BrokerName | undefined {
  if (options.broker !== undefined)
    return isBrokerHeader(words, brokerFormats[options.broker], true) ? options.broker : undefined;
  const broker = options.format === null ? brokerWith(words, brokerFormats) : undefined;
  const isUsual = broker !== undefined && (options.delimiter ?? brokerFormats[broker].delimiter) === delimiter;
  return isUsual ? broker : undefined;
}

function formatOf(words: readonly string[], { format }: ReadOptions): Exclude<ImportFormat, 'interactive_brokers'> {
  if (format !== null && format !== 'interactive_brokers') return format;
  const has = (...all: string[]) => all.every((word) => words.includes(word));
  if (has('type', 'tradedat', 'currency')) return 'plain';
  if (has('value', 'transactioncurrency') || has('wert', 'buchungswahrung')) return 'portfolio_performance';
  const isGhostfolio =
    words.every((word) => word === '' || ghostfolioWords.has(word)) &&
    words.some((word) => word === 'code' || word === 'action' || word === 'datasource');
  return isGhostfolio ? 'ghostfolio' : 'table';
}

/**
 * Returns the layout without empty columns: a field whose column is empty in all records is read from the next column
 * with one of its headers. A time of day applies to the column named `Date`, if there is one.
 * @param records all records below the header; they are read once
 */
export function filledLayout(
  layout: TableLayout,
  records: Iterable<CsvRecord>,
  named: Readonly<Record<string, string>>,
): TableLayout {
  const { format, headers } = layout;
  if (format === 'interactive_brokers' || format === 'plain' || layout.broker !== undefined) return layout;
  const words = headers.map(wordOf);
  const filled = new Set<number>();
  for (const { cells } of records)
    for (const [at, cell] of cells.entries()) if (!filled.has(at) && cell.trim() !== '') filled.add(at);
  const isEmpty = (at: number) => !filled.has(at);
  const columns = new Map(layout.columns);
  for (const [field, synonyms] of Object.entries(labelsOf[format])) {
    const at = columns.get(field);
    if (at === undefined || field in named || !isEmpty(at)) continue;
    const other = synonyms.map((word) => words.indexOf(word)).find((one) => one >= 0 && one !== at && !isEmpty(one));
    if (other !== undefined) columns.set(field, other);
  }
  if (columns.get('commission') === columns.get('fee') || ('fee' in named && !('commission' in named)))
    columns.delete('commission');
  const dates = words.filter((word) => labelsOf[format].date?.includes(word));
  const isOther = dates.length > 1 && !['date', 'datum'].includes(words[columns.get('date') ?? -1] ?? '');
  if (isOther && !('time' in named)) columns.delete('time');
  return { ...layout, columns };
}

/** Returns the columns by the words of their headers; of equal headers the first counts. */
export const flexColumns = (words: readonly string[]): Map<string, number> =>
  new Map(words.map((word, at) => [word, at] as const).reverse());

function columnsOf(
  words: readonly string[],
  labels: Record<string, readonly string[]>,
  named: Record<string, string>,
  { row, headers }: { row: number; headers: readonly string[] },
): Map<string, number> | undefined {
  const columns = new Map<string, number>();
  for (const [field, header] of Object.entries(named)) {
    const at = header.startsWith('#')
      ? Number(header.slice(1)) - 1
      : headers.findIndex((one) => one === header || wordOf(one) === wordOf(header));
    if (!(at >= 0 && at < headers.length)) return undefined;
    columns.set(field, at);
  }
  for (const [field, synonyms] of Object.entries(labels)) {
    if (columns.has(field)) continue;
    // The first synonym wins, so that the time of an order is not taken as the date of the trade.
    const word = synonyms.find((synonym) => words.includes(synonym));
    if (word === undefined) continue;
    const at = words.indexOf(word);
    if (words.lastIndexOf(word) !== at && columns.size > 1)
      throw new UnreadableFile('Two columns have the same header; rename one.', row, headers[at]);
    columns.set(field, at);
  }
  return columns;
}
