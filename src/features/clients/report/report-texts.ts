import { formatNumber } from '../../../charts/scale.js';
import { escapedHtml, oneLine } from '../../../text/plain-text.js';
import { textOf } from '../../portfolios/day.js';
import type { Decimal } from '../../portfolios/lots/decimal.js';
import { money, units } from '../../portfolios/lots/rounding.js';

/** The text shown in place of a figure that is not available. */
export const NOT_AVAILABLE = 'n/a';

/** Escapes text from users for HTML, and puts it on one line. */
export const safe = (text: string): string => escapedHtml(oneLine(text));

export const percentText = (share: number | null, decimals = 2): string =>
  share === null ? NOT_AVAILABLE : `${formatNumber(share * 100, decimals)} %`;
export const ratioText = (value: number | null): string => (value === null ? NOT_AVAILABLE : formatNumber(value, 2));
export const dayText = (day: number | null): string => (day === null ? NOT_AVAILABLE : textOf(day));
export const numberText = (value: number): string => formatNumber(value, 2);
export const unitsText = (value: Decimal): string => grouped(units(value));

/** Formats an amount with the decimals of its currency, grouped by thousands. */
export const moneyText = (value: Decimal | null, currency: string): string => {
  const text = money(value, currency);
  return text === null ? NOT_AVAILABLE : grouped(text);
};

function grouped(text: string): string {
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const shown = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
  return text.startsWith('-') ? `−${shown}` : shown;
}

export interface Column {
  title: string;
  /** True: aligned at the left, as text. Numbers are aligned at the right. */
  isText?: boolean;
}

/** Renders a table. Cells are HTML already, so texts in them must be escaped. */
export function table(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly string[]>,
  foot?: readonly string[],
): string {
  const classOf = (at: number) => (columns[at]?.isText ? '' : ' class="n"');
  const line = (tag: 'td' | 'th', cells: readonly string[]) =>
    `<tr>${cells.map((cell, at) => `<${tag}${classOf(at)}>${cell}</${tag}>`).join('')}</tr>`;
  const head = line(
    'th',
    columns.map(({ title }) => escapedHtml(title)),
  );
  const end = foot === undefined ? '' : `<tfoot>${line('td', foot)}</tfoot>`;
  return `<table><thead>${head}</thead><tbody>${rows.map((cells) => line('td', cells)).join('')}</tbody>${end}</table>`;
}

/** Renders names with their values beside them. Values are HTML already. */
export const facts = (pairs: ReadonlyArray<readonly [name: string, value: string]>): string =>
  `<dl>${pairs.map(([name, value]) => `<div><dt>${escapedHtml(name)}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
