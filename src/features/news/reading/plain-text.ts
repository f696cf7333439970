import { Parser } from 'htmlparser2';

/** Longer HTML is cut before it is read (characters). */
const MAX_HTML = 200_000;
/** Ampersands, quotes and letters that were escaped several times are decoded at most this many times. */
const MAX_PASSES = 3;

/** Elements whose text is not for readers. */
const hidden = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
  'textarea',
  'select',
]);
/** Elements that are part of a line; all others begin a new one. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

// Control characters but for white space, marks of direction and byte order, and zero-width spaces.
const unprintable =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
/** The ampersand of a reference to an angle bracket. */
const angleReference = /&(?=lt|gt|#0*6[02](?!\d)|#x0*3[ce](?![\da-f]))/gi;

/**
 * The text of a piece of HTML, on one line. Tags are removed once and references decoded once, so that text about a tag
 * keeps it: `&lt;video&gt;` is `<video>`. Only references to other characters than angle brackets are decoded again, as
 * `&amp;amp;` is a common mistake. The text may look like markup:
 * whatever shows it as HTML has to escape it.
 */
export function plainText(html: string): string {
  let text = textOf(html.slice(0, MAX_HTML));
  for (let pass = 1; pass < MAX_PASSES && reference.test(text); pass += 1)
    text = textOf(text.replace(angleReference, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'));
  return oneLine(text);
}

/** White space as single spaces, without characters that cannot be shown or stored. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, '').replace(/\s+/g, ' ').trim();
}

/** Cuts a text to at most `max` characters, at a word where there is one near the end, and marks the cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > max * 0.6 ? head.slice(0, space) : head)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}

function textOf(html: string): string {
  // Most texts have no markup.
  if (!/[<&]/.test(html)) return html;
  const pieces: string[] = [];
  let skipped = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (hidden.has(name)) skipped += 1;
        else if (!inline.has(name)) pieces.push(' ');
      },
      onclosetag(name) {
        if (hidden.has(name)) skipped = Math.max(0, skipped - 1);
        else if (!inline.has(name)) pieces.push(' ');
      },
      ontext(text) {
        if (skipped === 0) pieces.push(text);
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  return pieces.join('');
}
