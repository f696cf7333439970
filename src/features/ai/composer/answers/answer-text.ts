import { oneLine, shortened } from '../../../../text/plain-text.js';
import { shownCurrency } from '../../../markets/market-symbol.js';
import { numbersIn } from '../../citations/number-text.js';
import type { Citation } from '../../tools/tool-records.js';

/** A number that an answer prints. */
export interface PrintedNumber {
  /** The number as printed. */
  text: string;
  value: number;
  /**
   * Unit: `USD`, `%`, `kn`, `km`, `time` (ms since the epoch) or `day` (ms of midnight, UTC); null for counts and other
   * numbers without a unit.
   */
  unit: string | null;
  /** Number of printed decimals. */
  decimals: number;
  /**
   * Record that contains the number; null for a number of the question, a count, and a number in the text of a record.
   */
  citation: Citation | null;
}

/**
 * A piece of text. Pieces are created only by the functions below, and sentences consist only of pieces, so that every
 * number in them is declared.
 */
export class Piece {
  constructor(
    readonly text: string,
    readonly numbers: readonly PrintedNumber[] = [],
  ) {}
}

const MAX_LABEL = 160;
const MAX_ROWS = 10;
const formats = new Map<number, Intl.NumberFormat>();

function formatted(value: number, decimals: number): string {
  const format =
    formats.get(decimals) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(decimals, format);
  return format.format(value);
}

/** Returns the number of decimals of a price: two, or more for small prices. */
export const priceDecimals = (price: number): number =>
  Math.abs(price) >= 10 || price === 0 ? 2 : Math.abs(price) >= 0.1 ? 4 : 6;

/** Returns a number followed by its unit. */
export function quantity(value: number, unit: string | null, decimals: number, citation: Citation | null): Piece {
  const printed = formatted(value, decimals);
  const text = unit === null ? printed : `${printed} ${unit}`;
  return new Piece(text, [{ text, value, unit, decimals, citation }]);
}

export const count = (value: number, citation: Citation | null = null): Piece => quantity(value, null, 0, citation);

/** Returns a change in percent with its sign. */
export function percent(value: number, citation: Citation | null, decimals = 2): Piece {
  const text = `${value > 0 ? '+' : ''}${formatted(value, decimals)} %`;
  return new Piece(text, [{ text, value, unit: '%', decimals, citation }]);
}

/**
 * Returns an amount of money: `USD 1,250.40`, and the number alone for a value without a currency. Amounts of a ledger,
 * given as text, keep all written decimals.
 */
export function money(value: number | string, currency: string, citation: Citation | null): Piece {
  if (typeof value === 'number') {
    const decimals = priceDecimals(value);
    const unit = shownCurrency(currency);
    const text = [unit, formatted(value, decimals)].filter(Boolean).join(' ');
    return new Piece(text, [{ text, value, unit: unit || null, decimals, citation }]);
  }
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const text = `${currency} ${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === '' ? '' : `.${fraction}`}`;
  return new Piece(text, [{ text, value: Number(value), unit: currency, decimals: fraction.length, citation }]);
}

/** Returns a time: `2026-11-20 14:30 UTC`. */
export function time(instant: string | Date, citation: Citation | null): Piece {
  const date = new Date(instant);
  const text = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return new Piece(text, [
    { text, value: Math.floor(date.getTime() / 60_000) * 60_000, unit: 'time', decimals: 0, citation },
  ]);
}

/** Returns a day: `2026-11-20`. */
export function day(text: string, citation: Citation | null): Piece {
  const only = text.slice(0, 10);
  return new Piece(only, [{ text: only, value: Date.parse(`${only}T00:00:00Z`), unit: 'day', decimals: 0, citation }]);
}

/**
 * Returns text of a record, such as a name or a title: on one line, shortened, and without characters that Markdown
 * would turn into a link, an image or a heading. Invisible characters (zero-width characters and Unicode tags) are
 * removed. Its numbers are declared as quotations of the record.
 */
export function label(text: string): Piece {
  const visible = text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]|[\u{e0000}-\u{e007f}]/gu, '');
  const shown = shortened(oneLine(visible), MAX_LABEL)
    .replaceAll('://', ': //')
    .replace(/[<>`]/g, '')
    .replace(/[[\]*_#|\\!]/g, '\\$&');
  return new Piece(
    shown,
    numbersIn(shown, { isOwn: true }).map(({ text: written, value }) => ({
      text: written,
      value,
      unit: null,
      decimals: written.split('.')[1]?.length ?? 0,
      citation: null,
    })),
  );
}

/**
 * Returns fixed words of an answer, which contain no digits.
 * @throws RangeError for a digit, which would be an undeclared number
 */
export function words(text: string): Piece {
  if (/\d/.test(text)) throw new RangeError(`A number that is not declared: ${text}`);
  return new Piece(text);
}

export const nothing = new Piece('');

/** Joins pieces with a separator. */
export const joined = (pieces: readonly Piece[], separator = ', '): Piece =>
  new Piece(
    pieces.map(({ text }) => text).join(separator),
    pieces.flatMap(({ numbers }) => numbers),
  );

/** Returns a sentence of pieces: `` say`The price is ${money(…)}.` `` */
export function say(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const texts = strings.flatMap((string, index) => [words(string).text, pieces[index]?.text ?? '']);
  return new Piece(
    texts.join(''),
    pieces.flatMap(({ numbers }) => numbers),
  );
}

/** The text of an answer: sentences, followed by rows. */
export class AnswerText {
  private readonly sentences: Piece[] = [];
  private readonly rows: Piece[] = [];

  /** Adds a sentence. A leading `at least` is capitalized; names keep their spelling. */
  add({ text, numbers }: Piece): this {
    if (text !== '') this.sentences.push(new Piece(text.replace(/^at least /, 'At least '), numbers));
    return this;
  }

  /** Adds rows; only the first ten of all rows are kept. */
  list(rows: readonly Piece[]): this {
    this.rows.push(...rows.slice(0, MAX_ROWS - this.rows.length));
    return this;
  }

  get content(): string {
    const sentences = this.sentences.map(({ text }) => text).join(' ');
    const rows = this.rows.map(({ text }) => `- ${text}`).join('\n');
    return [sentences, rows].filter((part) => part !== '').join('\n\n');
  }

  get numbers(): PrintedNumber[] {
    return [...this.sentences, ...this.rows].flatMap(({ numbers }) => numbers);
  }
}
