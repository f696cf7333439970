import { countryName } from '../../../../language/places-in.js';
import type { Citation } from '../../tools/tool-records.js';
import type { Column, RecordRows } from '../question-types/question-type.js';
import { instrumentName } from '../spans/markets-in.js';
import type { AnySpan, SpanType } from '../spans/span.js';
import { count, day, joined, label, nothing, Piece, quantity, say, time, words } from './answer-text.js';
import { type Answered, amount, during, type Fields, fieldsOf, listOf, numberOf, textOf, valueAt } from './template.js';

const [KM, HOUR_S, MINUTE_S] = [1_000, 3_600, 60];
const MAX_DECIMALS = 4;
const MAX_LISTED = 6;

/** Writes the records of a result: the number of them, then a row for each of the first ones. */
export function writeRecords(answered: Answered, rowsOf: RecordRows): void {
  const { things, list, columns, head = [], isReversed, isSeries, named } = rowsOf;
  const { value, text, reading, arguments: args } = answered;
  const [citation = null] = answered.citations;
  const of = subjectOf(reading.spans, textOf(args.subject), reading.kind.id);
  const period = reading.kind.ignores?.(reading.input).includes('period')
    ? nothing
    : during(reading.input.slots.get('period'));
  const piecesOf = (record: Fields, all: readonly Column[]) =>
    unique(all.map((column) => cell(column, record, value, citation)).filter((piece) => piece !== undefined));
  const first = joined(piecesOf(value, head));
  if (list === undefined) {
    const row = piecesOf(value, columns);
    if (row.length === 0) return void text.add(say`No ${words(things)}${of} is known${period}.`);
    return void text.add(say`${label(capitalized(things))}${of}: ${joined(row)}${simulated(value)}.`);
  }
  const all = listOf(valueAt(value, list));
  const asked = named === undefined ? [] : all.filter((record) => isNamed(textOf(record[named]), reading.input.words));
  const records = asked.length > 0 ? asked : all;
  const ordered = isReversed === true ? records.toReversed() : records;
  // A record without its first value, such as a day without a measurement, says nothing.
  const rows = ordered
    .filter((record) => columns[0] !== undefined && cell(columns[0], record, value, citation) !== undefined)
    .map((record) => joined(piecesOf(record, columns)));
  const before = first.text === '' ? nothing : say`${capitalizedPiece(first)}. `;
  if (rows.length === 0) return void text.add(say`${before}There are no ${words(things)}${of}${period}.`);
  const title = say`${before}${label(capitalized(things))}${of}${period}`;
  const total = rows.length === records.length ? amount(answered, records) : count(rows.length);
  // A value of each day, or the value that the question names, is not counted.
  if (isSeries === true || asked.length > 0) text.add(say`${title}${simulated(value)}:`);
  else text.add(say`${title}: ${total}${simulated(value)}.`);
  text.list(rows);
}

/** Returns the pieces without those that repeat an earlier one, such as a form that is also the title. */
const unique = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(({ text }, index) => pieces.findIndex((other) => other.text === text) === index);

const capitalizedPiece = ({ text, numbers }: Piece): Piece => new Piece(capitalized(text), numbers);

/** Short forms of the names of figures. */
const SHORT_NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bp(?:\/| )?e\b/, 'price to earnings'],
  [/\beps\b/, 'earnings per share'],
  [/\broe\b/, 'return on equity'],
  [/\bmarket cap\b/, 'market capitalization'],
  [/\bmarket capitalisation\b/, 'market capitalization'],
  [/\bsales|turnover|revenues\b/, 'revenue'],
  [/\bprofits?\b/, 'net income'],
];

/** Whether a question contains the name of a figure, in full or as a short form. */
function isNamed(name: string, question: string): boolean {
  const folded = name.toLowerCase();
  const short = SHORT_NAMES.some(([pattern, full]) => pattern.test(question) && folded.startsWith(full));
  return short || (folded !== '' && ` ${question} `.includes(` ${folded.replaceAll('/', ' ')} `));
}

const capitalized = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** Types of values that an answer names as its subject. */
const SUBJECTS: ReadonlySet<SpanType> = new Set([
  ...(['symbol', 'vessel', 'portfolio', 'client', 'icao24', 'country', 'place', 'shipType', 'flag'] as const),
]);

/** Returns the subject of the answer: ` of Apple Inc. (AAPL.US)`; empty for lists of everything. */
function subjectOf(spans: readonly AnySpan[], about: string, kind: string): Piece {
  const names = spans.flatMap((span) => {
    if (!SUBJECTS.has(span.type) || (span.type === 'place' && about !== '')) return [];
    return [nameOf(span)];
  });
  const all = [...(about === '' ? [] : [about]), ...names];
  // A name that begins with the subject says the same.
  const named = all.filter(
    (name, index) =>
      name !== '' && !all.some((other, at) => at !== index && (other === name ? at < index : other.startsWith(name))),
  );
  return named.length === 0 || kind.endsWith('-list') ? nothing : say` (${joined(named.map((name) => label(name)))})`;
}

function nameOf({ type, value }: AnySpan): string {
  if (type === 'symbol') {
    const name = instrumentName(value as string);
    return name === value ? name : `${name}, ${value}`;
  }
  if (type === 'country' || type === 'flag') return countryName(value as string);
  return typeof value === 'string' ? value.replaceAll('_', ' ') : (value as { name: string }).name;
}

/** Returns ` (simulated)` if the figures are those of the simulator. */
function simulated(value: Fields): Piece {
  const { provider } = fieldsOf(value.provenance);
  const isSimulated =
    provider === 'simulator' ||
    value.simulated === true ||
    listOf(value.items).some((item) => fieldsOf(item.provenance).provider === 'simulator' || item.simulated === true);
  return isSimulated ? words(' (simulated)') : nothing;
}

/** Returns a value with the words before and after it; undefined if the record lacks it. */
function cell(column: Column, record: Fields, value: Fields, citation: Citation | null): Piece | undefined {
  const shown = shownValue(column, valueAt(record, column.field), citation);
  if (shown === undefined || shown.text === '') return undefined;
  const { before, after } = column;
  const field = /^\{(.+)\}$/.exec(after ?? '')?.[1];
  const unit = field === undefined ? after : textOf(record[field]) || textOf(value[field]);
  const [lead, tail] = [
    before === undefined ? nothing : say`${words(before)} `,
    unit === undefined || unit === '' ? nothing : say` ${label(unit)}`,
  ];
  return say`${lead}${shown}${tail}`;
}

function shownValue({ format }: Column, value: unknown, citation: Citation | null): Piece | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string' && one !== '') as string[];
    return texts.length === 0
      ? undefined
      : joined([
          ...texts.slice(0, MAX_LISTED).map((one) => label(one)),
          ...(texts.length > MAX_LISTED ? [say`${count(texts.length - MAX_LISTED)} more`] : []),
        ]);
  }
  if (format === 'flag') return typeof value === 'boolean' ? words(value ? 'yes' : 'no') : undefined;
  const text = textOf(value);
  if (format === 'time') return text === '' ? undefined : time(text, citation);
  if (format === 'day') return text === '' ? undefined : day(text, citation);
  if (format === 'text' || format === 'list') return text === '' ? undefined : label(text.replaceAll('_', ' '));
  // Amounts of ledgers are decimal texts.
  const number = numberOf(value) ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
  if (number === undefined) return undefined;
  if (format === 'km') return quantity(number / KM, null, 0, citation);
  if (format === 'hours') return quantity(number / HOUR_S, null, 1, citation);
  if (format === 'minutes') return quantity(number / MINUTE_S, null, 0, citation);
  if (format === 'fraction') return quantity(number * 100, '%', 2, citation);
  if (format === 'percent') return quantity(number, '%', 2, citation);
  return quantity(number, null, decimalsOf(number), citation);
}

/** Returns the number of decimals of a number: none for large ones, at most two, or four below 1, without zeros. */
function decimalsOf(value: number): number {
  const most = Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 1 ? 2 : MAX_DECIMALS;
  const rounded = Number(value.toFixed(most));
  return (
    Array.from({ length: most }, (_, decimals) => decimals).find(
      (decimals) => Number(value.toFixed(decimals)) === rounded,
    ) ?? most
  );
}
