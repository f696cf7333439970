/** Dimension of a number. Numbers of different dimensions are never equal. `share`: fractions and percentages. */
export type Dimension = 'share' | 'length' | 'speed' | 'climb' | 'time' | 'angle' | 'money';

export interface Unit {
  dimension: Dimension;
  /**
   * Number of base units in this unit. Base units: the fraction 1, meters, meters per second, feet per minute (climb),
   * seconds, degrees, the unit of the currency.
   */
  factor: number;
  /** For money: the ISO 4217 code; undefined if unknown. */
  currency?: string;
}

const unit = (dimension: Dimension, factor: number): Unit => ({ dimension, factor });
const percent = unit('share', 0.01);
const meter = unit('length', 1);
const knot = unit('speed', 1_852 / 3_600);
const second = unit('time', 1);

/** Units by the text that follows a number. Conversion factors are the international definitions (NIST SP 811). */
const written: Readonly<Record<string, Unit>> = {
  '%': percent,
  percent,
  'per cent': percent,
  pct: percent,
  'percentage points': percent,
  'percentage point': percent,
  pp: percent,
  bp: unit('share', 0.0001),
  bps: unit('share', 0.0001),
  'basis points': unit('share', 0.0001),
  'basis point': unit('share', 0.0001),
  m: meter,
  meters: meter,
  meter: meter,
  metres: meter,
  km: unit('length', 1_000),
  kilometers: unit('length', 1_000),
  kilometer: unit('length', 1_000),
  nm: unit('length', 1_852),
  nmi: unit('length', 1_852),
  'nautical miles': unit('length', 1_852),
  'nautical mile': unit('length', 1_852),
  ft: unit('length', 0.3048),
  feet: unit('length', 0.3048),
  mi: unit('length', 1_609.344),
  miles: unit('length', 1_609.344),
  mile: unit('length', 1_609.344),
  kn: knot,
  kt: knot,
  kts: knot,
  knots: knot,
  knot,
  'km/h': unit('speed', 1 / 3.6),
  mph: unit('speed', 0.44704),
  fpm: unit('climb', 1),
  'feet per minute': unit('climb', 1),
  'ft/min': unit('climb', 1),
  s: second,
  seconds: second,
  second,
  min: unit('time', 60),
  minutes: unit('time', 60),
  minute: unit('time', 60),
  h: unit('time', 3_600),
  hours: unit('time', 3_600),
  hour: unit('time', 3_600),
  days: unit('time', 86_400),
  day: unit('time', 86_400),
  ms: unit('time', 0.001),
  '°': unit('angle', 1),
  degrees: unit('angle', 1),
  degree: unit('angle', 1),
};

/** Texts of units, longest first, so that `km/h` is not read as `km`. */
export const writtenUnits = Object.keys(written).sort((one, other) => other.length - one.length);

const symbols: Readonly<Record<string, string | undefined>> = { $: undefined, '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** Returns the unit of a text: a unit, a currency code or a currency sign; undefined for other words. */
export function writtenUnit(text: string): Unit | undefined {
  if (text in symbols) return { ...unit('money', 1), currency: symbols[text] };
  if (/^[A-Z]{3}$/.test(text)) return { ...unit('money', 1), currency: text };
  return written[text] ?? written[text.toLowerCase()];
}

/** Patterns of field names whose endings name a unit in this API. */
const byName: ReadonlyArray<readonly [RegExp, Unit]> = [
  [/percent(?:age)?$/i, percent],
  [/basisPoints$/i, unit('share', 0.0001)],
  [/(?:share|ratio|weight|return|annualized|volatility|drawdown|turnover|yield|alpha)$/i, unit('share', 1)],
  [/meters$/i, meter],
  [/km$/i, unit('length', 1_000)],
  [/feet$/i, unit('length', 0.3048)],
  [/knots$/i, knot],
  [/fpm$/i, unit('climb', 1)],
  [/ms$/, unit('time', 0.001)],
  [/seconds$/i, second],
  [/minutes$/i, unit('time', 60)],
  [/hours$/i, unit('time', 3_600)],
  [/days$/i, unit('time', 86_400)],
  [/(?:degrees|^lat|^lon|latitude|longitude)$/i, unit('angle', 1)],
  [/(?:price|amount|value|cost|open|high|low|close|bid|ask|gain|fee|tax|cash|total|previousClose)$/i, unit('money', 1)],
];

/** Returns the unit of a field by its name; undefined for counts and other numbers without a unit. */
export const unitOfField = (name: string): Unit | undefined => byName.find(([pattern]) => pattern.test(name))?.[1];
