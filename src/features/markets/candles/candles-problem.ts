import { Problem } from '../../../http/problem.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { OutOfReach } from '../providers/out-of-reach.js';
import { unavailable } from '../unavailable.js';

/** What is written as a symbol cannot be one. */
export const noSuchSymbol = (): Problem =>
  new Problem('not_found', { detail: 'A symbol is <ticker>.<venue>, such as AAPL.US, EURUSD.FOREX or BTC-USD.CC; GET /markets/search finds them.' });

/** What a caller is told when there are no bars. Other errors stay as they are. */
export function candlesProblem(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error instanceof OutOfReach) {
    const since = error.earliest.toISOString();
    const detail = `The range is out of reach: at this interval the providers in use have bars of this symbol from ${since} on. Ask for a later range or a longer interval.`;
    return new Problem('unprocessable', { detail, errors: [{ pointer: 'query/to', detail: `must be after ${since}` }], cause: error });
  }
  if (error.code === 'not_found') {
    return new Problem('not_found', { detail: 'No provider in use knows this symbol. GET /markets/search finds symbols.', cause: error });
  }
  if (error.code === 'not_entitled' || error.code === 'unauthorized') {
    const detail = 'No provider in use gives candles of this kind at this interval. GET /markets/providers tells who serves what.';
    return new Problem('unprocessable', { detail, cause: error });
  }
  return unavailable('No provider gives a usable answer at the moment, and nothing of this range is stored. Try again later.', error.retryAfterMs, error);
}
