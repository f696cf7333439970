import { isDeepStrictEqual } from 'node:util';
import { type Calendar, isoDay } from '../spans/calendar.js';
import type { AnySpan, Period, SpanType, SpanValues } from '../spans/span.js';

export interface SlotRule {
  /** Whether the user is asked for a missing value. */
  required?: boolean;
  /** Whether several values are allowed. If the slot is required, at least `min` of them are. */
  many?: boolean;
  min?: number;
  /** The weight added to the score; 1 if omitted. */
  weight?: number;
  /**
   * Whether the question may omit the value, which is then the object that the user is looking at, that of the previous
   * message, or the only item of its type.
   */
  implied?: boolean;
  /** Whether a part of a name is not enough. */
  exactOnly?: boolean;
}

/** The values of the slots of a question. */
export class Slots {
  constructor(private readonly spans: readonly AnySpan[]) {}

  get<Type extends SpanType>(type: Type): SpanValues[Type] | undefined {
    return this.all(type)[0];
  }

  /** Each value once: a question may name it in two ways. */
  all<Type extends SpanType>(type: Type): Array<SpanValues[Type]> {
    const values = this.spans.filter((span) => span.type === type).map(({ value }) => value as SpanValues[Type]);
    return values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(value, other)) === index);
  }

  has(type: SpanType): boolean {
    return this.spans.some((span) => span.type === type);
  }

  /** The value of one type directly before or behind that of another: the currency of an amount. */
  beside<Type extends SpanType>(type: Type, other: SpanType): SpanValues[Type] | undefined {
    const anchor = this.spans.find((span) => span.type === other);
    const found = this.spans.find(
      (span) => span.type === type && anchor !== undefined && (span.to === anchor.from || span.from === anchor.to),
    );
    return found?.value as SpanValues[Type] | undefined;
  }

  /** The spans of some types, in the order of the question; implied values first. */
  of(types: readonly SpanType[]): AnySpan[] {
    return this.spans.filter(({ type }) => types.includes(type)).sort((one, other) => one.from - other.from);
  }

  /** True when the question itself has the value. */
  named(type: SpanType): boolean {
    return this.spans.some((span) => span.type === type && span.to > span.from);
  }
}

/** Input of a kind of question besides its slots. */
export interface QuestionInput {
  slots: Slots;
  /** The words that are no slots, cues or common words, as written; '' without any. */
  text: string;
  /** The words of the question, separated by spaces. */
  words: string;
  calendar: Calendar;
}

/** A call that answers a question. */
export interface PlannedCall {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** The subject of the answer where no argument names it. */
  about?: Readonly<Record<string, unknown>>;
  /** The kind whose template writes its answer; by default the kind of the question. */
  template?: string;
}

/** A kind of question that the composer answers. */
export interface QuestionType {
  id: string;
  /** Completes “I can …”. */
  can: string;
  examples: readonly [string, string, string];
  /** Words and phrases that indicate it, with their weight: `price*2|how much`. */
  cues: string;
  /** Words that may occur and indicate nothing. */
  also?: string;
  /** Least sum of the weights of cues; 1 by default. */
  min?: number;
  slots: Partial<Record<SpanType, SlotRule>>;
  /**
   * Words that nothing else explains are the text to search for. `required`: a question without a text is not of this
   * kind.
   */
  text?: 'required' | 'optional';
  /** A question about `portfolios` without the name of one is about all of them. */
  ofAll?: boolean;
  /**
   * Added to the score of this kind: a positive value prefers it to other kinds, a negative value does the opposite.
   */
  bias?: number;
  /** Returns a slot that this question needs although the rules of the slots do not require it. */
  needs?(input: QuestionInput): SpanType | undefined;
  /**
   * Id of the kind that answers instead if a value for this kind is missing: a question about an alert that did not
   * fire is answered by the distance of its rule from firing.
   */
  instead?: string;
  /** Names of slots in clarifying questions, if they differ from the types of the slots. */
  askAs?: Partial<Record<SpanType, string>>;
  /** False when the slots do not make sense together, whatever the words are. */
  holds?(input: QuestionInput): boolean;
  /** False when the words are of another kind; asked only where the kind is recognized by its cues. */
  accepts?(input: QuestionInput): boolean;
  /** @returns the calls, in order; the first is what the question is about */
  plan(input: QuestionInput): PlannedCall[];
}

/** Returns true for a question without a period or about today: current data answer it. */
export const isPresent = ({ slots, calendar }: QuestionInput): boolean => {
  const period = slots.get('period');
  if (period === undefined) return true;
  return period.to === undefined && (period.day !== undefined || period.firstDay === isoDay(calendar.today));
};

/** Returns true for a question about the future, which no data answers. */
export const isForecast = (words: string): boolean =>
  /\b(?:will|shall)\b.*\b(?:be|become|reach|cost|rise|fall|drop|climb|go|trade|stand|do|perform|worth)\b|\bgoing to (?:be|rise|fall|reach|cost|drop|go)\b/.test(
    words,
  );

/** `from` and `to` of a period as instants. */
export function fromTo(period: Period | undefined): { from?: string; to?: string } {
  return {
    ...(period?.from !== undefined && { from: period.from.toISOString() }),
    ...(period?.to !== undefined && { to: period.to.toISOString() }),
  };
}

/** Options of a call without those that are undefined or empty. */
export function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
