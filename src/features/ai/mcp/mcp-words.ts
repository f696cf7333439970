/** Pattern of sentences about the service and its protocol, which are of no use to a model that calls tools. */
const NOISE =
  /\b(?:scopes?|HTTP|SVC_[A-Z_]+|4\d\d|ETag|If-Match|SVG|PNG|JSON|GeoJSON|KML|GPX|CSV|Opaque|UUIDv7|`(?:GET|POST|PUT|PATCH|DELETE) )/;

const sentencesOf = (text: string): string[] => text.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[`A-Z])/);

/** Returns the first sentences of a description that are useful to a model, up to about `length` characters. */
export function firstSentences(text: string, length: number): string {
  const said = sentencesOf(text.replace(/ \(the default of `SVC_[A-Z_]+`\)/g, ''))
    .filter((sentence) => !NOISE.test(sentence))
    .map((sentence) => sentence.trim());
  let short = said[0] ?? '';
  for (const sentence of said.slice(1)) {
    if (short.length + 1 + sentence.length > length) break;
    short = `${short} ${sentence}`;
  }
  if (short.length <= length) return short;
  const end = short.slice(0, length).lastIndexOf(' ');
  const cut = short
    .slice(0, end < length / 2 ? length : end)
    .replace(/[,;:(]?\s*[^\s]*$/, (last) => (end < length / 2 ? last : last.replace(/[,;:(]+$/, '')));
  return `${cut.replace(/[,;:( ]+$/, '').toWellFormed()}…`;
}

/** Rewrites the detail of a problem for a tool: arguments instead of JSON Pointers, tools instead of operations. */
export const inToolWords = (detail: string): string =>
  detail
    .replace(/(?:Validation failed|The (?:address|query|body|request)[^.]*is not valid)[^.]*\.\s*/g, '')
    .replace(/(?:Some|Its) [^.;]*; see errors\.\s*/g, '')
    .replace(/; see errors\./g, '.')
    .replace(/(?:^|(?<=[\s;]))(?:query|path|body)\/([A-Za-z]\w*)(?:\/\d+)? /g, '`$1` ')
    .replace(/(?:^|(?<=[\s;]))\/([A-Za-z][\w/]*) /g, '`$1` ')
    .replace(/(?:; )?find [a-z]+ with GET \/markets\/search/g, '; find symbols with `search`')
    .replace(/`?GET \/[\w/{}]+`?/g, 'another tool')
    .trim();
