import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import { CountingSink } from '../counting-sink.js';
import type { SourceMaker } from '../source-parts.js';
import { isAircraftJson, readAircraftJson } from './aircraft-json.js';

/** Interval between requests; receivers rewrite the file every second. */
const EVERY_SECONDS = 1;
const STALL_MS = 15_000;
/** Maximum size of a response (bytes); it lists thousands of aircraft, each with all its fields. */
const MAX_BYTES = 20_000_000;

/**
 * Creates the source of a receiver's file such as `http://host/tar1090/data/aircraft.json`, which is read every second
 * or at the interval `?every=5` (seconds, not sent to the receiver). URLs without `.json` at the end of their path and
 * without `every` are handled by the stream source.
 */
export const aircraftJsonSource: SourceMaker = (line, { upstreams, clock, timers, sink }) => {
  if (!/^https?:\/\//.test(line) || !URL.canParse(line)) return undefined;
  const url = new URL(line);
  const every = url.searchParams.get('every');
  if (!url.pathname.endsWith('.json') && every === null) return undefined;
  const seconds = Number(every ?? EVERY_SECONDS);
  if (every !== null && (!/^\d+(?:\.\d+)?$/.test(every) || seconds < 0.2 || seconds > 86_400))
    throw new Error('has an `every` that is not a number of seconds from 0.2 to 86,400');
  url.searchParams.delete('every');
  const [feed, provider] = ['adsb.json', 'adsb'];
  const authorization = url.username === '' ? undefined : basic(url);
  const upstream = upstreams.open({
    feed,
    provider,
    baseUrl: url.origin,
    maxBytes: MAX_BYTES,
    headers: authorization === undefined ? {} : { authorization },
  });
  const query = url.searchParams.toString();
  let last: number | undefined;
  return pollSource({
    feed,
    provider,
    everyMs: seconds * 1000,
    stallMs: STALL_MS,
    clock,
    timers,
    upstream,
    ask: async (signal, intake) => {
      const answer = await upstream.get({
        path: url.pathname + (query === '' ? '' : `?${query}`),
        signal,
        parse: (body) => {
          if (!isAircraftJson(body)) throw badAnswer('The answer has no list of aircraft.');
          const read = readAircraftJson(body, { provider, receivedAt: clock.now() });
          // An unchanged time means that the receiver has not rewritten the file, so it contains no new data.
          return read.now !== undefined && read.now === last ? { ...read, reports: [], skipped: 0 } : read;
        },
        records: ({ reports }) => reports.length,
        skipped: ({ skipped }) => skipped,
      });
      last = answer.now;
      const counting = new CountingSink(sink, intake);
      intake?.reject('invalid', answer.skipped);
      for (const report of answer.reports) counting.takeAircraft(report);
      return answer.reports.length;
    },
  });
};

/** Returns the `Authorization` header for the name and the password in an address (RFC 7617). */
const basic = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
