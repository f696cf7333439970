/**
 * Control characters, and marks that change the direction of the text after them: they can make a title look like
 * another.
 */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/g;

/** Text on one line, without control characters, direction marks and repeated spaces. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();

/** Text of several lines, without other control characters and direction marks. */
export const manyLines = (text: string): string =>
  text
    .slice(0, 100_000)
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Text with every character escaped, of at most `max` UTF-16 units. What is longer ends with `…`; neither a code point
 * nor an escape is cut in two.
 * @param write returns the text for a code point; by default the code point itself
 */
export function shortened(
  text: string,
  max: number,
  write: (character: string) => string = (character) => character,
): string {
  let written = '';
  /** Where the text can be cut so that `…` still fits. */
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

/** Text as HTML, also inside of an attribute. */
export const escapedHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);
