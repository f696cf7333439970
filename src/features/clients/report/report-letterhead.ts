import type { Letterhead } from '../letterhead/letterhead.js';
import { safe } from './report-texts.js';

/** Renders the adviser's logo, name and address; returns an empty string without any of them. */
export function letterheadOf({ name, address, logo }: Letterhead): string {
  if (name === null && address.length === 0 && logo === null) return '';
  const image =
    logo === null
      ? ''
      : `<img alt="${name === null ? 'Logo' : ''}" src="data:${logo.mediaType};base64,${Buffer.from(logo.bytes).toString('base64')}">`;
  const lines = [...(name === null ? [] : [`<b>${safe(name)}</b>`]), ...address.map(safe)];
  return `<div class="letterhead">${image}<p>${lines.join('<br>')}</p></div>\n`;
}
