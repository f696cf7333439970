import { isIPv6 } from 'node:net';
import { isImoNumber, isMaritimeIdentity } from './check-numbers.js';
import type { EntityMention } from './entity-mention.js';
import { isTopLevelDomain } from './top-level-domains.js';
import { ethereumChecksum, isBase58Address, isBech32Address } from './wallet-address.js';

type Found = Pick<EntityMention, 'kind' | 'key' | 'name' | 'confidence' | 'foundBy'>;

interface Pattern {
  /**
   * Matches the passage, which is the group `id` or the whole match. Has no nested repetition, so that its time is
   * linear in the text.
   */
  form: RegExp;
  /** Returns the identifier; undefined when the passage only looks like one. */
  read(id: string, before: string): Found | undefined;
}

const found = (
  kind: EntityMention['kind'],
  id: string,
  name: string,
  confidence: number,
  by: EntityMention['foundBy'] = 'format',
): Found => ({
  kind,
  key: `${kind}:${id}`,
  name,
  confidence,
  foundBy: by,
});

/** Restores addresses that were written so that they cannot be clicked: `example[.]com`. */
const refanged = (text: string): string => text.replaceAll('[.]', '.').replaceAll('(.)', '.').replaceAll('[@]', '@');

const DOT = String.raw`(?:\.|\[\.\]|\(\.\))`;
const LABEL = `[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`;

function ipv4(text: string, before: string): Found | undefined {
  const address = refanged(text);
  const parts = address.split('.');
  // Software versions also consist of four numbers.
  if (
    /\b(?:v|version|release|build)\.?\s?$/i.test(before) ||
    !parts.every((part) => Number(part) <= 255 && String(Number(part)) === part)
  )
    return undefined;
  return found('ip', address, address, 0.9);
}

function domain(text: string): Found | undefined {
  const name = refanged(text).toLowerCase();
  const labels = name.split('.');
  // Two sentences without a space between them look like a domain: `end.In`.
  if (/\.[A-Z][a-z]+$/.test(text)) return undefined;
  // Names such as `ASP.NET` and `Json.NET` belong to the framework .NET.
  if (/^(?:[A-Z]{1,4}|[A-Z][A-Za-z]*[a-z][A-Za-z]*)\.NET$/.test(text)) return undefined;
  return isTopLevelDomain(labels.at(-1) as string) && labels.every((label) => label.length > 0) && name.length <= 253
    ? found('domain', name, name, 0.9)
    : undefined;
}

function email(text: string): Found | undefined {
  const address = refanged(text).toLowerCase();
  return isTopLevelDomain(address.slice(address.lastIndexOf('.') + 1))
    ? found('email', address, address, 0.95)
    : undefined;
}

function ethereum(text: string): Found | undefined {
  const checksum = ethereumChecksum(text);
  if (checksum === 'wrong') return undefined;
  return found(
    'wallet',
    text.toLowerCase(),
    text,
    checksum === 'right' ? 1 : 0.8,
    checksum === 'right' ? 'checksum' : 'format',
  );
}

/** Patterns in the order of precedence. */
export const patterns: readonly Pattern[] = [
  { form: /\bCVE-\d{4}-\d{4,7}\b/gi, read: (id) => found('cve', id.toUpperCase(), id.toUpperCase(), 1) },
  { form: /\b0x[0-9a-fA-F]{40}\b/g, read: ethereum },
  {
    form: /\b(?:bc1|BC1|ltc1|LTC1)[0-9A-Za-z]{11,87}\b/g,
    read: (id) => (isBech32Address(id) ? found('wallet', id.toLowerCase(), id, 1, 'checksum') : undefined),
  },
  {
    form: /\b[13LMT][1-9A-HJ-NP-Za-km-z]{25,34}\b/g,
    read: (id) => (isBase58Address(id) ? found('wallet', id, id, 1, 'checksum') : undefined),
  },
  {
    form: new RegExp(`(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}(?:@|\\[@\\])${LABEL}(?:${DOT}${LABEL}){1,8}`, 'g'),
    read: email,
  },
  { form: new RegExp(String.raw`(?<![\d.])\d{1,3}(?:${DOT}\d{1,3}){3}(?![\d.]*\d)`, 'g'), read: ipv4 },
  {
    form: /(?<![0-9A-Za-z:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![0-9A-Za-z:])/g,
    read: (id) =>
      isIPv6(id) && /[0-9a-f]{3}/i.test(id) ? found('ip', id.toLowerCase(), id.toLowerCase(), 0.9) : undefined,
  },
  { form: new RegExp(`(?<![A-Za-z0-9@._-])${LABEL}(?:${DOT}${LABEL}){1,8}(?![A-Za-z0-9@_-])`, 'g'), read: domain },
  {
    form: /\bIMO(?: (?:number|no\.?))?[\s:#]{0,3}(?<id>\d{7})\b/gi,
    read: (id) => (isImoNumber(id) ? found('imo', id, `IMO ${id}`, 1, 'checksum') : undefined),
  },
  {
    form: /\bMMSI(?: (?:number|no\.?))?[\s:#]{0,3}(?<id>\d{9})\b/gi,
    read: (id) => (isMaritimeIdentity(id) ? found('vessel', id, `MMSI ${id}`, 1) : undefined),
  },
  {
    form: /\b(?:ICAO(?:24| 24-bit)?(?: (?:address|code|hex))?|Mode[ -]S(?: code)?|hex(?: code)?)[\s:#]{0,3}(?<id>[0-9A-Fa-f]{6})\b/gi,
    read: (id) => found('aircraft', id.toLowerCase(), id.toUpperCase(), 0.95),
  },
  {
    form: /\b(?:call ?sign|flight)[\s:#]{1,3}(?<id>[A-Z]{2,3}\d{1,4}[A-Z]?)\b/gi,
    read: (id) => found('callsign', id.toUpperCase(), id.toUpperCase(), 0.85, 'context'),
  },
  {
    // Nationality marks with a hyphen by ICAO annex 7, and marks of the United States.
    form: /\b(?:[BCDFGI]-[A-Z]{4}|(?:A[67]|EI|EC|ES|EY|HB|HL|HS|HZ|JY|LN|LX|LY|LZ|OE|OH|OK|OM|OO|OY|PH|PK|PP|PR|RP|SE|SP|SU|SX|TC|TF|UR|VH|VP|VT|XA|XB|YL|YR|ZK|ZS|4X|5B|5N|9A|9H|9M|9V)-[A-Z]{3}|(?:RA|EP|EW|UK|UP|EK)-(?:\d{5}|[A-Z]{3})|N[1-9]\d{1,3}[A-Z]{1,2})\b/g,
    read: (id) => found('registration', id, id, id.startsWith('N') ? 0.6 : 0.8),
  },
  {
    // Without letters an American mark may also be a road (N12) or a mask (N95), so a word before it must name an
    // aircraft.
    form: /\b(?:tail(?: (?:number|no\.?))?|registration(?: (?:number|mark|no\.?))?|registered(?: as)?|aircraft|airplane|plane|helicopter|jet)[\s:#(]{1,3}(?<id>N[1-9]\d{0,4})\b/gi,
    read: (id) => (id.startsWith('N') ? found('registration', id, id, 0.8, 'context') : undefined),
  },
];
