import { Problem } from '../api/problem.js';
import type { LongRequest } from './long-request.js';
import type { ThreadFunction } from './thread-call.js';

/** Runs a function in a thread, once its input is available. */
export type InThread = <Input, Output>(
  called: ThreadFunction<Input, Output>,
  input: Input,
  transfer?: readonly ArrayBuffer[],
) => Promise<Output>;

/** Returns the rejection of a request because the queue of heavy work is full. */
export const queueFull = (): Problem =>
  new Problem('overloaded', {
    detail: 'Too many pictures and comparisons are being made. Try again in a moment.',
    headers: { 'Retry-After': '2' },
  });

/**
 * Runs CPU-heavy work of requests, such as drawing, in threads, so that the event loop stays responsive; accounts take
 * turns (ADR 012).
 */
export abstract class HeavyWork {
  /** Numbers of running and waiting tasks, for monitoring. */
  abstract get reading(): { running: number; waiting: number };

  /** Returns true if work of an account would run or wait now, rather than be refused. */
  abstract hasCapacity(accountId: string): boolean;

  /**
   * Runs work of a request when it is its account's turn.
   * @param work prepares its data on the event loop and hands it to a thread, when it is the requester's turn. Work
   * that uses no thread also takes turns.
   * @throws Problem `overloaded` when the queue is full or a thread has not enough memory; the error of the work
   */
  abstract run<Result>(requester: LongRequest, work: (inThread: InThread) => Promise<Result>): Promise<Result>;

  /** Ends the threads; running and waiting work fails. */
  abstract close(): Promise<void>;
}
