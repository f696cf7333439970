import { day as dayRule } from '../../../api/rules.js';
import { DAY_MS } from '../../../time/durations.js';
import { FIRST_PRICE_DAY, MAX_PRICE, MIN_PRICE } from '../own/own-instrument.js';
import type { PriceTerms } from '../own/price-address.js';
import { parseJsonPath, valueAt } from './json-path.js';

export type PriceField = keyof PriceTerms;

/** A response without a price that can be stored. The message is a sentence for the owner of the address. */
export class ReadFault extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field: PriceField,
  ) {
    super(message);
    this.name = 'ReadFault';
  }
}

/** Number of seconds since 1970 above which a number counts milliseconds: the year 5138. */
const MAX_SECONDS = 1e11;
/** The largest time of a `Date` (ms). */
const MAX_TIME = 8.64e15;
/** Maximum number of characters of a found value in a message. */
const SHOWN = 60;

/**
 * Reads a price from a response.
 * @param currency that of the instrument
 * @returns the price with its day, the present one if no time is read
 * @throws ReadFault
 */
export function readPrice(
  body: Buffer,
  contentType: string,
  { pricePath, timePath, currencyPath }: PriceTerms,
  currency: string,
  now: number,
): { price: number; day: string; time: Date | null; currency: string | null } {
  const root = parsed(body, contentType);
  const at = (path: string, field: PriceField): unknown => {
    const value = valueAt(root, parseJsonPath(path) ?? []);
    if (value === undefined)
      throw new ReadFault('path_empty', `The path ${path} finds nothing in the response.`, field);
    return value;
  };
  const price = priceOf(at(pricePath, 'pricePath'));
  const { day, time } = timePath === null ? { day: dayOf(now), time: null } : timeOf(at(timePath, 'timePath'), now);
  const stated = currencyPath === null ? null : at(currencyPath, 'currencyPath');
  if (currencyPath !== null && stated !== currency)
    throw new ReadFault(
      'wrong_currency',
      `The response states the currency ${shown(stated)}, but prices of the instrument are in ${currency}.`,
      'currencyPath',
    );
  return { price, day, time, currency: currencyPath === null ? null : currency };
}

function parsed(body: Buffer, contentType: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ReadFault('not_json', 'The response is not text in UTF-8.', 'url');
  }
  try {
    return JSON.parse(text);
  } catch {
    if (/^text\/html\b|^application\/xhtml/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text))
      throw new ReadFault(
        'html',
        'The address leads to an HTML page, not to JSON. Give the address of the data.',
        'url',
      );
    throw new ReadFault('not_json', 'The response is not JSON.', 'url');
  }
}

function priceOf(value: unknown): number {
  const isText = typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value.trim());
  const price = isText ? Number(value) : value;
  if (typeof price !== 'number')
    throw new ReadFault(
      'not_a_number',
      `The path finds ${shown(value)}, which is not a number such as 98.5.`,
      'pricePath',
    );
  if (price >= MIN_PRICE && price <= MAX_PRICE) return price;
  throw new ReadFault('out_of_range', `The price ${price} is not from ${MIN_PRICE} to ${MAX_PRICE}.`, 'pricePath');
}

/** Returns the day of a time; `time` is null for a day alone. */
function timeOf(value: unknown, now: number): { day: string; time: Date | null } {
  const ms = msOf(value);
  if (ms === undefined || Math.abs(ms) > MAX_TIME)
    throw new ReadFault(
      'bad_time',
      `The path finds ${shown(value)}, which is not a time such as 2026-11-20T16:00:00Z, a day such as 2026-11-20, ` +
        'or a number of seconds or milliseconds since 1970.',
      'timePath',
    );
  const day = dayOf(ms);
  if (ms >= Math.floor(now / DAY_MS + 1) * DAY_MS)
    throw new ReadFault('future_time', `The price is of ${day}, which is in the future.`, 'timePath');
  if (ms < Date.parse(FIRST_PRICE_DAY))
    throw new ReadFault('old_time', `The price is of ${day}; prices are not before ${FIRST_PRICE_DAY}.`, 'timePath');
  return { day, time: isDay(value) ? null : new Date(ms) };
}

const validDay = dayRule();
const isDay = (value: unknown): value is string => typeof value === 'string' && validDay.check(value);
const timeShape = /^[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Returns a time in milliseconds since 1970; undefined for another value. */
function msOf(value: unknown): number | undefined {
  if (isDay(value)) return Date.parse(value);
  if (typeof value === 'string' && isDay(value.slice(0, 10)) && timeShape.test(value.slice(10))) {
    const ms = Date.parse(value.replace(' ', 'T'));
    return Number.isNaN(ms) ? undefined : ms;
  }
  const count = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof count !== 'number') return undefined;
  return Math.abs(count) < MAX_SECONDS ? count * 1_000 : count;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns a found value in a sentence. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
