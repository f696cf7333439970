/**
 * Number of UTF-8 bytes that count as one token. In English about four bytes are one token, in JSON and other languages
 * fewer.
 */
const BYTES_PER_TOKEN = 3;

/**
 * Returns the estimated number of tokens of a text: one for every three bytes of UTF-8, rounded up. For English this is
 * about a third more than models count, so that a text within the estimate fits. If a server reports tokens, its
 * numbers are used for the usage instead.
 */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
