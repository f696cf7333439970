/** Bytes of UTF-8 that count as one token. English has some four, JSON and other languages fewer. */
const BYTES_PER_TOKEN = 3;

/**
 * Estimated number of tokens of a text: one for every three bytes of UTF-8, rounded up. For English this is about a
 * third more than models count, so that what fits by the estimate fits the model. Servers that count tokens are
 * believed instead for usage.
 */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
