import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { type Release, ReleasesService } from '../economy/releases.service.js';
import { CalendarChunks } from '../market-calendar/calendar-chunks.service.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';
import { releasePublished } from './release.events.js';

/** Days after a publication up to which its event is still published if it becomes known late. */
const MAX_AGE_DAYS = 3;

/** Publishes economic figures with their surprise. */
@Service()
export class ReleaseEvents {
  constructor(
    private readonly releases: ReleasesService,
    private readonly calendar: CalendarChunks,
    private readonly publisher: MarketEventPublisher,
    private readonly clock: Clock,
  ) {}

  /** Publishes the figures of the last days. A failure of the provider is ignored, because this is repeated. */
  async publish(signal: AbortSignal): Promise<void> {
    if (!this.calendar.isOffered('economic')) return;
    try {
      for (const release of await this.releases.read(this.day(-MAX_AGE_DAYS), this.day(1))) {
        signal.throwIfAborted();
        await this.publishOne(release);
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }

  private async publishOne({ id, entry, surprise, provider }: Release): Promise<void> {
    const {
      title,
      country = null,
      period = null,
      day,
      at,
      unit = null,
      actual,
      estimate = null,
      previous = null,
    } = entry;
    if (typeof actual !== 'number' || (at ?? new Date(day)).getTime() > this.clock.now()) return;
    await this.publisher.publish(releasePublished, id, {
      subject: country === null ? undefined : `country:${country}`,
      data: {
        title: title ?? 'Economic figure',
        country,
        period,
        day,
        releasedAt: at?.toISOString() ?? null,
        seriesId: entry.seriesId ?? null,
        unit,
        actual,
        estimate,
        previous,
        surprise,
        provider,
        simulated: provider === 'simulator',
      },
    });
  }

  /** Returns the day (UTC) that is `ahead` days after today. */
  private day(ahead: number): string {
    return new Date(this.clock.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  }
}
