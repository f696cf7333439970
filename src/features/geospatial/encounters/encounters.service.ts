import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { Area } from '../area.js';
import { line } from '../events/valid-report.js';
import type { Distant } from '../nearby.js';
import { normalLongitude, type Position } from '../position.js';
import { nearestInArea, type Scanned, type StartCursor, scanArea } from '../scan-area.js';
import type { DistanceCursor } from '../within-area.js';
import type { Encounter, EncounterFilter, EncounterReport } from './encounter.js';
import { EncounterRepository } from './encounter.repository.js';
import { EncounterChangedDto, encounterEnded, encounterStarted } from './encounters.events.js';

/** Encounters are kept for this time after their end (ms), the same time as most geo events. */
const RETENTION_MS = 365 * DAY_MS;
const DELETE_BATCH = 5_000;

/** Stores encounters of vessels, publishes their start and end in the event log, and lists them. */
@Service()
export class Encounters {
  constructor(
    private readonly repository: EncounterRepository,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores reports of the detector. A report changes nothing if it is not newer than the stored one or if the encounter
   * has ended.
   */
  async report(reports: readonly EncounterReport[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.repository.lock();
      const known = new Map(
        (await this.repository.withKeys(reports.map(({ key }) => key))).map((encounter) => [encounter.key, encounter]),
      );
      for (const report of reports) {
        const before = known.get(report.key);
        if (before !== undefined && (before.endedAt !== null || report.reportedAt <= before.reportedAt)) continue;
        const after = this.revised(report, before);
        known.set(report.key, after);
        await this.repository.write(after);
        const type = after.endedAt !== null ? encounterEnded : before === undefined ? encounterStarted : undefined;
        if (type === undefined) continue;
        const { id, startedAt, endedAt } = after;
        await this.log.append(type, {
          data: EncounterChangedDto.from(after),
          subject: `encounter:${id}`,
          time: endedAt ?? startedAt,
        });
      }
    });
  }

  /** Lists the encounters that have not ended. After a restart the detector continues them. */
  ongoing(): Promise<Encounter[]> {
    return this.repository.ongoing();
  }

  /** Returns an encounter. @throws Problem `not_found` */
  async get(id: string): Promise<Encounter> {
    const encounter = await this.repository.find(id);
    if (encounter === undefined)
      throw new Problem('not_found', {
        detail: 'There is no encounter with this id; it may have been deleted after its retention period.',
      });
    return encounter;
  }

  /**
   * Lists encounters by their start, after the cursor `after`. With a circle or polygon there may be fewer than `limit`
   * although more follow.
   */
  list(filter: EncounterFilter, limit: number, after?: StartCursor): Promise<Scanned<Encounter, StartCursor>> {
    return scanArea(filter.area, limit, after, (batch, place) => this.repository.list(filter, batch, place));
  }

  /** Lists at most `limit` encounters in an area, nearest to `center` first, after the cursor `after`. */
  async nearest(
    filter: EncounterFilter,
    area: Area,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Scanned<Distant<Encounter>, DistanceCursor>> {
    return nearestInArea(area, limit, await this.repository.nearest({ ...filter, area }, center, limit + 1, after));
  }

  /** Deletes up to a batch of encounters past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    return (
      (await this.repository.deleteEnded(new Date(this.clock.now() - RETENTION_MS), DELETE_BATCH)) === DELETE_BATCH
    );
  }

  private revised(
    { key, title, description, severity, position, startedAt, endedAt, reportedAt, entities, details }: EncounterReport,
    before?: Encounter,
  ): Encounter {
    const now = new Date(this.clock.now());
    const texts = { title: line(title, 300) ?? 'Encounter', description: line(description, 4_000) };
    const place = { lat: position.lat, lon: normalLongitude(position.lon) };
    const times = { startedAt, endedAt, reportedAt, createdAt: before?.createdAt ?? now, updatedAt: now };
    return {
      id: before?.id ?? uuidV7(),
      key,
      ...texts,
      severity,
      position: place,
      ...times,
      entities: [...(entities ?? [])],
      details: { ...details },
    };
  }
}
