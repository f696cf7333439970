import type { Clock } from '../../../time/clock.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamAnswer } from '../../../upstream/upstreams.js';
import { type Box, splitBox } from '../box.js';
import { CountingSink } from '../counting-sink.js';
import { geospatialVendors } from '../geospatial.vendors.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { listedNumbers } from './listed-numbers.js';
import { type OpenSkyAnswer, readOpenSkyStates } from './opensky-states.js';
import { backOffAfterRefusal } from './refusal-backoff.js';

/** Credits for calls a day, without and with an account. */
const CREDITS = { anonymous: 400, user: 4_000 } as const;
const DAY_SECONDS = 86_400;
/** Interval at which OpenSky renews the states: ten seconds without an account, five with one. */
const RESOLUTION_MS = { anonymous: 10_000, user: 5_000 } as const;
/**
 * Factor of the interval between calls: intervals vary randomly by up to a tenth, and a few credits a day should remain
 * unused.
 */
const MARGIN = 1.03;
const STALL_MS = 60_000;
const MAX_BYTES = 30_000_000;
const TIMEOUT_MS = 30_000;
/** Delay of the next call when no credits are left (ms). */
const SPENT_MS = 900_000;

/**
 * Creates the source `opensky` or `opensky:west,south,east,north`: the state vectors of the OpenSky Network, requested
 * as often as the daily credits permit.
 */
export const openskySource: SourceMaker = (line, parts) => {
  if (line !== 'opensky' && !line.startsWith('opensky:')) return undefined;
  const boxes = line === 'opensky' ? [undefined] : splitBox(boxOf(line.slice('opensky:'.length)));
  const { config, upstreams, clock, timers, sink, log } = parts;
  const token = tokenOf(parts);
  const account = token === undefined ? 'anonymous' : 'user';
  const [feed, provider] = ['adsb.opensky', 'opensky'];
  const budgets = [{ calls: CREDITS[account], windowSeconds: DAY_SECONDS }];
  const cost = boxes.reduce((sum, box) => sum + creditsOf(box), 0);
  const everyMs = Math.max(RESOLUTION_MS[account], ((DAY_SECONDS * 1000) / CREDITS[account]) * cost * MARGIN);
  const upstream = upstreams.open({
    feed,
    staleSeconds: Math.max(900, (2.5 * everyMs) / 1000),
    provider,
    baseUrl: config.vendors.opensky.baseUrl,
    budgets,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    repeats: false,
  });
  /** Time (ms) until which too few credits remain for a round of all boxes. */
  let spentUntil = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const heed = ({ headers }: UpstreamAnswer) => {
    const left = headers['x-rate-limit-remaining'];
    if (left !== undefined && /^\d{1,9}$/.test(left) && Number(left) < cost) spentUntil = clock.now() + SPENT_MS;
  };
  const ask = async (box: Box | undefined, signal: AbortSignal): Promise<OpenSkyAnswer> => {
    const bearer = await token?.get(signal);
    return upstream.get({
      path: '/states/all',
      query: {
        extended: '1',
        ...(box && {
          lamin: String(box.south),
          lomin: String(box.west),
          lamax: String(box.north),
          lomax: String(box.east),
        }),
      },
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      cost: creditsOf(box),
      signal,
      parse: (body, answer) => {
        heed(answer);
        const read = readOpenSkyStates(body, clock.now());
        if (read === undefined) throw badAnswer('The answer has no list of states.');
        return read;
      },
      records: ({ reports }) => reports.length,
      skipped: ({ skipped }) => skipped,
    });
  };
  /** Requests the states; if the token was revoked before its expiry, requests them once more with a new token. */
  const askTwice = async (box: Box | undefined, signal: AbortSignal): Promise<OpenSkyAnswer> => {
    try {
      return await ask(box, signal);
    } catch (error) {
      if (token === undefined || !(error instanceof UpstreamError) || error.code !== 'unauthorized') throw error;
      token.forget();
      return ask(box, signal);
    }
  };
  return pollSource({
    feed,
    provider,
    everyMs,
    stallMs: STALL_MS,
    clock,
    timers,
    upstream: {
      get pausedMs() {
        return Math.max(upstream.pausedMs, Math.min(spentUntil - clock.now(), SPENT_MS), 0);
      },
    },
    ask: async (signal, intake) => {
      const counting = new CountingSink(sink, intake);
      if (isFirst)
        log.warn(
          { component: 'feeds', feed, account, terms: geospatialVendors.opensky.terms },
          'OpenSky enabled; check its terms of use.',
        );
      isFirst = false;
      let records = 0;
      for (const box of boxes) {
        const { reports, skipped } = await askTwice(box, signal).catch(backOffAfterRefusal);
        intake?.reject('invalid', skipped);
        for (const report of reports) counting.takeAircraft(report);
        records += reports.length;
      }
      return records;
    },
  });
};

/** Returns the credits that a call costs, by the area in square degrees; undefined means the world. */
export function creditsOf(box: Box | undefined): number {
  const area = box === undefined ? Number.POSITIVE_INFINITY : (box.north - box.south) * (box.east - box.west);
  return area <= 25 ? 1 : area <= 100 ? 2 : area <= 400 ? 3 : 4;
}

function tokenOf({ config, upstreams, clock }: GeoSourceParts): OpenSkyToken | undefined {
  const { openskyClientId: id, openskyClientSecret: secret } = config;
  if (id === undefined || secret === undefined) return undefined;
  const upstream = upstreams.open({
    feed: 'adsb.opensky-token',
    provider: 'opensky',
    baseUrl: config.openskyTokenUrl,
    staleSeconds: 3_600,
  });
  return new OpenSkyToken(upstream, { id, secret }, clock);
}

/** Parses `west,south,east,north`. @throws Error with a message for the operator */
function boxOf(written: string): Box {
  const numbers = listedNumbers(written);
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox =
    numbers.length === 4 &&
    [west, east].every((lon) => Math.abs(lon) <= 180) &&
    south >= -90 &&
    north <= 90 &&
    south < north &&
    west !== east;
  if (!isBox) throw new Error('must be written as opensky:west,south,east,north, in degrees');
  return { west, south, east, north };
}

/** A token is renewed this long (ms) before it expires, so that it is still valid when it reaches the server. */
const EARLY_MS = 30_000;
/** Assumed lifetime (s) of a token whose response does not give one. */
const USUAL_SECONDS = 1_800;

interface OpenSkyClient {
  id: string;
  secret: string;
}

/** An OAuth2 client-credentials token (RFC 6749 §4.4), requested on demand and cached while valid. */
class OpenSkyToken {
  private token?: { text: string; goodUntil: number };

  constructor(
    /** The upstream whose base URL is the token endpoint. */
    private readonly upstream: Upstream,
    private readonly client: OpenSkyClient,
    private readonly clock: Clock,
  ) {}

  /** Returns a valid token, requesting one if necessary. @throws UpstreamError */
  async get(signal?: AbortSignal): Promise<string> {
    const now = this.clock.now();
    if (this.token !== undefined && now < this.token.goodUntil) return this.token.text;
    const { token, seconds } = await this.upstream.post({
      path: '',
      form: { grant_type: 'client_credentials', client_id: this.client.id, client_secret: this.client.secret },
      signal,
      parse: readToken,
      // 400 is the response to invalid client credentials (RFC 6749 §5.2).
      refusal: ({ status }) => (status === 400 ? 'unauthorized' : undefined),
    });
    this.token = { text: token, goodUntil: now + Math.max(0, seconds * 1000 - EARLY_MS) };
    return token;
  }

  /** Discards a rejected token, so that the next call of `get` requests a new one. */
  forget(): void {
    this.token = undefined;
  }
}

/** Reads the token and its lifetime (s) from a response. @throws UpstreamError `bad_answer` */
function readToken(body: unknown): { token: string; seconds: number } {
  const { access_token: token, expires_in: expires } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown };
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token)) throw badAnswer('The answer has no token.');
  return { token, seconds: typeof expires === 'number' && expires > 0 && expires <= 86_400 ? expires : USUAL_SECONDS };
}
