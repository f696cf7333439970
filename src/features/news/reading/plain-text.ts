import { Parser } from 'htmlparser2';

/** Maximum length of HTML that is read (characters); longer HTML is cut. */
const MAX_HTML = 200_000;
/** Maximum number of passes that decode characters that were escaped several times. */
const MAX_PASSES = 3;

/** Elements whose text readers do not see. */
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
/** Inline elements; the text of all other elements is separated by spaces. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

// Control characters except white space, marks of direction and byte order, and zero-width spaces.
const unprintable =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
/** Matches the ampersand of a reference to an angle bracket. */
const angleReference = /&(?=lt|gt|#0*6[02](?!\d)|#x0*3[ce](?![\da-f]))/gi;

/**
 * Returns the text of a piece of HTML, on one line. Tags are removed once and references are decoded once, so that text
 * about a tag keeps it: `&lt;video&gt;` becomes `<video>`. Only references to other characters than angle brackets are
 * decoded again, as `&amp;amp;` is a common mistake. The result may look like markup, so it must be escaped in HTML.
 */
export function plainText(html: string): string {
  let text = textOf(html.slice(0, MAX_HTML));
  for (let pass = 1; pass < MAX_PASSES && reference.test(text); pass += 1)
    text = textOf(text.replace(angleReference, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'));
  return oneLine(text);
}

/** Replaces white space by single spaces, and removes characters that cannot be shown or stored. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, '').replace(/\s+/g, ' ').trim();
}

/**
 * Cuts a text to at most `max` characters, at a word boundary if there is one near the end, and appends an ellipsis.
 */
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
  // Most texts have no markup, so they need no parser.
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
