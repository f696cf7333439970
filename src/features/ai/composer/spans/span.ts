import type { Grain } from './calendar.js';

/** A period of a question: `[from, to)`. */
export interface Period {
  from: Date | undefined;
  /** Undefined: until now. */
  to: Date | undefined;
  grain: Grain;
  /** The day, when the period is one day: `2026-11-20`. */
  day?: string;
  /** The first day, the day after the last one, and the last one. */
  firstDay?: string;
  endDay?: string;
  lastDay?: string;
  /**
   * A weekday or a date without a year, which may be in the future where a question is about hours: the next such day.
   */
  nextDay?: string;
  /** Set for a period that ends now: its length (s). */
  windowSeconds?: number;
}

/** A moment of a question. */
export interface Moment {
  at: Date;
  /** The day in the user's zone. */
  day: string;
}

/** The rhythm of a task: every day, or every week on a day. */
export interface Recurrence {
  /** 0 is Monday; undefined: every day, and `week` without a day. */
  weekday?: number;
  unit: 'day' | 'week';
  /** The time of day that `every morning` means (minutes). */
  clock?: number;
}

export interface Quantity {
  amount: number;
  /** Written decimals, `1000` or `2.5`. */
  text: string;
  unit: string;
}

/** An area around a place. */
export interface AreaOfPlace {
  name: string;
  lat: number;
  lon: number;
  radiusMeters: number;
  /** ISO 3166-1 alpha-2 of a country that is searched by its box. */
  country?: string;
  /** West, south, east, north. */
  bbox?: readonly [number, number, number, number];
}

/** Something of the caller's own, or an object that search found. */
export interface Named {
  id: string;
  name: string;
  /** The detail that distinguishes the item from another of the same name. */
  detail?: string;
  /** The portfolios of a client that the question names, the oldest link first. */
  portfolios?: readonly Named[];
}

/** The value of each type of span. */
export interface SpanValues {
  symbol: string;
  currency: string;
  exchange: string;
  vessel: Named;
  callsign: string;
  imo: string;
  place: AreaOfPlace;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** A flag as an adjective: `Panamanian`. */
  flag: string;
  period: Period;
  moment: Moment;
  recurrence: Recurrence;
  /** A time of day in the user's zone: minutes after midnight. */
  clock: number;
  amount: Quantity;
  percent: number;
  /** A change as a fraction or multiple in words (%); negative when the word says so: `halves`. */
  fraction: number;
  /** Least magnitude of an earthquake. */
  magnitude: number;
  /** Most knots: `below 5 kn`. */
  slowness: number;
  speed: number;
  distance: number;
  duration: number;
  count: number;
  portfolio: Named;
  watchlist: Named;
  geofence: Named;
  rule: Named;
  alert: Named;
  client: Named;
  quoted: string;
  squawk: string;
  /** A word of an enumeration, by the type of the enumeration. */
  assetClass: string;
  interval: string;
  indicator: string;
  shipType: string;
  eventType: string;
  severity: string;
  alertState: string;
  allocationBy: string;
  method: string;
  language: string;
  layer: string;
  ranking: string;
  transition: string;
  resultType: string;
  direction: string;
  factor: string;
}

export type SpanType = keyof SpanValues;

/**
 * A part of a question with a meaning. A part may have several candidates, of which each kind of question takes those
 * that it knows.
 */
export interface Span<Type extends SpanType = SpanType> {
  type: Type;
  /** Tokens: the first one and the one after the last. */
  from: number;
  to: number;
  value: SpanValues[Type];
  /** False for a part of a name, such as `oil` of the rule `Oil above 90`. */
  isExact: boolean;
  /** Other values that fit as well: the user must choose. */
  others?: ReadonlyArray<SpanValues[Type]>;
}

export type AnySpan = { [Type in SpanType]: Span<Type> }[SpanType];
