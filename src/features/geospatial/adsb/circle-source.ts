import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { pause } from '../../../upstream/supervisor/abortable-delay.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Budget, Upstream, Upstreams } from '../../../upstream/upstreams.js';
import { CountingSink } from '../counting-sink.js';
import { geospatialVendors } from '../geospatial.vendors.js';
import type { Position } from '../position.js';
import type { SourceMaker } from '../source-parts.js';
import { type AircraftJsonAnswer, isAircraftJson, readAircraftJson } from './aircraft-json.js';
import { coverCircle } from './circle-cover.js';
import { listedNumbers } from './listed-numbers.js';
import { backOffAfterRefusal } from './refusal-backoff.js';

interface CircleProvider {
  /** Returns the path of a request; `radius` is in whole nautical miles. */
  path(lat: string, lon: string, radius: number): string;
  /** Interval between calls (ms), regardless of the number of circles. */
  pauseMs: number;
  /** Minimum interval between calls for one circle (ms): the vendor caches responses for this long. */
  roundMs: number;
  budgets: readonly Budget[];
}

/**
 * Interval between calls (ms). It stays above the one second that the providers require, also when the random variation
 * of up to a tenth shortens it.
 */
const PAUSE_MS = 1_150;
const POINT = (lat: string, lon: string, radius: number) => `/v2/point/${lat}/${lon}/${radius}`;

const providers: Readonly<Record<'adsblol' | 'adsbfi' | 'airplaneslive', CircleProvider>> = {
  adsblol: {
    path: POINT,
    pauseMs: PAUSE_MS,
    roundMs: 5_000,
    budgets: [{ calls: 60, windowSeconds: 60 }],
  },
  adsbfi: {
    path: (lat, lon, radius) => `/v3/lat/${lat}/lon/${lon}/dist/${radius}`,
    pauseMs: PAUSE_MS,
    roundMs: 5_000,
    budgets: [{ calls: 60, windowSeconds: 60 }],
  },
  airplaneslive: {
    path: POINT,
    // The free plan allows 500 calls a day.
    pauseMs: DAY_MS / 490,
    roundMs: 0,
    budgets: [{ calls: 500, windowSeconds: 86_400 }],
  },
};

/** Maximum radius of one response, in nautical miles. */
const MAX_CIRCLE_NAUTICAL_MILES = 250;
const MAX = 2_500;
/**
 * Overlap of neighboring circles (nautical miles). Centers are sent with four decimals, which moves them by up to 8 m,
 * so they must overlap by more than that.
 */
const OVERLAP = 0.1;
const STALL_MS = 30_000;

const form = /^(adsblol|adsbfi|airplaneslive):(.*)$/;

/**
 * Creates the source of the aircraft in a circle: `adsblol:lat,lon,nm`, `adsbfi:…` or `airplaneslive:…`. A circle that
 * is larger than one response allows is covered by several, which are requested in turn; with n circles, each aircraft
 * is updated about every n seconds.
 */
export const circleSource: SourceMaker = (line, { config, upstreams, clock, timers, sink, log }) => {
  const [, name, written] = form.exec(line) ?? [];
  if (name === undefined) return undefined;
  const provider = name as keyof typeof providers;
  const { path, pauseMs, roundMs, budgets } = providers[provider];
  const { title, terms } = geospatialVendors[provider];
  const { centre, radius } = circleOf(written as string, provider);
  const circles =
    radius <= MAX_CIRCLE_NAUTICAL_MILES ? [centre] : coverCircle(centre, radius, MAX_CIRCLE_NAUTICAL_MILES - OVERLAP);
  const feed = `adsb.${provider}`;
  const shared = upstreamOf(upstreams, provider, () =>
    upstreams.open({ feed, provider, baseUrl: config.vendors[provider].baseUrl, budgets, repeats: false }),
  );
  let next = 0;
  let isFirst = true;
  return pollSource({
    feed,
    provider,
    everyMs: Math.max(pauseMs, roundMs / circles.length),
    stallMs: STALL_MS + pauseMs,
    clock,
    timers,
    upstream: {
      get pausedMs() {
        return shared.waitMs(clock);
      },
    },
    ask: async (signal, intake) => {
      if (isFirst)
        log.info(
          { component: 'feeds', feed, circles: circles.length, terms },
          `${title} enabled; check its terms of use.`,
        );
      isFirst = false;
      // Several calls may wait for the same moment: the first one is made, and the others wait again.
      for (let wait = shared.waitMs(clock); wait > 0 && !signal.aborted; wait = shared.waitMs(clock))
        await pause(timers, wait, signal);
      shared.nextAt = clock.now() + pauseMs * 0.9;
      const { lat, lon } = circles[next % circles.length] as Position;
      next += 1;
      const answer = await shared.upstream
        .get({
          path: path(lat.toFixed(4), lon.toFixed(4), Math.ceil(Math.min(radius, MAX_CIRCLE_NAUTICAL_MILES))),
          signal,
          parse: (body) => read(body, provider, clock),
          records: ({ reports }) => reports.length,
          skipped: ({ skipped }) => skipped,
        })
        .catch(backOffAfterRefusal);
      const counting = new CountingSink(sink, intake);
      intake?.reject('invalid', answer.skipped);
      for (const report of answer.reports) counting.takeAircraft(report);
      return answer.reports.length;
    },
  });
};

/** State that all circles of one provider share, so that the limits of the provider apply to all of them together. */
interface Shared {
  upstream: Upstream;
  nextAt: number;
  waitMs(clock: Clock): number;
}

const opened = new WeakMap<Upstreams, Map<string, Shared>>();

function upstreamOf(upstreams: Upstreams, provider: string, open: () => Upstream): Shared {
  const known = opened.get(upstreams) ?? new Map<string, Shared>();
  opened.set(upstreams, known);
  const found = known.get(provider);
  if (found !== undefined) return found;
  const upstream = open();
  const shared: Shared = {
    upstream,
    nextAt: Number.NEGATIVE_INFINITY,
    // If the clock is set back, an implausibly long wait is skipped, so that the calls continue.
    waitMs(clock) {
      const wait = this.nextAt - clock.now();
      return Math.max(upstream.pausedMs, wait > STALL_MS * 10 ? 0 : wait, 0);
    },
  };
  known.set(provider, shared);
  return shared;
}

/** Reads the aircraft of a response. @throws UpstreamError `bad_answer` */
function read(body: unknown, provider: string, clock: Clock): AircraftJsonAnswer {
  if (!isAircraftJson(body)) throw badAnswer('The answer has no list of aircraft.');
  return readAircraftJson(body, { provider, receivedAt: clock.now() });
}

/** Parses `lat,lon,nm`. @throws Error with a message for the operator */
function circleOf(written: string, provider: string): { centre: Position; radius: number } {
  const numbers = listedNumbers(written);
  const [lat, lon, radius] = numbers as [number, number, number];
  const isCircle = numbers.length === 3 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && radius > 0 && radius <= MAX;
  if (!isCircle)
    throw new Error(
      `must be written as ${provider}:lat,lon,nm, in degrees and nautical miles, ${MAX.toLocaleString('en')} of them at most`,
    );
  return { centre: { lat, lon }, radius };
}
