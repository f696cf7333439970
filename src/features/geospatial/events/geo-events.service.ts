import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Database } from '../../../database/database.js';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { readSources } from '../data-origin.js';
import {
  type EventIntake,
  type GeoEvent,
  type GeoEventReport,
  type GeoEventSink,
  type GeoEventType,
  geoEventTypes,
  isSimulated,
} from '../geo-event.js';
import { expiredBefore, isExpired, MAX_OLD_ONGOING } from './event-retention.js';
import { type GeoEventChangedDto, geoEventLogTypes } from './geo-event.events.js';
import { GeoEventRepository } from './geo-event.repository.js';
import { type Change, changeToPublish, timeOf } from './notify-policy.js';
import { OpenEvents } from './open-events.js';
import { canBeJoined, SAME_EARTHQUAKE_MS } from './same-earthquake.js';
import type { StoredEvent, ValidReport } from './stored-event.js';
import { validReport } from './valid-report.js';

/** Maximum number of reports applied in one transaction. */
const BATCH = 100;
const DELETE_BATCH = 5_000;

/** Stores the geo events of all sources, each event once, and publishes their notable changes in the event log. */
@Service()
export class GeoEvents implements GeoEventSink {
  constructor(
    private readonly repository: GeoEventRepository,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores reports of a source, and publishes notable changes (see notify-policy.ts) in the event log in the same
   * transaction. A report whose names include a known one changes that event, which keeps its id.
   * @param intake counts stored and rejected reports: `invalid`, or `too_old` for an event past its retention
   * @returns the number of new or changed events
   */
  async report(reports: readonly GeoEventReport[], intake?: EventIntake): Promise<number> {
    const now = this.clock.now();
    const valid: ValidReport[] = [];
    // Yields to requests, since a source may report thousands of events at its start.
    const slices = new YieldTimer();
    for (const report of reports) {
      if (slices.isOver) await slices.next();
      const one = validReport(report, now);
      if (one !== undefined) valid.push(one);
    }
    const old = valid.filter((report) => isExpired(report, now)).length;
    intake?.keep(valid.length - old);
    intake?.reject('too_old', old);
    intake?.reject('invalid', reports.length - valid.length);
    let changed = 0;
    for (let at = 0; at < valid.length; at += BATCH) changed += await this.take(valid.slice(at, at + BATCH), now);
    return changed;
  }

  /**
   * Ends ongoing events that their provider no longer lists. If more than half of several events are missing, the list
   * is considered incomplete and no event is ended.
   * @param listed the keys of all events that the provider lists
   * @returns the number of ended events
   */
  async endUnlisted(provider: string, listed: ReadonlySet<string>): Promise<number> {
    const ongoing = await this.repository.ongoing(provider);
    const gone = ongoing.filter(({ names }) => !names.some((name) => listed.has(name.slice(provider.length + 1))));
    if (gone.length * 2 > ongoing.length && ongoing.length > 1) return 0;
    const now = new Date(this.clock.now());
    return this.report(
      gone.map(({ names: _, description, ...event }) => ({
        ...event,
        description: description ?? undefined,
        endedAt: now,
      })),
    );
  }

  /** Deletes up to a batch of events past their retention (see event-retention.ts). @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const now = this.clock.now();
    const byTime = Map.groupBy(geoEventTypes, (type) => expiredBefore(type, now).getTime());
    for (const [before, types] of byTime)
      if ((await this.repository.deleteEnded(types, new Date(before), DELETE_BATCH)) === DELETE_BATCH) return true;
    for (const [before, types] of byTime)
      await this.repository.deleteOldOngoing(types, new Date(before), MAX_OLD_ONGOING);
    return false;
  }

  private async take(reports: readonly ValidReport[], now: number): Promise<number> {
    const names = reports.flatMap((report) => report.names);
    // Most reports of a poll change nothing; this check avoids the lock at the cost of one query.
    if (applyReports(await this.repository.named(names), reports, now).changes().length === 0) return 0;
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
      const changes = applyReports([...all.values()], reports, now).changes();
      await this.repository.remove(
        changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before.id] : [])),
      );
      await this.repository.write(changes.flatMap(({ after }) => after ?? []));
      const published = changes.flatMap(({ before, after }) => {
        const change = changeToPublish(before, after, now);
        return change === undefined ? [] : [{ change, event: (after ?? before) as StoredEvent }];
      });
      for (const [type, revisions] of Map.groupBy(published, ({ event }) => event.type))
        await this.log.appendMany(
          geoEventLogTypes[type as GeoEventType],
          revisions.map(({ change, event }) => entryOf(change, event, now)),
        );
      return changes.length;
    });
  }

  /** Returns the ongoing events of a provider, with which it continues after a restart. */
  ongoing(provider: string): Promise<GeoEvent[]> {
    return this.repository.ongoing(provider);
  }
}

function applyReports(known: readonly StoredEvent[], reports: readonly ValidReport[], now: number): OpenEvents {
  const events = new OpenEvents(known, now);
  for (const report of reports) events.take(report);
  return events;
}

function entryOf(change: Change, event: StoredEvent, now: number): NewEvent<GeoEventChangedDto> {
  const { id: eventId, type, title, severity, position, magnitude, entities, provider, url, details } = event;
  const endedAt = change === 'ended' ? (event.endedAt ?? new Date(now)) : event.endedAt;
  const times = { startedAt: event.startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  const data = { change, eventId, type, title, severity, position, ...times, magnitude, entities, provider, url };
  const origin = { simulated: isSimulated(event), derivedFrom: readSources(details.derivedFrom) };
  return { data: { ...data, ...origin }, subject: `geo_event:${eventId}`, time: timeOf(change, event, now) };
}
