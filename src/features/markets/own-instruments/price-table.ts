import type { FieldProblem } from '../../../api/problem.js';
import { escapePointer, MAX_FIELD_PROBLEMS } from '../../../api/problem.js';
import { type CsvRecord, csvRecords } from '../../../text/csv-records.js';
import { UnreadableFile } from '../../../text/unreadable-file.js';
import type { OwnPrice } from '../own/own-instrument.js';
import { type PriceProblem, priceProblem } from '../own/price-rules.js';

/** The names of the columns, by which exports of other programs call them. */
const columnNames = {
  day: ['day', 'date', 'datum'],
  price: ['price', 'close', 'value', 'quote', 'kurs'],
} as const;
type ColumnName = keyof typeof columnNames;

/** The prices of a table, and the problems of its rows; prices are valid only if there are no problems. */
export interface ReadPrices {
  prices: OwnPrice[];
  /** Problems, at most `MAX_FIELD_PROBLEMS`; the pointer is `/row/column`. */
  problems: FieldProblem[];
}

/**
 * Reads a table of prices: a header with a day and a price, in any order and among other columns, then a price in each
 * row. Cells are separated by commas, semicolons or tabs, days are written as `2026-11-20`, and numbers with a point;
 * without a comma between cells also with a decimal comma.
 * @param today the last day of a price
 */
export function readPriceTable(bytes: Uint8Array, today: string): ReadPrices {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const delimiter = delimiterOf(text.slice(0, text.search(/\r|\n|$/)));
    const [header, ...rows] = [...csvRecords(text, delimiter)];
    if (header === undefined) return faulty('', 'has no header row');
    return readRows(header, rows, delimiter !== ',', today);
  } catch (error) {
    if (error instanceof UnreadableFile) return faulty(error.row === undefined ? '' : `/${error.row}`, error.message);
    if (error instanceof TypeError) return faulty('', 'is not text in UTF-8');
    throw error;
  }
}

const faulty = (pointer: string, detail: string): ReadPrices => ({ prices: [], problems: [{ pointer, detail }] });

/** Returns the delimiter that the header has most. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function readRows(
  { row: headerRow, cells: header }: CsvRecord,
  rows: readonly CsvRecord[],
  allowsComma: boolean,
  today: string,
): ReadPrices {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const problems: FieldProblem[] = [];
  const columnOf = (name: ColumnName): number => {
    const found = names.flatMap((cell, index) =>
      (columnNames[name] as readonly string[]).includes(cell) ? [index] : [],
    );
    if (found.length === 1) return found[0] as number;
    const detail = `${found.length === 0 ? 'lacks a column' : 'has more than one column'} for the ${name}: ${columnNames[name].join(', ')}`;
    problems.push({ pointer: `/${headerRow}/${name}`, detail });
    return -1;
  };
  const [dayColumn, priceColumn] = [columnOf('day'), columnOf('price')];
  if (problems.length > 0) return { prices: [], problems };
  const prices: OwnPrice[] = [];
  const seen = new Set<string>();
  for (const { row, cells } of rows) {
    const add = (column: number, detail: string) =>
      problems.push({ pointer: `/${row}/${escapePointer((header[column] as string).trim())}`, detail });
    const day = (cells[dayColumn] ?? '').trim();
    const price = numberOf((cells[priceColumn] ?? '').trim(), allowsComma);
    const problem: PriceProblem | undefined = priceProblem({ day, price }, today, seen);
    if (problem !== undefined) add(problem.field === 'day' ? dayColumn : priceColumn, problem.detail);
    seen.add(day);
    prices.push({ day, price });
    if (problems.length >= MAX_FIELD_PROBLEMS) break;
  }
  if (rows.length === 0) problems.push({ pointer: `/${headerRow}`, detail: 'is followed by no prices' });
  return { prices, problems };
}

/** Returns a number such as `98.5` or `1e-3`, or with a decimal comma; NaN for other texts. */
function numberOf(text: string, allowsComma: boolean): number {
  const plain = allowsComma && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(plain) ? Number(plain) : Number.NaN;
}
