import { Service } from 'typedi';
import { type RawBody } from '../../../http/raw-body.js';
import { Clock } from '../../../time/clock.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { AisReader } from '../ais/ais-reader.js';
import { identityOf } from '../ais/mmsi.js';
import { ObservationSink } from '../observation.js';
import { ReceptionCounter } from '../reception/reception-counter.js';
import { ReceptionTap } from '../reception/reception-tap.js';
import { CallerReaders } from './caller-readers.js';
import { PUSH_PROVIDER, PushFeed } from './push-feed.js';
import { countedSince, type PushResult } from './push-result.js';

interface PushReader {
  reader: AisReader;
  accepted: number;
  stale: number;
  irregular: number;
}

/** Accepts AIS messages that receivers submit. A repeated message changes nothing. */
@Service()
export class AisPushService {
  private readonly readers: CallerReaders<PushReader>;
  private readonly feed: PushFeed;
  private readonly sink: ObservationSink;

  constructor(
    sink: ObservationSink,
    private readonly clock: Clock,
    feeds: FeedRegistry,
    reception: ReceptionCounter,
  ) {
    const tap = new ReceptionTap(sink, reception);
    tap.feed = 'ais.push';
    this.sink = tap;
    this.readers = new CallerReaders(() => this.newReader());
    this.feed = new PushFeed('ais.push', feeds, clock);
  }

  /**
   * Accepts AIS messages.
   * @param body lines of NMEA 0183, or JSON of AIS-catcher. Incomplete messages stay buffered, since another request
   * may submit their other parts
   */
  take(accountId: string, { bytes, json }: RawBody): PushResult {
    const push = this.readers.of(accountId);
    const { counts } = push.reader;
    const before = { lines: counts.lines, faults: { ...counts.faults } };
    Object.assign(push, { accepted: 0, stale: 0, irregular: 0 });
    if (json === undefined) push.reader.body(bytes);
    else push.reader.parsedBody(json);
    const { accepted, stale, irregular } = push;
    const pushed = {
      read: counts.lines - before.lines,
      accepted,
      stale,
      irregular,
      rejected: countedSince(before.faults, counts.faults),
    };
    this.feed.tell(pushed);
    return pushed;
  }

  private newReader(): PushReader {
    const push: Omit<PushReader, 'reader'> = { accepted: 0, stale: 0, irregular: 0 };
    const reader = new AisReader({
      provider: PUSH_PROVIDER,
      now: () => this.clock.now(),
      take: (report) => {
        if (!this.sink.takeVessel(report)) push.stale += 1;
        else {
          push.accepted += 1;
          if (identityOf(report.key) === 'irregular') push.irregular += 1;
        }
      },
    });
    return Object.assign(push, { reader });
  }
}
