import { make } from './page-dom.js';

/** Returns true for a record that is simulated, or derived from simulated data. */
export const isSimulated = (record) =>
  [record, record.provenance, record.data].some(
    (part) => part?.simulated === true || part?.provider === 'simulator' || part?.providers?.includes?.('simulator'),
  );

/** Returns a badge that marks a record as simulated, or an empty text for other records. */
export const badgeOf = (record) => (isSimulated(record) ? make('span', { class: 'badge' }, 'Simulated') : '');

/** Removes the mark of simulated records from a title, where a badge shows it. */
export const plainTitle = (title) => title.replace(/ \(simulated\)/gi, '');

/** Returns a name of the API in words: `previousStatus` becomes `Previous status`, `geo_event` becomes `Geo event`. */
export function wordsOf(name) {
  const words = name
    .replace(/[._]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const withUnits = [
  [/Percent$/, '%'],
  [/Meters$/, 'm'],
  [/Km$/, 'km'],
  [/Knots$/, 'kn'],
  [/Feet$/, 'ft'],
  [/Degrees$/, '°'],
  [/Seconds$/, 's'],
];

/** Returns the name and the value of a field for people, with its unit beside the number. */
export function factOf(name, value) {
  const [pattern, unit] = withUnits.find(([end]) => typeof value === 'number' && end.test(name)) ?? [];
  if (pattern !== undefined) return [wordsOf(name.replace(pattern, '')), `${numberText(value)} ${unit}`];
  if (typeof value === 'number') return [wordsOf(name), numberText(value)];
  if (typeof value === 'boolean') return [wordsOf(name), value ? 'Yes' : 'No'];
  return [wordsOf(name), isTime(value) ? timeText(value) : value];
}

const isTime = (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

export const numberText = (value) =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 20 ? 5 : 2 });

/** Formats a price with a useful number of decimals: 226.46, 1.08432. */
export const priceText = (value) => {
  const digits = Math.abs(value) < 20 ? 5 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

/** Formats a price with its currency: 226.46 USD. XXX, the code of ISO 4217 for "no currency", is left out. */
export const pricedText = ({ price, currency }) => `${priceText(price)}${currency === 'XXX' ? '' : ` ${currency}`}`;

/** Formats a percentage with its sign: −1.63 %. */
export const percentText = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)} %`;

/** Formats an amount of money with two decimals and its currency: 104,310.55 USD. */
export const moneyText = (amount, currency) =>
  `${Number(amount).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;

/** Formats a time in the time zone of the browser: 28 Nov 2026, 17:53. */
export const timeText = (time) => new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the error in words; the field problems of a validation error are more useful than its summary. */
export const explain = ({ message, errors }) =>
  errors?.length > 0
    ? errors
        .map(({ pointer, name, detail }) => `${wordsOf((name ?? pointer).replace(/^.*\//, ''))} ${detail}`)
        .join('; ')
    : message;
