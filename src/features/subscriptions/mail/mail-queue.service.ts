import { Service } from 'typedi';
import { Jobs } from '../../../jobs/jobs.js';
import { Clock } from '../../../time/clock.js';
import { batchUntil, type MailBatch } from './mail-batch.js';
import { MailQueueRepository, type NewMail, type QueuedMail } from './mail-queue.repository.js';

/** Name of the job that sends one mail per run. */
export const MAIL_JOB = 'subscriptions.mail';

/** The mail that one run sends. */
export interface MailPlan {
  subscriptionId: string;
  batch: string;
  /** Number of earlier attempts. Default: 0. */
  attempts?: number;
}

/**
 * Delay after the end of a period (s), so that events that are being queued at that moment are included in its mail.
 */
const SETTLE_SECONDS = 5;
/**
 * A mail that is late by this (ms) has no run left, or the mail server is far behind; its events are put into one mail
 * per subscription.
 */
const OVERDUE_MS = 15 * 60_000;
const COLLECTED_AT_ONCE = 5_000;

/** Queues events to be mailed, and the runs that send them. */
@Service()
export class MailQueue {
  constructor(
    private readonly repository: MailQueueRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Queues events, in the caller's transaction. */
  async add(wanted: readonly NewMail[]): Promise<void> {
    const places = new Map([...wanted.entries()].map(([place, mail]) => [keyOf(mail), place]));
    const mails = await this.repository.insert(wanted);
    // Mails are queued in the order of their events, so that the mail about a firing alert precedes the mail about its
    // resolution.
    await this.send(mails.sort((one, other) => (places.get(keyOf(one)) ?? 0) - (places.get(keyOf(other)) ?? 0)));
  }

  /** Queues another attempt to send a mail. */
  async retry(
    { subscriptionId, batch }: MailPlan,
    accountId: string,
    attempts: number,
    seconds: number,
  ): Promise<void> {
    await this.repository.postpone(subscriptionId, batch, new Date(this.clock.now() + seconds * 1_000));
    const plan: MailPlan = { subscriptionId, batch, attempts };
    await this.jobs.send(MAIL_JOB, plan, { startAfterSeconds: seconds, group: subscriptionId, owner: accountId });
  }

  /** Puts the due events of a subscription into one mail, which is sent at `time` (ms). */
  async collect(subscriptionId: string, accountId: string, time: number): Promise<void> {
    const into = batchUntil(Math.ceil(time / 1_000) * 1_000);
    await this.repository.collect(subscriptionId, into, new Date(this.clock.now()));
    await this.send([{ subscriptionId, accountId, ...into }]);
  }

  /** Queues overdue mails, for which no run is left. @returns true if more may be left */
  async collectOverdue(): Promise<boolean> {
    const now = Math.ceil(this.clock.now() / 1_000) * 1_000;
    const mails = await this.repository.collectOverdue(new Date(now - OVERDUE_MS), batchUntil(now), COLLECTED_AT_ONCE);
    await this.send(mails);
    return mails.length > 0;
  }

  private async send(mails: readonly QueuedMail[]): Promise<void> {
    const now = this.clock.now();
    const items = mails.map(({ subscriptionId, accountId, batch, dueAt }) => ({
      data: { subscriptionId, batch } satisfies MailPlan,
      key: keyOf({ subscriptionId, batch }),
      group: subscriptionId,
      owner: accountId,
      startAfterSeconds: waitFor(batch, dueAt, now),
    }));
    if (items.length > 0) await this.jobs.sendMany(MAIL_JOB, items);
  }
}

const keyOf = ({ subscriptionId, batch }: Pick<QueuedMail, 'subscriptionId' | 'batch'>): string =>
  `${subscriptionId} ${batch}`;

const waitFor = (batch: MailBatch['batch'], dueAt: Date, now: number): number => {
  const seconds = Math.max(0, dueAt.getTime() - now) / 1_000;
  return seconds === 0 || batch.startsWith('event:') ? seconds : seconds + SETTLE_SECONDS;
};
