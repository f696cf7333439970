import type { GeoEvent, GeoEventReport } from '../geo-event.js';
import type { Notice } from './detector.js';

type Report = Omit<GeoEventReport, 'provider'>;

/** Every report of one detection says something later than the one before, or the store would take it for older news. */
const after = (earlier: Date, now: number): Date => new Date(Math.max(now, earlier.getTime() + 1));

/** What a detector has begun and not ended, by whatever it is about. */
export class OpenDetections {
  private readonly open = new Map<string, Report>();
  /** Of before a restart, what nothing was heard of since, and since when (ms) that is waited for; NaN when nobody has asked yet. */
  private readonly resumed = new Map<string, number>();

  constructor(private readonly notice: Notice) {}

  get size(): number {
    return this.open.size;
  }

  get(subject: string): Readonly<Report> | undefined {
    return this.open.get(subject);
  }

  subjects(): IterableIterator<string> {
    return this.open.keys();
  }

  begin(subject: string, report: Report): void {
    this.open.set(subject, report);
    this.notice(report);
  }

  /** Tells a change of what is open. */
  change(subject: string, now: number, changes: Partial<Report>): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    const changed = { ...known, ...changes, reportedAt: after(known.reportedAt, now) };
    this.open.set(subject, changed);
    this.notice(changed);
  }

  /** Remembers what is told with the next change. */
  note(subject: string, details: Report['details']): void {
    const known = this.open.get(subject);
    if (known !== undefined) this.open.set(subject, { ...known, details });
  }

  end(subject: string, now: number, changes: Partial<Report> = {}): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    this.open.delete(subject);
    this.resumed.delete(subject);
    this.notice({ ...known, endedAt: new Date(now), ...changes, reportedAt: after(known.reportedAt, now) });
  }

  /**
   * Ends what has turned out to be nothing: the event stays, with the lowest severity, and says that it is withdrawn and why.
   * @param why a sentence for readers
   */
  withdraw(subject: string, now: number, why: string, changes: Partial<Report> = {}): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    const details = { ...known.details, ...changes.details, withdrawn: true };
    this.end(subject, now, { severity: 1, ...changes, title: `${known.title} (withdrawn)`, description: `Withdrawn: ${why}`, details });
  }

  resume(subject: string, { key, type, title, description, severity, position, startedAt, endedAt, reportedAt, entities, details }: GeoEvent): void {
    this.resumed.set(subject, Number.NaN);
    this.open.set(subject, { key, type, title, description: description ?? undefined, severity, position, startedAt, endedAt, reportedAt, entities, details });
  }

  /** It goes on after the restart as if there had been none. */
  heard(subject: string): void {
    this.resumed.delete(subject);
  }

  /** Whether it is of before a restart, and it has not been waited for so long yet that something is heard of it. */
  isAwaited(subject: string, now: number, ms: number): boolean {
    const since = this.resumed.get(subject);
    if (since === undefined) return false;
    if (Number.isNaN(since)) this.resumed.set(subject, now);
    return !(now - since >= ms);
  }

  /** Of before a restart, what nothing was heard of for too long. */
  lost(now: number, ms: number): string[] {
    return [...this.resumed.keys()].filter((subject) => !this.isAwaited(subject, now, ms));
  }
}
