import { isDeepStrictEqual } from 'node:util';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { isExpired } from './event-retention.js';
import {
  allSecondaryDetails,
  canBeJoined,
  highestSeverity,
  isSameEarthquake,
  outranks,
  ownSeverity,
  secondaryDetails,
  secondaryReportedAt,
  withoutSecondary,
} from './same-earthquake.js';
import type { StoredEvent, ValidReport } from './stored-event.js';

const MAX_NAMES = 50;

export interface EventRevision {
  before: StoredEvent | undefined;
  /** The event after the change; undefined if the event is removed. */
  after: StoredEvent | undefined;
}

/** Applies reports to stored events in memory and collects the changes. */
export class OpenEvents {
  private readonly entries = new Map<string, EventRevision>();
  private readonly byName = new Map<string, StoredEvent>();
  private readonly earthquakes = new Map<string, StoredEvent>();

  /**
   * @param known the events that share a name with the reports, and earthquakes that may be the same
   * @param now ms
   */
  constructor(
    known: readonly StoredEvent[],
    private readonly now: number,
  ) {
    for (const event of known) {
      this.entries.set(event.id, { before: event, after: event });
      this.index(event);
    }
  }

  /** Applies a report. A later report replaces an earlier one, in whatever order they arrive. */
  take(report: ValidReport): void {
    const [current, ...duplicates] = this.matching(report);
    // Several events share names with the report, so they are the same event. The oldest stays.
    for (const duplicate of duplicates) this.remove(duplicate);
    if (current !== undefined && isSecondary(report, current)) this.addSecondary(current, report);
    else if (current !== undefined)
      this.revise(
        current,
        report,
        duplicates.flatMap(({ names }) => names),
      );
    else if (!report.retracted && !isExpired(report, this.now)) this.put(undefined, this.fresh(report));
  }

  /** Returns the changed events. */
  changes(): EventRevision[] {
    return [...this.entries.values()].filter(({ before, after }) => before !== after);
  }

  private matching(report: ValidReport): StoredEvent[] {
    const named = new Set(report.names.flatMap((name) => this.byName.get(name) ?? []));
    if (named.size === 0 && canBeJoined(report)) {
      // An event of another source may be the same earthquake, unless it already has a name of this report's source.
      const same = [...this.earthquakes.values()].find(
        (event) =>
          isSameEarthquake(event, report) && !event.names.some((name) => name.startsWith(`${report.provider}:`)),
      );
      if (same !== undefined) named.add(same);
    }
    return [...named].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Revises an event by a report of its own source or of a better one. */
  private revise(current: StoredEvent, report: ValidReport, moreNames: readonly string[]): void {
    const isOwn = current.provider === report.provider;
    const { id, createdAt } = current;
    const fixed = {
      id,
      createdAt,
      updatedAt: new Date(this.now),
      names: [...new Set([...report.names, ...current.names, ...moreNames])].slice(0, MAX_NAMES),
    };
    if (isOwn && report.retracted) this.remove(current);
    else if (isOwn && report.reportedAt < current.reportedAt) this.put(current, { ...current, ...fixed });
    else if (!report.retracted) {
      const asides = {
        ...allSecondaryDetails(current.details, report.provider),
        ...(isOwn ? {} : secondaryDetails(current)),
      };
      const own = Object.keys(asides).length === 0 ? {} : { [`${report.provider}Severity`]: report.severity };
      const details = { ...report.details, ...asides, ...own };
      this.put(current, {
        ...contentOf(report),
        ...fixed,
        details,
        severity: highestSeverity(report.severity, details),
      });
    }
  }

  /** Adds the details of a secondary source to an event; they may raise its severity. */
  private addSecondary(current: StoredEvent, report: ValidReport): void {
    const { provider } = report;
    if (secondaryReportedAt(current.details, provider) > report.reportedAt) return;
    const rest = withoutSecondary(current.details, provider);
    const own = ownSeverity(current.provider, current.severity, current.details);
    const details = report.retracted
      ? rest
      : { ...rest, [`${current.provider}Severity`]: own, ...secondaryDetails(report) };
    const others = current.names.filter((name) => !name.startsWith(`${provider}:`));
    const names = report.retracted ? others : [...new Set([...current.names, ...report.names])].slice(0, MAX_NAMES);
    this.put(current, {
      ...current,
      updatedAt: new Date(this.now),
      names,
      details,
      severity: highestSeverity(own, details),
    });
  }

  private fresh(report: ValidReport): StoredEvent {
    const now = new Date(this.now);
    return { ...contentOf(report), id: uuidV7(), names: report.names, createdAt: now, updatedAt: now };
  }

  private put(current: StoredEvent | undefined, next: StoredEvent): void {
    if (current !== undefined && isSame(current, next)) return;
    if (current !== undefined) this.forget(current);
    this.entries.set(next.id, { before: this.entries.get(next.id)?.before, after: next });
    this.index(next);
  }

  private remove(event: StoredEvent): void {
    this.forget(event);
    const { before } = this.entries.get(event.id) as EventRevision;
    if (before === undefined) this.entries.delete(event.id);
    else this.entries.set(event.id, { before, after: undefined });
  }

  private index(event: StoredEvent): void {
    for (const name of event.names) this.byName.set(name, event);
    if (canBeJoined(event)) this.earthquakes.set(event.id, event);
  }

  private forget(event: StoredEvent): void {
    for (const name of event.names) this.byName.delete(name);
    this.earthquakes.delete(event.id);
  }
}

const isSecondary = (report: ValidReport, { provider }: StoredEvent): boolean =>
  report.provider !== provider && !outranks(report.provider, provider);

function contentOf({
  retracted: _,
  names: __,
  ...content
}: ValidReport): Omit<StoredEvent, 'id' | 'names' | 'createdAt' | 'updatedAt'> {
  return content;
}

/** True if two events are equal except for `updatedAt` and the order of names. */
function isSame(
  { updatedAt: _, names, ...one }: StoredEvent,
  { updatedAt: __, names: otherNames, ...other }: StoredEvent,
): boolean {
  return isDeepStrictEqual(one, other) && isDeepStrictEqual([...names].sort(), [...otherNames].sort());
}
