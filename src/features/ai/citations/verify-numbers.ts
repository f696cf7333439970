import { datesIn, numbersIn, type WrittenNumber } from './number-text.js';
import type { Unit } from './number-units.js';
import { factsOf, type RecordNumber } from './record-numbers.js';

/** The records and texts that an answer relies on. */
export interface Evidence {
  /** The cited records, as parsed JSON. */
  records: readonly unknown[];
  question: string;
}

/** A number or date of the answer that its records do not contain. */
export interface Unverified {
  text: string;
  /** Position in the answer, in UTF-16 code units. */
  offset: number;
}

/** Tolerance for rounding errors of floating-point numbers, relative to the value. */
const EPSILON = 1e-9;
const MAX_UNVERIFIED = 200;
/** Words after which the order of names does not show which number belongs to which name. */
const mixed = /\b(?:respectively|former|latter|both|each|than|versus|vs|between|against|compared)\b/i;

/**
 * Finds the numbers and dates of an answer that its records do not contain. A record contains a number if the
 * dimensions are equal, the value of the record rounds to the written number, the sign agrees with the written sign and
 * words, and the record is about the subject named before the number in its sentence. Counts, sums, means, and
 * differences and changes between values of one column also count as contained, as do the numbers of the question.
 */
export function unverifiedNumbers(answer: string, { records, question }: Evidence): Unverified[] {
  const facts = factsOf(records);
  const own = numbersIn(question).map(
    ({ value, unit }): RecordNumber => ({ value, unit, subjects: [], isMagnitude: true }),
  );
  const index = new NumberIndex([...facts.numbers, ...own]);
  const mentions = new AnswerMentions(answer, facts.subjects);
  const wrong = numbersIn(answer).filter((number) => !index.has(number, mentions.subjectsOf(number)));
  const days = new Set([...facts.days, ...datesIn(question).map(({ day }) => day)]);
  const short = new Set([...days].map((day) => day.slice(-5)));
  const wrongDates = datesIn(answer).filter(({ day }) => !days.has(day) && !(day.length === 5 && short.has(day)));
  return [...wrong, ...wrongDates]
    .map(({ text, offset }) => ({ text, offset }))
    .sort((one, other) => one.offset - other.offset)
    .slice(0, MAX_UNVERIFIED);
}

interface Mention {
  name: string;
  offset: number;
}

/** Returns the places at which the answer names subjects of the records, in order. */
function mentionsOf(answer: string, subjects: ReadonlySet<string>): Mention[] {
  const lower = answer.toLowerCase();
  const found: Mention[] = [];
  for (const name of subjects) {
    if (name.length < 2) continue;
    for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length))
      if (!/[\p{L}\d]/u.test(lower[at - 1] ?? ' ') && !/[\p{L}\d]/u.test(lower[at + name.length] ?? ' '))
        found.push({ name, offset: at });
  }
  return found.sort((one, other) => one.offset - other.offset);
}

/** Finds the subjects of records that an answer names. */
export class AnswerMentions {
  private readonly mentions: readonly Mention[];

  constructor(
    private readonly answer: string,
    subjects: ReadonlySet<string>,
  ) {
    this.mentions = mentionsOf(answer, subjects);
  }

  /** Returns the subjects that the sentence of a number names for it; undefined without a subject. */
  subjectsOf(number: WrittenNumber): ReadonlySet<string> | undefined {
    return subjectsOf(number, this.answer, this.mentions);
  }
}

function subjectsOf(
  { offset, sentence: [start, end] }: WrittenNumber,
  answer: string,
  mentions: readonly Mention[],
): ReadonlySet<string> | undefined {
  const here = mentions.filter((mention) => mention.offset >= start && mention.offset < end);
  if (here.length === 0) return undefined;
  if (mixed.test(answer.slice(start, end))) return new Set(here.map(({ name }) => name));
  const before = here.filter((mention) => mention.offset < offset);
  const nearest = before.at(-1) ?? here[0];
  // Names at the same position (`AAPL` and `AAPL.US`) and names directly beside each other mean the same subject.
  const spanned = here.filter(
    (mention) => mention.offset === nearest?.offset || (nearest !== undefined && isBeside(mention, nearest, answer)),
  );
  return new Set(spanned.map(({ name }) => name));
}

/** Whether only punctuation or spaces are between two names: `Apple Inc. (AAPL.US)`. */
function isBeside(one: Mention, other: Mention, answer: string): boolean {
  const [first, second] = one.offset <= other.offset ? [one, other] : [other, one];
  return /^[\s(,.·–-]*$/.test(answer.slice(first.offset + first.name.length, second.offset));
}

/** Sorts numbers by magnitude, so that each look-up takes logarithmic time. */
export class NumberIndex {
  private readonly sorted: RecordNumber[];
  private readonly magnitudes: Float64Array;

  constructor(numbers: readonly RecordNumber[]) {
    this.sorted = numbers.toSorted((one, other) => Math.abs(one.value) - Math.abs(other.value));
    this.magnitudes = Float64Array.from(this.sorted, ({ value }) => Math.abs(value));
  }

  has(number: WrittenNumber, subjects: ReadonlySet<string> | undefined): boolean {
    return conversionsOf(number.unit).some(([factor, suits]) => {
      const [low, high] = [(number.value - number.tolerance) * factor, (number.value + number.tolerance) * factor];
      const slack = Math.abs(high) * EPSILON + Number.EPSILON;
      for (
        let at = this.first(low - slack);
        at < this.sorted.length && (this.magnitudes[at] as number) <= high + slack;
        at += 1
      ) {
        const record = this.sorted[at] as RecordNumber;
        if (suits(record.unit) && signSuits(number, record) && isAbout(record, subjects)) return true;
      }
      return false;
    });
  }

  private first(value: number): number {
    let [low, high] = [0, this.magnitudes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.magnitudes[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function signSuits({ sign }: WrittenNumber, { value, isMagnitude }: RecordNumber): boolean {
  if (value === 0 || isMagnitude) return true;
  if (sign === 0) return value > 0;
  return Math.sign(value) === sign;
}

const isAbout = ({ subjects }: RecordNumber, named: ReadonlySet<string> | undefined): boolean =>
  named === undefined || subjects.length === 0 || subjects.some((subject) => named.has(subject));

type Conversion = readonly [factor: number, suits: (unit: Unit | undefined) => boolean];

/** Returns factors from the written unit to units of records, each with a test of the unit to which it applies. */
function conversionsOf(unit: Unit | undefined): Conversion[] {
  // A number without a unit may have any unit.
  if (unit === undefined) return [[1, () => true]];
  const isText: Conversion = [1, (other) => other === undefined && unit.dimension !== 'share'];
  if (unit.dimension === 'money')
    return [[1, (other) => other === undefined || (other.dimension === 'money' && isSameCurrency(unit, other))]];
  const factors = new Set(recordFactors[unit.dimension] ?? [1]);
  const converted = [...factors].map(
    (factor): Conversion => [
      unit.factor / factor,
      (other) => other?.dimension === unit.dimension && other.factor === factor,
    ],
  );
  return [...converted, isText];
}

const isSameCurrency = (one: Unit, other: Unit): boolean =>
  one.currency === undefined || other.currency === undefined || one.currency === other.currency;

/** Factors of the units that occur in fields, questions and texts, by dimension. */
const recordFactors: Partial<Record<Unit['dimension'], readonly number[]>> = {
  share: [1, 0.01, 0.0001],
  length: [1, 1_000, 0.3048, 1_852, 1_609.344],
  speed: [1_852 / 3_600, 1 / 3.6, 0.44704],
  time: [1, 0.001, 60, 3_600, 86_400],
};
