import { UnreadableFile } from './unreadable-file.js';

export interface CsvRecord {
  /** Number of the record, from 1; blank records count. */
  row: number;
  cells: string[];
}

/** Maximum lengths of a cell (characters) and of a record (cells); no ledger has longer ones. */
const MAX_CELL = 10_000;
const MAX_CELLS = 300;

/**
 * Reads the records of a delimited text (RFC 4180), each when it is needed: a quoted cell may contain delimiters, line
 * ends and doubled quotes. A quote within an unquoted cell is an ordinary character. Blank records are left out.
 * @param limit maximum number of records; a quote that is open at the end of a shortened text is no error then
 * @throws UnreadableFile for a quote that is never closed, for cells of more than 10,000 characters, and for more than
 * 300 cells
 */
export function* csvRecords(
  text: string,
  delimiter: string,
  limit = Number.POSITIVE_INFINITY,
): Generator<CsvRecord, void, undefined> {
  let row = 1;
  let at = 0;
  let count = 0;
  while (at < text.length && count < limit) {
    const cells: string[] = [];
    for (;;) {
      const { cell, end } = text[at] === '"' ? quoted(text, at, delimiter, row) : plain(text, at, delimiter);
      if (cell.length > MAX_CELL)
        throw new UnreadableFile(`A cell has more than ${MAX_CELL} characters; is a quote missing?`, row);
      cells.push(cell);
      if (cells.length > MAX_CELLS) throw new UnreadableFile(`A row has more than ${MAX_CELLS} cells.`, row);
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    if (cells.some((cell) => cell.trim() !== '')) {
      count += 1;
      yield { row, cells };
    }
    row += 1;
  }
}

interface Cell {
  cell: string;
  /** Index of the delimiter or line end after the cell. */
  end: number;
}

function plain(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length) {
    const character = text[end];
    if (character === delimiter || character === '\n' || character === '\r') break;
    end += 1;
  }
  return { cell: text.slice(start, end), end };
}

function quoted(text: string, start: number, delimiter: string, row: number): Cell {
  let cell = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new UnreadableFile('A quote is never closed.', row);
    cell += text.slice(from, quote);
    if (cell.length > MAX_CELL) return { cell, end: quote };
    if (text[quote + 1] !== '"') {
      // Text between the closing quote and the delimiter is part of the cell.
      const rest = plain(text, quote + 1, delimiter);
      return { cell: cell + rest.cell.trimEnd(), end: rest.end };
    }
    cell += '"';
    from = quote + 2;
  }
}
