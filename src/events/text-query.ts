/** Shorter words match only complete words: as prefixes they would match too much. */
const MIN_PREFIX_LENGTH = 3;
export const MAX_QUERY_WORDS = 16;

/** Matches a part of a text query: a quoted phrase or a word, optionally excluded by a `-` in front. */
const part = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

/**
 * Converts a search text to a PostgreSQL text query (configuration `simple`): all words must match, longer words also
 * as prefixes; `"red sea"` is a phrase, and `-drill` excludes. Accents are ignored.
 * @returns undefined for a text without a letter or digit, or with more than 16 words
 */
export function textQuery(text: string): string | undefined {
  const folded = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const operands = [...folded.matchAll(part)].flatMap(([, minus = '', phrase, word = '']) => {
    const searched = phrase ?? word;
    if (!/[\p{L}\p{N}]/u.test(searched)) return [];
    const isPrefix = phrase === undefined && searched.length >= MIN_PREFIX_LENGTH;
    return [`${minus === '' ? '' : '!'}${quoted(searched)}${isPrefix ? ':*' : ''}`];
  });
  return operands.length === 0 || operands.length > MAX_QUERY_WORDS ? undefined : operands.join(' & ');
}

/** Returns a quoted operand, in which PostgreSQL reads no operators: it joins several words of the text to a phrase. */
const quoted = (text: string): string => `'${text.replaceAll('\\', ' ').replaceAll("'", "''")}'`;
