/** Elements that titles are formatted with, and elements that titles mention. */
const known = new Set(
  `a abbr acronym address article aside audio b bdi bdo big blink blockquote body br button canvas caption center cite code
   col data dd del details dfn div dl dt em embed figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html
   i iframe img input ins kbd label legend li link main map mark meta nav noscript object ol option p picture pre q rp rt
   ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td template
   textarea tfoot th thead time title tr tt u ul var video wbr`.split(/\s+/),
);
/** Elements that need neither a closing tag nor attributes. */
const breaks = new Set(['br', 'wbr']);
/** Matches a tag, the start of a comment, or any other angle bracket that opens. */
const opening = /<(?:(\/?)([a-z][a-z\d]*)(\s[^<>]*)?\/?>|!--)?/gi;

/**
 * Returns the HTML of a title that may be text or HTML. A tag of a known element counts as markup if it has attributes,
 * or if the title also contains its counterpart; every other `<` is text, as in `How to use <video>` and `a < b`.
 */
export function markupOnly(title: string): string {
  if (!title.includes('<')) return title;
  const [opened, closed] = [new Set<string>(), new Set<string>()];
  for (const [, slash, name] of title.matchAll(opening))
    if (name !== undefined) (slash === '' ? opened : closed).add(name.toLowerCase());
  return title.replace(opening, (found: string, _slash?: string, written?: string, attributes?: string) => {
    const name = written?.toLowerCase();
    if (name === undefined) return found === '<' ? '&lt;' : found;
    const isMarkup =
      known.has(name) &&
      (breaks.has(name) || attributes?.includes('=') === true || (opened.has(name) && closed.has(name)));
    return isMarkup ? found : found.replace('<', '&lt;');
  });
}
