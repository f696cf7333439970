import { withoutApostrophe } from '../../transactions/apostrophe.js';
import type { DecimalSign, IssueCode } from '../file/import-entry.js';
import { type DateRules, readDate } from '../text/date-style.js';
import { readNumber } from '../text/number-style.js';
import type { Issues } from './issues.js';

const plainNumber = /^[+-]?[\d.,\s]+(?:[eE][+-]?\d+)?$/;

/**
 * Returns true if a spreadsheet would run a cell: it begins with `=`, or it begins with another sign of formulas and
 * calls a function or a program.
 */
const isFormula = (cell: string): boolean =>
  cell.startsWith('=') || (/^[+\-@\t\r]/.test(cell) && !plainNumber.test(cell) && /[(|!]/.test(cell));

/** The style in which the cells of a file are written. */
export interface CellStyle {
  decimalSign: DecimalSign;
  dates: DateRules;
  /**
   * Handling of cells that a spreadsheet would run as formulas: `refused` rejects them; `neutralized` removes the
   * apostrophe that the service's own tables put before them; `text` reads them as they are.
   */
  formulas: 'refused' | 'neutralized' | 'text';
  /** True: negative numbers are in parentheses. */
  hasParentheses?: boolean;
}

const details = {
  formula: 'is a formula; send its value',
  invalid_number: 'is not a number in the format of the file',
  too_many_digits: 'must have at most 20 digits before and 18 after the decimal sign',
} as const;

/** Reads one record of a file field by field. Errors of cells are added to the issues. */
export class RowCells {
  /**
   * @param cellOf returns the text of a field; undefined if the file does not have the field
   * @param labelOf returns the name of a field in the file
   */
  constructor(
    readonly row: number,
    private readonly cellOf: (field: string) => string | undefined,
    private readonly labelOf: (field: string) => string,
    private readonly style: CellStyle,
    private readonly issues: Issues,
  ) {}

  /** True while the row has no issue. */
  get isValid(): boolean {
    return !this.issues.has(this.row);
  }

  fail(field: string | null, code: IssueCode, detail: string): null {
    this.issues.add(this.row, field === null ? null : this.labelOf(field), code, detail);
    return null;
  }

  /** Returns the text with its spaces; null when it is empty. */
  raw(field: string): string | null {
    const cell = this.cellOf(field);
    if (cell === undefined || cell === '') return null;
    const { formulas } = this.style;
    if (formulas !== 'text' && isFormula(cell)) return this.fail(field, 'formula', details.formula);
    return formulas === 'neutralized' ? withoutApostrophe(cell) : cell;
  }

  /** Returns the text without spaces around it; null when nothing remains. */
  text(field: string): string | null {
    return this.raw(field)?.trim() || null;
  }

  /** Returns a canonical decimal; null when the cell is empty, or invalid, which is an issue. */
  number(field: string): string | null {
    const text = this.text(field);
    if (text === null || text === '-' || text === '--') return null;
    const signed = this.style.hasParentheses ? text.replace(/^\((.+)\)$/, '-$1') : text;
    const read = readNumber(signed, this.style.decimalSign);
    return 'value' in read ? read.value : this.fail(field, read.fault, details[read.fault]);
  }

  /** Returns a canonical decimal without a sign; null, with an issue, for a negative one. */
  unsigned(field: string): string | null {
    const number = this.number(field);
    return number?.startsWith('-') ? this.fail(field, 'invalid_value', 'must not be negative') : number;
  }

  /** Returns a text as a canonical decimal; null if it is not a number. */
  numberIn(text: string): string | null {
    const read = readNumber(text, this.style.decimalSign);
    return 'value' in read ? read.value : null;
  }

  /**
   * Returns the time as RFC 3339 in UTC; null, with an issue, when it is missing or invalid.
   * @param timeField a second cell with the time of day
   * @param hint text appended to the issue of a missing date
   */
  date(field: string, timeField?: string, hint = ''): string | null {
    const [date, time] = [this.text(field), timeField === undefined ? null : this.text(timeField)];
    if (date === null) return this.isValid ? this.fail(field, 'required', `is required${hint}`) : null;
    const text = time === null ? date : `${date.split(/[T ;,]/, 1)[0]} ${time}`;
    return (
      readDate(text, this.style.dates) ??
      this.fail(field, 'invalid_date', 'is not a date in the format of the file; years have four digits')
    );
  }
}
