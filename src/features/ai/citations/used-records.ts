import { fold } from '../../../text/words.js';
import type { Citation, CitedRecord } from '../tools/tool-records.js';
import { numbersIn, type WrittenNumber } from './number-text.js';
import { factsOf } from './record-numbers.js';
import { AnswerMentions, NumberIndex } from './verify-numbers.js';

/** The result of one tool call. */
export interface RecordSource {
  value: unknown;
  cited: readonly CitedRecord[];
}

/** Names of fields that name a record. */
const naming = [
  'symbol',
  'name',
  'title',
  'headline',
  'mmsi',
  'icao24',
  'callsign',
  'registration',
  'base',
  'feed',
  'value',
];
const MIN_WORD = 3;
/** Fraction of the words of a name that an answer must contain to name the record. */
const MIN_SHARE = 0.5;
/** Numbers without a unit up to this one are not evidence, because they occur by chance. */
const MAX_CHANCE = 10;

/**
 * Returns citations of the records that an answer relies on: records that it names, and records whose numbers it
 * states. An answer that states a count, sum or mean relies on all records of that list. An answer that names and
 * states nothing, such as "Yes, all of them.", relies on all records.
 */
export function usedCitations(answer: string, question: string, sources: readonly RecordSource[]): Citation[] {
  const words = new Set(wordsOf(answer));
  const asked = new Set(numbersIn(question).map(({ digits }) => digits));
  const numbers = numbersIn(answer).filter((number) => !asked.has(number.digits));
  const facts = sources.map(({ cited }) => cited.map(({ record }) => factsOf([record])));
  const mentions = new AnswerMentions(answer, new Set(facts.flat().flatMap(({ subjects }) => [...subjects])));
  const strong = numbers.filter(
    (number) => number.unit !== undefined || number.value > MAX_CHANCE || number.digits.includes('.'),
  );
  const used = sources.flatMap(({ value, cited }, source) => {
    const stated = new Set<WrittenNumber>();
    const own = cited.filter(({ citation, record }, index) => {
      const numbersOfRecord = new NumberIndex(facts[source]?.[index]?.numbers ?? []);
      const found = strong.filter((number) => numbersOfRecord.has(number, mentions.subjectsOf(number)));
      for (const number of found) stated.add(number);
      return found.length > 0 || answer.includes(citation.recordId) || isNamed(record, words);
    });
    if (cited.length < 2) return own;
    const isCounted = numbers.some((number) => number.unit === undefined && number.value === cited.length);
    const whole = new NumberIndex(factsOf([value]).numbers);
    const isDerived = strong.some((number) => !stated.has(number) && whole.has(number, mentions.subjectsOf(number)));
    return isCounted || isDerived ? cited : own;
  });
  return (used.length > 0 ? used : sources.flatMap(({ cited }) => cited)).map(({ citation }) => citation);
}

const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD);

function isNamed(record: unknown, words: ReadonlySet<string>): boolean {
  const fields = typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {};
  return naming.some((field) => {
    const name = fields[field];
    const parts = typeof name === 'string' || typeof name === 'number' ? wordsOf(String(name)) : [];
    return parts.length > 0 && parts.filter((part) => words.has(part)).length >= parts.length * MIN_SHARE;
  });
}
