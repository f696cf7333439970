import { SECOND_MS } from '../../../../time/durations.js';

/** Ticks of a receiver's clock in a millisecond: 12 MHz. */
const TICKS_PER_MS = 12_000;
/**
 * Maximum difference from the times of arrival (fraction) over at least this time (ms) at which the clock is trusted.
 */
const TOLERANCE = 0.2;
const MIN_MS = 5 * SECOND_MS;
/** Time after which the clock is compared from a new start (ms). */
const MAX_MS = 60 * SECOND_MS;
/**
 * Time (ms) by which the clock may be ahead of the times of arrival: messages are never received before they are sent.
 */
const AHEAD_MS = 30 * SECOND_MS;

/**
 * Decides whether the times of messages are those of one clock of 12 MHz, from the times of arrival: some receivers
 * send GPS times, some programs zeros, and others mix the messages of several receivers. A stalled connection, which
 * delivers messages late, does not change the decision.
 */
export class ReceiverClock {
  private first?: { ticks: number; at: number };
  private last = 0;
  private isTrusted = false;

  /** Returns the time of a message in milliseconds of the receiver's clock; NaN if the clock is not trusted. */
  millisecondsAt(ticks: number, at: number): number {
    const passedMs = this.first === undefined ? -1 : at - this.first.at;
    const byClockMs = this.first === undefined ? 0 : (ticks - this.first.ticks) / TICKS_PER_MS;
    if (passedMs < 0 || ticks < this.last || byClockMs > passedMs + AHEAD_MS) {
      this.first = { ticks, at };
      this.isTrusted = false;
    } else if (passedMs >= MIN_MS && Math.abs(byClockMs - passedMs) <= passedMs * TOLERANCE) {
      this.isTrusted = true;
      if (passedMs > MAX_MS) this.first = { ticks, at };
    }
    this.last = ticks;
    return this.isTrusted ? ticks / TICKS_PER_MS : Number.NaN;
  }
}
