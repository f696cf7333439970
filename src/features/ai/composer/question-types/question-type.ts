import { isDeepStrictEqual } from 'node:util';
import { type Calendar, isoDay } from '../spans/calendar.js';
import type { AnySpan, Period, SpanType, SpanValues } from '../spans/span.js';

export interface SlotRule {
  /** Whether the user is asked for a missing value. */
  required?: boolean;
  /** Whether several values are allowed. If the slot is required, at least `min` values are needed. */
  many?: boolean;
  min?: number;
  /** Weight added to the score. Default: 1. */
  weight?: number;
  /**
   * Whether the question may omit the value, which is then taken from the object that the user is looking at, from the
   * previous message, or from the only object of its type.
   */
  implied?: boolean;
  /** Whether only a complete name counts, not a part of it. */
  exactOnly?: boolean;
}

/** The values of the slots of a question. */
export class Slots {
  constructor(private readonly spans: readonly AnySpan[]) {}

  get<Type extends SpanType>(type: Type): SpanValues[Type] | undefined {
    return this.all(type)[0];
  }

  /** Returns all values of a type, each once, because a question may name a value in two ways. */
  all<Type extends SpanType>(type: Type): Array<SpanValues[Type]> {
    const values = this.spans.filter((span) => span.type === type).map(({ value }) => value as SpanValues[Type]);
    return values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(value, other)) === index);
  }

  has(type: SpanType): boolean {
    return this.spans.some((span) => span.type === type);
  }

  /**
   * Returns the value of a type directly before or after a value of another type, such as the currency of an amount.
   */
  beside<Type extends SpanType>(type: Type, other: SpanType): SpanValues[Type] | undefined {
    const anchor = this.spans.find((span) => span.type === other);
    const found = this.spans.find(
      (span) => span.type === type && anchor !== undefined && (span.to === anchor.from || span.from === anchor.to),
    );
    return found?.value as SpanValues[Type] | undefined;
  }

  /** Returns the spans of some types in the order of the question; implied ones first. */
  of(types: readonly SpanType[]): AnySpan[] {
    return this.spans.filter(({ type }) => types.includes(type)).sort((one, other) => one.from - other.from);
  }

  /** Whether the question itself names a value of the type. */
  named(type: SpanType): boolean {
    return this.spans.some((span) => span.type === type && span.to > span.from);
  }
}

/** The parts of a question that a kind of question uses. */
export interface QuestionInput {
  slots: Slots;
  /** Words that are neither values, cues nor common words, as written; empty without any. */
  text: string;
  /** The words of the question, separated by spaces. */
  words: string;
  calendar: Calendar;
}

/** A list that is read before a call, which is then made for each of its first items. */
export interface EachItem {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /**
   * Path of the field of an item, the argument that it becomes, and the path of its name. Items without it are left
   * out.
   */
  field: string;
  argument: string;
  name: string;
  /** Maximum number of calls. */
  max: number;
}

/** Format in which a value of a record is written. */
export type ColumnFormat =
  | 'text'
  | 'list'
  | 'time'
  | 'day'
  | 'number'
  | 'fraction'
  | 'percent'
  | 'km'
  | 'hours'
  | 'minutes'
  | 'flag';

/** A value of a record: its field, and the words before and after it. A missing value is left out. */
export interface Column {
  field: string;
  format: ColumnFormat;
  before?: string;
  /** Words after it, or `{field}` for those of the record, such as a currency. */
  after?: string;
}

/** Nouns and columns with which the answer of a kind writes the records of its result. */
export interface RecordRows {
  /** Noun of the records, such as `port calls`. */
  things: string;
  /** Field with the list; undefined: the result itself is the only record. */
  list?: string;
  columns: readonly Column[];
  /** Values of the result that are written before the records. */
  head?: readonly Column[];
  /** Whether the records are values of times in order, whose number says nothing. */
  isSeries?: boolean;
  /** Field with the name of a figure: if a question contains it, only this figure is written. */
  named?: string;
  /** Whether the last records of the list are written first. */
  isReversed?: boolean;
}

/** A tool call that answers a question. */
export interface PlannedCall {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** Subject of the answer, if no argument names it. */
  about?: Readonly<Record<string, unknown>>;
  /** A list whose first items this call is made for, with their names as the subject of the answer. */
  each?: EachItem;
  /** Kind whose template writes the answer. Default: the kind of the question. */
  template?: string;
}

/** A kind of question that the composer answers. */
export interface QuestionType {
  id: string;
  /** Text that completes the sentence “I can …”. */
  can: string;
  examples: readonly [string, string, string];
  /** Words and phrases that indicate the kind, with their weights: `price*2|how much`. */
  cues: string;
  /**
   * Phrases that name what the kind is about, such as `port calls`. A question without one of them is not of this kind;
   * they count as cues. Kinds without it compete for every question.
   */
  subject?: string;
  /** Columns of the records of the result, for kinds without a template of their own. */
  rows?: RecordRows;
  /** Words that may occur but do not indicate the kind. */
  also?: string;
  /**
   * Words that restrict or order the results although the tool cannot apply them: the answer names them as not
   * applied.
   */
  unapplied?: string;
  /** Minimum sum of the weights of cues. Default: 1. */
  min?: number;
  slots: Partial<Record<SpanType, SlotRule>>;
  /**
   * Whether words that nothing else explains are a text to search for. `required`: a question without a text is not of
   * this kind.
   */
  text?: 'required' | 'optional';
  /** Whether the text is a name: if it has capitalized words, words before and after them do not belong to it. */
  isName?: boolean;
  /** Whether a name may be a part of a topic, so that words in lower case behind it belong to the text. */
  isTopic?: boolean;
  /** Whether the tool needs only the name of a thing, so that several things of one name are no ambiguity. */
  byName?: boolean;
  /** Whether a question about `portfolios` that names no portfolio is about all of them. */
  ofAll?: boolean;
  /** Words that make a question without the name of a portfolio a question about all portfolios. */
  ofAllWords?: RegExp;
  /**
   * Added to the score of this kind: a positive value prefers it to other kinds, a negative value does the opposite.
   */
  bias?: number;
  /**
   * A slot with a default value. The default is not used if the question has an unexplained word, because that word may
   * be the value.
   */
  defaults?: SpanType;
  /** Returns a slot that this question needs although the rules of the slots do not require it. */
  needs?(input: QuestionInput): SpanType | undefined;
  /**
   * Id of the kind that answers instead if a value for this kind is missing: a question about an alert that did not
   * fire is answered by the distance of its rule from firing.
   */
  instead?: string;
  /** Names of slots in clarifying questions, if they differ from the types of the slots. */
  askAs?: Partial<Record<SpanType, string>>;
  /**
   * Whether a question may be about the future: `spoken`, words such as `will` only; `times`, also times to come.
   * Default: such a question is not of this kind.
   */
  future?: 'spoken' | 'times';
  /** Returns types of values that the answer leaves out although the kind accepts them. */
  ignores?(input: QuestionInput): readonly SpanType[];
  /** Returns parts of values, as written, that the answer leaves out: the second day of a weekly schedule. */
  omits?(input: QuestionInput): readonly string[];
  /** Returns false if the values do not make sense together, independently of the words. */
  holds?(input: QuestionInput): boolean;
  /** Returns true if the form of a completely explained question decides for the kind, whatever its probability. */
  isCertain?(input: QuestionInput): boolean;
  /** Returns false if the words indicate another kind. Called only if the kind is recognized by its cues. */
  accepts?(input: QuestionInput): boolean;
  /** Returns the tool calls in order; the first one is for the main subject of the question. */
  plan(input: QuestionInput): PlannedCall[];
}

/** Whether a question has no period or is about today, so that current data answer it. */
export const isPresent = ({ slots, calendar }: QuestionInput): boolean => {
  const period = slots.get('period');
  if (period === undefined) return true;
  return period.to === undefined && (period.day !== undefined || period.firstDay === isoDay(calendar.today));
};

/**
 * Returns the types of times that current data cannot answer: `in the last hour` and `since 6 am`, but not `today`,
 * which the user says of what is current.
 */
export const ignoredTimes = ({ slots }: QuestionInput): readonly SpanType[] => {
  const period = slots.get('period');
  return period === undefined || (period.day !== undefined && period.to === undefined) ? [] : ['period'];
};

/** Whether words speak of the future, about which there are no data: `will`, unless the user speaks of a request. */
const isForecast = (words: string): boolean =>
  /(?<!\b(?:i|we|you) )\b(?:will|shall)\b(?! (?:i|you|we)\b)|\bgoing to (?:be|rise|fall|reach|cost|drop|go|climb|crash)\b|\b(?:likely|expected|bound|set|about) to\b/.test(
    words,
  );

/** Requests for a notification of what is to come; `tell me if` may also be a question about the present. */
const IS_REQUEST =
  /\b(?:let (?:me|us) know|tell me|notify(?: me)?|warn(?: me)?|alert(?: me)?|ping me|inform me|message me) (?:when|once|whenever|as soon as)\b|\b(?:notify|warn|alert|ping) me if\b/;

/** Whether a question is about the future although its kind has only data of the present and the past. */
export function isOfFuture({ future }: QuestionType, { slots, words, calendar }: QuestionInput): boolean {
  if (future === undefined && (isForecast(words) || IS_REQUEST.test(words))) return true;
  const begin = slots.get('period')?.from ?? slots.get('moment')?.at;
  return future !== 'times' && begin !== undefined && begin > calendar.now;
}

/** Returns `from` and `to` of a period as date-times. */
export function fromTo(period: Period | undefined): { from?: string; to?: string } {
  return {
    ...(period?.from !== undefined && { from: period.from.toISOString() }),
    ...(period?.to !== undefined && { to: period.to.toISOString() }),
  };
}

/** Returns the arguments of a call without undefined and empty values. */
export function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Highest severity of events. */
const MAX_SEVERITY = 5;

/** Whether an event can have a severity within the limits of a question, or the question has no such limits. */
export const areSeverities = ({ slots }: QuestionInput): boolean => {
  const { min = 1, max = MAX_SEVERITY } = slots.get('severities') ?? {};
  return min <= MAX_SEVERITY && max >= 1 && min <= max;
};
