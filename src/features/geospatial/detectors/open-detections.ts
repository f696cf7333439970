import type { Detection, OngoingDetection, PublishDetection } from './detector.js';

/**
 * Returns the time of the next report of a detection (at least 1 ms after the previous one, because the store ignores
 * older reports).
 */
const after = (earlier: Date, now: number): Date => new Date(Math.max(now, earlier.getTime() + 1));

/**
 * The detections that a detector has started and not ended, by their subject: a vessel, an aircraft, a pair or a cell.
 */
export class OpenDetections {
  private readonly open = new Map<string, Detection>();
  /**
   * Resumed detections whose subject has not reported since the restart, with the start of the wait (ms); NaN before
   * the first check.
   */
  private readonly resumed = new Map<string, number>();

  constructor(private readonly publish: PublishDetection) {}

  get size(): number {
    return this.open.size;
  }

  get(subject: string): Readonly<Detection> | undefined {
    return this.open.get(subject);
  }

  subjects(): IterableIterator<string> {
    return this.open.keys();
  }

  begin(subject: string, detection: Detection): void {
    this.open.set(subject, detection);
    this.publish(detection);
  }

  /** Publishes a change of an open detection. */
  change(subject: string, now: number, changes: Partial<Detection>): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    const changed = { ...known, ...changes, reportedAt: after(known.reportedAt, now) };
    this.open.set(subject, changed);
    this.publish(changed);
  }

  /** Sets details of an open detection; they are published with its next change. */
  note(subject: string, details: Detection['details']): void {
    const known = this.open.get(subject);
    if (known !== undefined) this.open.set(subject, { ...known, details });
  }

  end(subject: string, now: number, changes: Partial<Detection> = {}): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    this.open.delete(subject);
    this.resumed.delete(subject);
    this.publish({ ...known, endedAt: new Date(now), ...changes, reportedAt: after(known.reportedAt, now) });
  }

  /**
   * Ends a detection that turned out to be wrong. The event stays with the lowest severity and is marked as withdrawn,
   * with the reason.
   * @param why reason for readers of the event
   */
  withdraw(subject: string, now: number, why: string, changes: Partial<Detection> = {}): void {
    const known = this.open.get(subject);
    if (known === undefined) return;
    const details = { ...known.details, ...changes.details, withdrawn: true };
    this.end(subject, now, {
      severity: 1,
      ...changes,
      title: `${known.title} (withdrawn)`,
      description: `Withdrawn: ${why}`,
      details,
    });
  }

  resume(
    subject: string,
    {
      key,
      type,
      title,
      description,
      severity,
      position,
      startedAt,
      endedAt,
      reportedAt,
      entities,
      details,
    }: OngoingDetection,
  ): void {
    this.resumed.set(subject, Number.NaN);
    this.open.set(subject, {
      key,
      type,
      title,
      description: description ?? undefined,
      severity,
      position,
      startedAt,
      endedAt,
      reportedAt,
      entities,
      details,
    });
  }

  /** Forgets a detection that has ended elsewhere. It is not published. */
  drop(subject: string, key: string): void {
    if (this.open.get(subject)?.key !== key) return;
    this.open.delete(subject);
    this.resumed.delete(subject);
  }

  /** Records that the subject has reported, so that its resumed detection continues. */
  confirm(subject: string): void {
    this.resumed.delete(subject);
  }

  /** True while a resumed detection waits for the first report of its subject. */
  isAwaitingReport(subject: string, now: number, timeoutMs: number): boolean {
    const since = this.resumed.get(subject);
    if (since === undefined) return false;
    if (Number.isNaN(since)) this.resumed.set(subject, now);
    return !(now - since >= timeoutMs);
  }

  /** Returns the subjects of resumed detections that have not reported within the timeout. */
  unconfirmed(now: number, timeoutMs: number): string[] {
    return [...this.resumed.keys()].filter((subject) => !this.isAwaitingReport(subject, now, timeoutMs));
  }
}
