/**
 * Matches control characters, and marks that change the direction of text, with which a title can imitate another one.
 */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/g;

/** Returns the text on one line, without control characters, direction marks and repeated spaces. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();

/** Returns a text of several lines, without other control characters and direction marks. */
export const manyLines = (text: string): string =>
  text
    .slice(0, 100_000)
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Returns a text with every character escaped, cut at `max` UTF-16 code units. A cut text ends with `…`; code points
 * and escapes are never divided.
 * @param write returns the text for a code point. Default: the code point itself
 */
export function shortened(
  text: string,
  max: number,
  write: (character: string) => string = (character) => character,
): string {
  let written = '';
  /** Length up to which the result can be cut so that `…` still fits. */
  let cut = 0;
  for (const character of text) {
    const next = write(character);
    if (written.length + next.length > max) return `${written.slice(0, cut).trimEnd()}…`;
    written += next;
    if (written.length < max) cut = written.length;
  }
  return written;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const entityOf = (character: string): string => entities[character] as string;

/** Returns a text escaped for the content of an element of HTML, XML or SVG. */
export const escapedContent = (text: string): string => text.replace(/[&<>]/g, entityOf);

/** Returns a text escaped for HTML, including attribute values. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, entityOf);

/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns a text escaped for XML, including attribute values, without the characters that XML does not allow. */
export const escapedXml = (text: string): string =>
  escapedHtml(text.toWellFormed().replace(NOT_XML, '')).replaceAll('&#39;', '&apos;');
