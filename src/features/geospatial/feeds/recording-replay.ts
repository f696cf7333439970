import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import { FeedIntake } from '../../../upstream/feed-intake.js';
import type { ByteSource } from '../../../upstream/transport/byte-source.js';
import { RECORDING } from '../data-origin.js';
import type { Layer } from '../layer.js';
import { ObservationSink } from '../observation.js';
import { adsbFeed } from './adsb-bytes.js';
import { aisFeed } from './ais-bytes.js';

/** Numbers of records of a recording by outcome. */
export interface ReplayCounts {
  accepted: number;
  /** Counts by the reason of the rejection. */
  rejected: Array<{ reason: string; count: number }>;
}

/** Number of bytes processed before the event loop continues; processing them takes a few milliseconds. */
const PIECE_BYTES = 32_768;

/** Replays recordings that callers submit, with times shifted to now. */
@Service()
export class RecordingReplay {
  constructor(
    private readonly sink: ObservationSink,
    private readonly clock: Clock,
  ) {}

  /**
   * Replays a complete recording. Its newest time counts as now, and its data have the provider `recording`.
   * @param bytes NMEA 0183 or JSON of AIS-catcher for vessels; BaseStation lines or aircraft.json for aircraft
   */
  async replay(layer: Layer, bytes: Buffer, signal: AbortSignal): Promise<ReplayCounts> {
    const read = layer === 'vessels' ? aisFeed : adsbFeed;
    const source = read(
      { feed: RECORDING, provider: RECORDING, bytes: submitted(bytes), isRecording: true },
      { clock: this.clock, sink: this.sink },
    );
    const intake = new FeedIntake();
    await source.run({ signal, accepted: () => {}, skipped: () => {}, intake });
    const { kept, rejected } = intake.counts;
    return { accepted: kept, rejected };
  }
}

function submitted(bytes: Buffer): ByteSource {
  return {
    endsForGood: true,
    stallMs: Number.POSITIVE_INFINITY,
    async read(signal, open) {
      const sink = open();
      const slices = new YieldTimer();
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        sink.write(bytes.subarray(from, from + PIECE_BYTES));
        if (slices.isOver) await slices.next(signal);
      }
      sink.flush();
    },
  };
}
