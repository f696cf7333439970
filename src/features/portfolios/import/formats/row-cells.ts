import { withoutApostrophe } from '../../transactions/apostrophe.js';
import type { DecimalSign, IssueCode } from '../file/import-entry.js';
import { type DateRules, readDate } from '../text/date-style.js';
import { isFormula } from '../text/formula.js';
import { readNumber } from '../text/number-style.js';
import type { Issues } from './issues.js';

/** The style in which the cells of a file are written. */
export interface CellStyle {
  decimalSign: DecimalSign;
  dates: DateRules;
  /**
   * Cells that a spreadsheet runs are `refused`; in our own tables texts that look so are `neutralized` by an
   * apostrophe; elsewhere they are `text`.
   */
  formulas: 'refused' | 'neutralized' | 'text';
}

const details = {
  formula: 'is a formula; send its value',
  invalid_number: 'is not a number in the format of the file',
  too_many_digits: 'must have at most 20 digits before and 18 after the decimal sign',
} as const;

/** One record of a file, read field by field. What is wrong with a cell is added to the issues. */
export class RowCells {
  /**
   * @param cellOf the text of a field; undefined where the file does not have it
   * @param labelOf how the file names a field
   */
  constructor(
    readonly row: number,
    private readonly cellOf: (field: string) => string | undefined,
    private readonly labelOf: (field: string) => string,
    private readonly style: CellStyle,
    private readonly issues: Issues,
  ) {}

  /** Whether nothing was wrong so far. */
  get isValid(): boolean {
    return !this.issues.has(this.row);
  }

  fail(field: string | null, code: IssueCode, detail: string): null {
    this.issues.add(this.row, field === null ? null : this.labelOf(field), code, detail);
    return null;
  }

  /** The text with its spaces; null when it is empty. */
  raw(field: string): string | null {
    const cell = this.cellOf(field);
    if (cell === undefined || cell === '') return null;
    const { formulas } = this.style;
    if (formulas !== 'text' && isFormula(cell)) return this.fail(field, 'formula', details.formula);
    return formulas === 'neutralized' ? withoutApostrophe(cell) : cell;
  }

  /** The text without spaces around it; null when nothing is left. */
  text(field: string): string | null {
    return this.raw(field)?.trim() || null;
  }

  /** A canonical decimal; null when the cell is empty or invalid. */
  number(field: string): string | null {
    const text = this.text(field);
    if (text === null || text === '-' || text === '--') return null;
    const read = readNumber(text, this.style.decimalSign);
    return 'value' in read ? read.value : this.fail(field, read.fault, details[read.fault]);
  }

  /** A canonical decimal that has no sign: null and an issue for a negative one. */
  unsigned(field: string): string | null {
    const number = this.number(field);
    return number?.startsWith('-') ? this.fail(field, 'invalid_value', 'must not be negative') : number;
  }

  /** A text within a cell as a canonical decimal; null for another text. */
  numberIn(text: string): string | null {
    const read = readNumber(text, this.style.decimalSign);
    return 'value' in read ? read.value : null;
  }

  /**
   * RFC 3339 in UTC; null and an issue when it is missing or invalid.
   * @param timeField a second cell with the time of day
   * @param hint when it is missing
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
