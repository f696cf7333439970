import { formatNumber } from '../../../charts/scale.js';
import { formatDay } from '../../../charts/time-axis.js';
import { escapedHtml, oneLine } from '../../../text/plain-text.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Instrument } from '../../markets/instrument.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import { money, unitPrice, units } from '../../portfolios/lots/rounding.js';

/** The text shown in place of a figure that is not available. */
export const NOT_AVAILABLE = 'n/a';

/** Escapes text from users for HTML, and puts it on one line. */
export const safe = (text: string): string => escapedHtml(oneLine(text));

export const percentText = (share: number | null, decimals = 2): string =>
  share === null ? NOT_AVAILABLE : `${formatNumber(share * 100, decimals)}%`;
export const ratioText = (value: number | null): string => (value === null ? NOT_AVAILABLE : formatNumber(value, 2));
export const dayText = (day: number | null): string =>
  day === null ? NOT_AVAILABLE : formatDay(new Date(day * DAY_MS));

/** Formats an amount that is a number with the decimals of its currency, grouped by thousands. */
export const amountText = (value: number, currency: string): string => moneyText(new Decimal(value), currency);
/** Formats a month or a year, or a part of it, as `1–31 May 2026` or `12 May – 31 Dec 2026`. */
export function rangeText(fromDay: number, toDay: number): string {
  const [from, to] = [dayText(fromDay), dayText(toDay)];
  const [first = '', month, year] = from.split(' ');
  if (from === to || year !== to.split(' ')[2]) return from === to ? from : `${from} – ${to}`;
  return month === to.split(' ')[1] ? `${first}–${to}` : `${first} ${month} – ${to}`;
}

export const unitsText = (value: Decimal): string => grouped(units(value));

/** Formats an amount with the decimals of its currency, grouped by thousands. */
export const moneyText = (value: Decimal | null, currency: string): string => {
  const text = money(value, currency);
  return text === null ? NOT_AVAILABLE : grouped(text);
};

/** Formats a unit price with its currency, with the decimals of the currency at least. */
export const priceText = (price: Decimal | null, currency: string | null): string => {
  if (price === null || currency === null) return NOT_AVAILABLE;
  const short = /^[A-Z]{3}$/.test(currency) ? money(price, currency) : null;
  const text = short !== null && price.eq(short) ? short : (unitPrice(price) as string);
  return `${grouped(text)}&nbsp;${safe(currency)}`;
};

function grouped(text: string): string {
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const shown = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
  return text.startsWith('-') ? `−${shown}` : shown;
}

/** Returns the name of an instrument with its symbol below it, or the symbol alone. The text is HTML. */
export function instrumentText(symbol: string, instruments: ReadonlyMap<string, Instrument>): string {
  const name = instruments.get(symbol)?.name;
  return name === undefined ? safe(symbol) : `${safe(name)}<small>${safe(symbol)}</small>`;
}

/** Adds up amounts; null if one of them is unknown. */
export const sumOf = (amounts: ReadonlyArray<Decimal | null>): Decimal | null =>
  amounts.reduce<Decimal | null>((sum, amount) => sum && amount && sum.plus(amount), new Decimal(0));

export interface Column {
  title: string;
  /** True: aligned at the left, as text. Numbers are aligned at the right. */
  isText?: boolean;
}

/** Renders a table with rows of totals at its end. Cells are HTML already, so texts in them must be escaped. */
export function table(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly string[]>,
  totals: ReadonlyArray<readonly string[]> = [],
): string {
  const classOf = (at: number) => (columns[at]?.isText ? '' : ' class="n"');
  const line = (tag: 'td' | 'th', cells: readonly string[]) =>
    `<tr>${cells.map((cell, at) => `<${tag}${classOf(at)}>${cell}</${tag}>`).join('')}</tr>`;
  const head = line(
    'th',
    columns.map(({ title }) => escapedHtml(title)),
  );
  // Totals are rows of a body: browsers repeat a `tfoot` on every printed page.
  const end =
    totals.length === 0 ? '' : `<tbody class="total">${totals.map((cells) => line('td', cells)).join('')}</tbody>`;
  // A narrow screen scrolls the table sideways, also by keyboard.
  return `<table tabindex="0"><thead>${head}</thead><tbody>${rows.map((cells) => line('td', cells)).join('')}</tbody>${end}</table>`;
}

/** Renders names with their values beside them. Values are HTML already. */
export const facts = (pairs: ReadonlyArray<readonly [name: string, value: string]>): string =>
  `<dl>${pairs.map(([name, value]) => `<div><dt>${escapedHtml(name)}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
