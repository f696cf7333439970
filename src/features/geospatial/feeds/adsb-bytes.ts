import type { FeedRun, FeedSource } from '../../../upstream/feed-source.js';
import type { ByteSink } from '../../../upstream/transport/byte-source.js';
import { BeastReader, type BeastReaderOptions } from '../adsb/beast/beast-reader.js';
import { SbsReader } from '../adsb/sbs-reader.js';
import { CountingSink } from '../counting-sink.js';
import type { AircraftReport } from '../observation.js';
import type { GeoSourceParts } from '../source-parts.js';
import { AircraftJsonLines } from './aircraft-json-lines.js';
import { type ByteFeed, feedOfBytes } from './byte-feed.js';
import { replayTimes } from './replay-times.js';

const NEWLINES = new Set([0x0a, 0x0d, 0x20, 0x09]);
const BRACE = 0x7b;

/** The common interface of the readers of BaseStation lines, of aircraft.json and of the Beast format. */
interface Reader {
  write(chunk: Uint8Array): number;
  end(): number;
  skipped(): number;
  /** Number of records skipped so far, not counting records of which only a value was ignored. */
  lost(): number;
}

/**
 * Creates a feed that reads aircraft from bytes. The first byte decides the format: BaseStation lines or aircraft.json
 * (one per line or a single one).
 */
export const adsbFeed = (feed: ByteFeed, parts: Pick<GeoSourceParts, 'clock' | 'sink'>): FeedSource =>
  feedOfBytes(feed, (run) =>
    adsbSink(run, feed, parts, (options, first) =>
      first === BRACE
        ? new AircraftJsonLines({ ...options, timeOf: feed.isRecording ? replayTimes(options.now) : undefined })
        : sbs(options),
    ),
  );

/** Creates a feed that reads aircraft from bytes of the Beast format. */
export const beastFeed = (feed: ByteFeed, parts: Pick<GeoSourceParts, 'clock' | 'sink' | 'receiver'>): FeedSource =>
  feedOfBytes(feed, (run) => adsbSink(run, feed, parts, (options) => beast({ ...options, receiver: parts.receiver })));

type ReaderOptions = ConstructorParameters<typeof SbsReader>[0];

function adsbSink(
  run: FeedRun,
  { provider }: ByteFeed,
  { clock, sink }: Pick<GeoSourceParts, 'clock' | 'sink'>,
  open: (options: ReaderOptions, first: number | undefined) => Reader,
): ByteSink {
  const counting = new CountingSink(sink, run.intake);
  const options = {
    provider,
    now: () => clock.now(),
    take: (report: AircraftReport) => void counting.takeAircraft(report),
  };
  let reader: Reader | undefined;
  let skipped = 0;
  let lost = 0;
  const tell = (records: number) => {
    if (records > 0) run.accepted(records);
    const bad = reader?.skipped() ?? 0;
    if (bad > skipped) run.skipped('bad_answer', bad - skipped);
    const nowLost = reader?.lost() ?? 0;
    run.intake?.reject('invalid', nowLost - lost);
    lost = nowLost;
    skipped = bad;
  };
  return {
    write(chunk) {
      const first = chunk.find((byte) => !NEWLINES.has(byte));
      if (reader === undefined && first === undefined) return;
      reader ??= open(options, first);
      tell(reader.write(chunk));
    },
    flush: () => tell(reader?.end() ?? 0),
  };
}

function sbs(options: ReaderOptions): Reader {
  const reader = new SbsReader(options);
  const skipped = () => Object.values(reader.counts).reduce((sum, count) => sum + count, 0);
  return {
    write: (chunk) => reader.write(chunk),
    end: () => reader.end(),
    skipped,
    lost: () => skipped() - reader.counts.value,
  };
}

function beast(options: BeastReaderOptions): Reader {
  const reader = new BeastReader(options);
  // Wrong parities are ordinary in the reception of radio signals, and do not show a fault of the feed.
  const skipped = () => reader.counts.no_start + reader.counts.length + reader.counts.format;
  return {
    write: (chunk) => reader.write(chunk),
    end: () => reader.end(),
    skipped,
    lost: () => skipped() + reader.counts.parity + reader.counts.too_many,
  };
}
