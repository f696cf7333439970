import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Database } from '../../../database/database.js';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import { readSources } from '../data-origin.js';
import { type EventIntake, type GeoEvent, type GeoEventReport, type GeoEventSink, type GeoEventType, geoEventTypes, isSimulated } from '../geo-event.js';
import { expiredBefore, isExpired, MAX_OLD_ONGOING } from './event-retention.js';
import { type GeoEventChangedDto, geoEventLogTypes } from './geo-event.events.js';
import { GeoEventRepository } from './geo-event.repository.js';
import { type Change, changeToPublish, timeOf } from './notify-policy.js';
import { OpenEvents } from './open-events.js';
import { canBeJoined, SAME_EARTHQUAKE_MS } from './same-earthquake.js';
import type { StoredEvent, ValidReport } from './stored-event.js';
import { validReport } from './valid-report.js';

/** Reports compared and written in one transaction. */
const BATCH = 100;
/** Reports checked in one turn of the event loop: a few milliseconds. */
const AT_ONCE = 50;
const FORGOTTEN_AT_ONCE = 5_000;

/** What happens in the world, from whatever source: kept once, updated in place, and told to the event log when it is news. */
@Service()
export class GeoEvents implements GeoEventSink {
  constructor(
    private readonly repository: GeoEventRepository,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes what a source says now. An event that is not known yet, or that has changed in a way worth telling, goes into the event log in
   * the same transaction (worth-telling.ts). Known by one of its names, it keeps its id. Reports that cannot be kept are left out.
   * @param intake counts which of them are kept: `invalid` is an impossible report, `too_old` an event past its retention
   * @returns how many were new or changed
   */
  async report(reports: readonly GeoEventReport[], intake?: EventIntake): Promise<number> {
    const now = this.clock.now();
    const sound: ValidReport[] = [];
    for (const [at, report] of reports.entries()) {
      // Thousands of reports come at a start; requests get their turn between them.
      if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const one = validReport(report, now);
      if (one !== undefined) sound.push(one);
    }
    const old = sound.filter((report) => isExpired(report, now)).length;
    intake?.keep(sound.length - old);
    intake?.reject('too_old', old);
    intake?.reject('invalid', reports.length - sound.length);
    let changed = 0;
    for (let at = 0; at < sound.length; at += BATCH) changed += await this.take(sound.slice(at, at + BATCH), now);
    return changed;
  }

  /**
   * Ends what a provider no longer lists among the events that go on. When it lists fewer than half of those known, something is missing
   * from its list, and nothing is ended.
   * @param listed the keys of all that go on, by the provider's account
   * @returns how many were ended
   */
  async endUnlisted(provider: string, listed: ReadonlySet<string>): Promise<number> {
    const ongoing = await this.repository.ongoing(provider);
    const gone = ongoing.filter(({ names }) => !names.some((name) => listed.has(name.slice(provider.length + 1))));
    if (gone.length * 2 > ongoing.length && ongoing.length > 1) return 0;
    const now = new Date(this.clock.now());
    return this.report(gone.map(({ names: _, description, ...event }) => ({ ...event, description: description ?? undefined, endedAt: now })));
  }

  /** Forgets what is past its time (event-retention.ts), a batch at most. @returns false when nothing more is to be forgotten */
  async deleteExpired(): Promise<boolean> {
    const now = this.clock.now();
    const byTime = Map.groupBy(geoEventTypes, (type) => expiredBefore(type, now).getTime());
    for (const [before, types] of byTime) if ((await this.repository.forget(types, new Date(before), FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE) return true;
    for (const [before, types] of byTime) await this.repository.forgetOngoing(types, new Date(before), MAX_OLD_ONGOING);
    return false;
  }

  private async take(reports: readonly ValidReport[], now: number): Promise<number> {
    const names = reports.flatMap((report) => report.names);
    // Most of what a poll brings is known: that costs one read, and holds up nobody.
    if (bookOf(await this.repository.named(names), reports, now).changes().length === 0) return 0;
    return this.database.transaction(async () => {
      await this.repository.lock();
      const known = await this.repository.named(names);
      const taken = new Set(known.flatMap((event) => event.names));
      const unknown = reports.filter((report) => canBeJoined(report) && !report.names.some((name) => taken.has(name)));
      const near =
        unknown.length === 0
          ? []
          : await this.repository.earthquakesAt(
              unknown.map(({ startedAt }) => startedAt),
              SAME_EARTHQUAKE_MS,
            );
      const all = new Map([...known, ...near].map((event) => [event.id, event]));
      const changes = bookOf([...all.values()], reports, now).changes();
      await this.repository.remove(changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before.id] : [])));
      await this.repository.write(changes.flatMap(({ after }) => after ?? []));
      const told = changes.flatMap(({ before, after }) => {
        const change = changeToPublish(before, after, now);
        return change === undefined ? [] : [{ change, event: (after ?? before) as StoredEvent }];
      });
      for (const [type, news] of Map.groupBy(told, ({ event }) => event.type))
        await this.log.appendMany(
          geoEventLogTypes[type as GeoEventType],
          news.map(({ change, event }) => entryOf(change, event, now)),
        );
      return changes.length;
    });
  }

  /** What a provider has begun and not ended: what it goes on with after a restart. */
  ongoing(provider: string): Promise<GeoEvent[]> {
    return this.repository.ongoing(provider);
  }
}

function bookOf(known: readonly StoredEvent[], reports: readonly ValidReport[], now: number): OpenEvents {
  const book = new OpenEvents(known, now);
  for (const report of reports) book.take(report);
  return book;
}

function entryOf(change: Change, event: StoredEvent, now: number): NewEvent<GeoEventChangedDto> {
  const { id: eventId, type, title, severity, position, magnitude, entities, provider, url, details } = event;
  const endedAt = change === 'ended' ? (event.endedAt ?? new Date(now)) : event.endedAt;
  const times = { startedAt: event.startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  const data = { change, eventId, type, title, severity, position, ...times, magnitude, entities, provider, url };
  const origin = { simulated: isSimulated(event), derivedFrom: readSources(details.derivedFrom) };
  return { data: { ...data, ...origin }, subject: `geo_event:${eventId}`, time: timeOf(change, event, now) };
}
