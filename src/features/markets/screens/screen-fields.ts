import { closestName } from '../../../config/closest-name.js';
import { type RatioPeriodKind, ratioKinds, ratioPeriods, valuationKinds } from '../companies/ratios.js';
import { indicatorKinds } from '../indicators/indicator-catalog.js';
import { type IndicatorSpec, parseSpec } from '../indicators/indicator-spec.js';
import type { IndicatorKind } from '../indicators/kinds/indicator-kind.js';
import { lineItems } from '../line-items.js';

/** The groups of data from which values come. */
export const fieldGroups = ['instrument', 'price', 'indicator', 'ratio', 'fact'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/**
 * Units of values. `money` is in the currency of the company, `price` in that of the price; `fraction`: 0.05 is 5 %;
 * `indicator`: as `GET /markets/indicators/{symbol}` returns it.
 */
export const fieldUnits = ['text', 'money', 'price', 'fraction', 'multiple', 'shares', 'number', 'indicator'] as const;
export type FieldUnit = (typeof fieldUnits)[number];

/** Daily candles that screens read at most. */
export const MAX_CANDLES = 640;
const MAX_DAYS = 500;

export const instrumentTexts = ['assetClass', 'sector', 'country', 'currency', 'exchange', 'venue'] as const;
export type InstrumentText = (typeof instrumentTexts)[number];

/** A declared field; with parameters, the name is followed by them, as in `priceChange:20`. */
export interface FieldKind {
  name: string;
  group: FieldGroup;
  label: string;
  unit: FieldUnit;
  /** Parameters in their order, such as `days`. */
  parameters: readonly string[];
  /** Names of the values of an indicator; the first one is the default. */
  outputs?: readonly string[];
}

const declared = (group: FieldGroup, unit: FieldUnit, names: ReadonlyArray<readonly [string, string]>): FieldKind[] =>
  names.map(([name, label]) => ({ name, group, label, unit, parameters: [] }));

const overDays = (name: string, label: string, unit: FieldUnit): FieldKind => ({
  name,
  group: 'price',
  label,
  unit,
  parameters: ['days'],
});

const units = { money: 'money', shares: 'shares', per_share: 'price' } as const;
const multiples = new Set(['interestCoverage', 'assetTurnover', 'currentRatio', 'quickRatio']);
const unitOfRatio = (ratio: string): FieldUnit => {
  if (ratio === 'marketCap') return 'money';
  return multiples.has(ratio) || ratio.startsWith('priceTo') || ratio.endsWith('ToEquity') ? 'multiple' : 'fraction';
};

/** The fields without indicators, which have a catalog of their own. */
const ownKinds: readonly FieldKind[] = [
  ...declared('instrument', 'text', [
    ['assetClass', 'Asset class'],
    ['sector', 'Sector'],
    ['country', 'Country of the head office'],
    ['currency', 'Currency of the price'],
    ['exchange', 'Market identifier code of the exchange'],
    ['venue', 'Venue of the symbol'],
  ]),
  ...declared('price', 'price', [['price', 'Close of the last completed day']]),
  ...declared('price', 'number', [['volume', 'Volume of the last completed day']]),
  ...declared('price', 'money', [['turnover', 'Volume times close of the last completed day']]),
  overDays('priceChange', 'Change of the close over a number of candles', 'fraction'),
  overDays('averageVolume', 'Average volume of a number of candles', 'number'),
  overDays('highest', 'Highest high of a number of candles', 'price'),
  overDays('lowest', 'Lowest low of a number of candles', 'price'),
  ...valuationKinds.map(
    ({ ratio, label }): FieldKind => ({
      name: ratio,
      group: 'ratio',
      label,
      unit: unitOfRatio(ratio),
      parameters: [],
    }),
  ),
  ...ratioKinds.map(
    ({ ratio, label }): FieldKind => ({
      name: ratio,
      group: 'ratio',
      label,
      unit: unitOfRatio(ratio),
      parameters: ['period'],
    }),
  ),
  ...lineItems.map(
    ({ key, label, measure }): FieldKind => ({
      name: key,
      group: 'fact',
      label,
      unit: units[measure],
      parameters: ['period'],
    }),
  ),
];
const kinds = new Map(ownKinds.map((kind) => [kind.name, kind]));

/** Whether the value of an indicator depends on the candle with which the candles begin, however early that is. */
const isEndless = ({ memory, reads }: IndicatorKind): boolean => memory === 'sum' || reads === 'sessions';

/** All fields in the order of responses. */
export const fieldKinds: readonly FieldKind[] = [
  ...ownKinds,
  ...Object.entries(indicatorKinds)
    .filter(([, kind]) => !isEndless(kind))
    .map(
      ([name, { title, parameters, outputs }]): FieldKind => ({
        name,
        group: 'indicator',
        label: title,
        unit: 'indicator',
        parameters: parameters.map((parameter) => parameter.name),
        outputs: outputs.map((output) => output.name),
      }),
    ),
];

/** A field of a screen with its parameters. */
export interface ScreenField {
  /** The field with all parameters, such as `rsi:14`, `macd:12:26:9.signal` or `netMargin:ttm`. */
  text: string;
  group: FieldGroup;
  unit: FieldUnit;
  name: string;
  /** Candles of a price field. */
  days: number;
  period: RatioPeriodKind;
  indicator?: { spec: IndicatorSpec; output: number };
  /** Number of daily candles that the value needs. */
  candles: number;
}

/** Position of a figure of a company among all its figures, by field. */
export const companyFields: readonly string[] = [
  ...valuationKinds.map(({ ratio }) => ratio),
  ...ratioPeriods.flatMap((period) =>
    [...ratioKinds.map(({ ratio }) => ratio), ...lineItems.map(({ key }) => key)].map((name) => `${name}:${period}`),
  ),
];
export const companyFieldAt: ReadonlyMap<string, number> = new Map(companyFields.map((field, at) => [field, at]));

/** Syntax of a field, whose name may be unknown. */
export const fieldShape = /^[A-Za-z]{2,40}(?::[a-z0-9]{1,10}(?:\.\d{1,2})?){0,3}(?:\.[a-zA-Z]{1,30})?$/;

/**
 * Parses a field such as `sector`, `priceChange:20`, `netMargin:annual`, `rsi:14` or `macd.signal`; omitted parameters
 * have their defaults.
 * @returns a sentence about the problem if the text is invalid
 */
export function parseField(text: string): ScreenField | string {
  const [name = '', ...parameters] = text.split(':');
  const kind = kinds.get(name);
  if (kind === undefined) return parseIndicator(text);
  const { group, unit } = kind;
  const field = { text, group, unit, name, days: 1, period: 'ttm' as const, candles: 0 };
  if (parameters.length > kind.parameters.length)
    return kind.parameters.length === 0 ? 'takes no parameters' : `takes one parameter, \`${kind.parameters[0]}\``;
  const [given] = parameters;
  if (kind.parameters[0] === 'days') {
    const days = Number(given);
    if (given === undefined || !/^\d{1,4}$/.test(given) || days < 1 || days > MAX_DAYS)
      return `must have a number of candles from 1 to ${MAX_DAYS} after a colon, such as \`${name}:20\``;
    return { ...field, text: `${name}:${days}`, days, candles: days + 1 };
  }
  if (group === 'price') return { ...field, candles: 1 };
  if (kind.parameters[0] !== 'period') return field;
  const period = ratioPeriods.find((one) => one === (given ?? 'ttm'));
  if (period === undefined) return `must have as period one of ${ratioPeriods.join(', ')}`;
  return { ...field, text: `${name}:${period}`, period };
}

function parseIndicator(text: string): ScreenField | string {
  const [, written = '', output] = /^(.*?)(?:\.([a-zA-Z]\w*))?$/.exec(text) ?? [];
  const name = written.split(':')[0] as string;
  if (!Object.hasOwn(indicatorKinds, name)) return unknown(name);
  const spec = parseSpec(written);
  if (typeof spec === 'string') return spec;
  const outputs = spec.kind.outputs.map((one) => one.name);
  const at = output === undefined ? 0 : outputs.indexOf(output);
  if (at < 0) return `must have as output one of ${outputs.join(', ')}`;
  const warmUp = spec.kind.warmUp('1d', ...spec.parameters);
  if (isEndless(spec.kind))
    return 'adds up from the first candle on, so its value depends on where the candles begin; compare another figure';
  if (warmUp + 1 > MAX_CANDLES)
    return `depends on ${warmUp + 1} daily candles, and screens read at most ${MAX_CANDLES}; use a shorter period`;
  return {
    text: at === 0 ? spec.text : `${spec.text}.${output}`,
    group: 'indicator',
    unit: 'indicator',
    name,
    days: 1,
    period: 'ttm',
    indicator: { spec, output: at },
    candles: warmUp + 1,
  };
}

function unknown(name: string): string {
  const names = fieldKinds.map((kind) => kind.name);
  const lower = name.toLowerCase();
  const same = names.find((one) => one.toLowerCase() === lower);
  const closest = same ?? closestName(name, names) ?? names.find((one) => isShortFor(lower, one.toLowerCase()));
  const advice = closest === undefined ? '' : `; did you mean \`${closest}\`?`;
  return `is not a known field${advice === '' ? '; GET /markets/screens/fields lists them' : advice}`;
}

/** Whether a name has the same beginning and end as another one, such as `priceEarnings` and `priceToEarnings`. */
const isShortFor = (name: string, other: string): boolean =>
  name.length >= 6 && other.startsWith(name.slice(0, 3)) && other.endsWith(name.slice(-6));
