import { UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import { parseSymbol } from '../market-symbol.js';
import type { Quote } from '../quote.js';
import type { KnownQuote } from './known-quote.js';
import type { QuoteReceiver } from './quote-bus.js';

/** A message between processes; times are in the form that JSON gives them. */
export type QuoteMessage =
  | { kind: 'read'; symbol: string; value: Omit<KnownQuote, 'symbol' | 'returned'> }
  | { kind: 'failed'; symbol: string; code: UpstreamFailureCode; retryAfterMs?: number; detail: string }
  | { kind: 'ticked'; quote: Quote };

export function readMessage(symbol: string, outcome: { value: KnownQuote } | { error: UpstreamError }): QuoteMessage {
  if ('error' in outcome) {
    const { code, retryAfterMs, message } = outcome.error;
    return { kind: 'failed', symbol, code, retryAfterMs, detail: message };
  }
  const { found, fetchedAt, trusted, isUnlisted } = outcome.value;
  return { kind: 'read', symbol, value: { found, fetchedAt, trusted, isUnlisted } };
}

/** Returns the JSON of messages with the id of their process. */
export const packed = (process: string, messages: readonly QuoteMessage[]): string =>
  JSON.stringify({ process, messages });

/** Passes the messages of a batch to a receiver, except messages of this process. @throws Error for an invalid batch */
export function readMessages(batch: Buffer, ownProcess: string, receiver: QuoteReceiver): void {
  const { process, messages } = JSON.parse(batch.toString()) as { process: string; messages: QuoteMessage[] };
  if (process === ownProcess) return;
  for (const message of messages) pass(message, receiver);
}

function pass(message: QuoteMessage, receiver: QuoteReceiver): void {
  if (message.kind === 'ticked') {
    const { quote } = message;
    const { provenance } = quote;
    receiver.ticked({
      ...quote,
      tradedAt: timeOf(quote.tradedAt),
      provenance: { ...provenance, asOf: timeOf(provenance.asOf), fetchedAt: new Date(provenance.fetchedAt) },
    });
    return;
  }
  const symbol = parseSymbol(message.symbol);
  if (symbol === undefined) return;
  if (message.kind === 'failed') {
    const { code, retryAfterMs, detail } = message;
    receiver.read(symbol.text, { error: new UpstreamError(code, retryAfterMs, { detail }) });
    return;
  }
  const { found, ...value } = message.value;
  const answer = found && { ...found.answer, tradedAt: timeOf(found.answer.tradedAt) };
  receiver.read(symbol.text, { value: { ...value, symbol, found: found && answer && { ...found, answer } } });
}

const timeOf = (time: Date | null): Date | null => (time === null ? null : new Date(time));
