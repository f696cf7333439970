import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { readAircraftJson } from '../adsb/aircraft-json.js';
import { SbsReader } from '../adsb/sbs-reader.js';
import { type AircraftReport, ObservationSink } from '../observation.js';
import { ReceptionCounter } from '../reception/reception-counter.js';
import { ReceptionTap } from '../reception/reception-tap.js';
import { CallerReaders } from './caller-readers.js';
import { PUSH_PROVIDER, PushFeed } from './push-feed.js';
import { countedSince, type PushResult } from './push-result.js';

interface Counts {
  accepted: number;
  stale: number;
}

/** Accepts ADS-B data that receivers submit. Repeated data change nothing. */
@Service()
export class AdsbPushService {
  private readonly readers: CallerReaders<Counts & { reader: SbsReader }>;
  private readonly feed: PushFeed;
  private readonly sink: ObservationSink;

  constructor(
    sink: ObservationSink,
    private readonly clock: Clock,
    feeds: FeedRegistry,
    reception: ReceptionCounter,
  ) {
    const tap = new ReceptionTap(sink, reception);
    tap.feed = 'adsb.push';
    this.sink = tap;
    this.readers = new CallerReaders(() => this.newReader());
    this.feed = new PushFeed('adsb.push', feeds, clock);
  }

  /** Accepts an aircraft.json, or a response of one of the v2 APIs. */
  takeJson(body: unknown): PushResult {
    const counts = { accepted: 0, stale: 0 };
    const { reports, skipped } = readAircraftJson(body, { provider: PUSH_PROVIDER, receivedAt: this.clock.now() });
    for (const report of reports) this.count(counts, report);
    return this.counted({
      read: reports.length + skipped,
      ...counts,
      rejected: skipped > 0 ? [{ reason: 'record', count: skipped }] : [],
    });
  }

  /** Accepts BaseStation lines. */
  takeLines(accountId: string, bytes: Uint8Array): PushResult {
    const push = this.readers.of(accountId);
    const before = { ...push.reader.counts };
    Object.assign(push, { accepted: 0, stale: 0 });
    const reports = push.reader.write(bytes) + push.reader.end();
    const { accepted, stale } = push;
    const rejected = countedSince(before, push.reader.counts);
    return this.counted({
      read: reports + rejected.reduce((sum, { count }) => sum + count, 0),
      accepted,
      stale,
      rejected,
    });
  }

  private counted(pushed: PushResult): PushResult {
    this.feed.tell(pushed);
    return pushed;
  }

  private newReader(): Counts & { reader: SbsReader } {
    const counts: Counts = { accepted: 0, stale: 0 };
    const reader = new SbsReader({
      provider: PUSH_PROVIDER,
      now: () => this.clock.now(),
      take: (report) => this.count(counts, report),
    });
    return Object.assign(counts, { reader });
  }

  private count(counts: Counts, report: AircraftReport): void {
    if (this.sink.takeAircraft(report)) counts.accepted += 1;
    else counts.stale += 1;
  }
}
