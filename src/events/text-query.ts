/** Shorter words match only as a whole: as prefixes they match too much. */
const MIN_PREFIX_LENGTH = 3;
export const MAX_QUERY_WORDS = 16;

/** A part of a text query: a quoted phrase or a word, which a `-` in front excludes. */
const part = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

/**
 * Reads what people type as a PostgreSQL text query of the configuration `simple`: all words must match, longer words
 * also as the beginning of a longer one, `"red sea"` as a phrase, and `-drill` excludes. Accents do not matter.
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

/** A quoted operand has no operators: PostgreSQL reads the words of its text, and joins several to a phrase. */
const quoted = (text: string): string => `'${text.replaceAll('\\', ' ').replaceAll("'", "''")}'`;
