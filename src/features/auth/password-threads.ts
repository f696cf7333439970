import { Worker } from 'node:worker_threads';
import { Problem } from '../../http/problem.js';
import type { Derivation } from './password-worker.js';

interface Job {
  derivation: Derivation;
  resolve(tag: Buffer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
}

export interface PasswordThreadsOptions {
  /** Threads at most; each holds one derivation's memory while it works. */
  threads?: number;
  /** Derivations that may wait for a thread. */
  waiting?: number;
  /** The module the threads run. */
  module?: URL;
}

/** Threads that derive passwords, one at a time each, with a bounded queue before them. They start when needed and keep no process alive when idle. */
export class PasswordThreads {
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  readonly #limit: number;
  readonly #waiting: number;
  readonly #module: URL;
  #closed = false;

  constructor(options: PasswordThreadsOptions = {}) {
    this.#limit = options.threads ?? 2;
    this.#waiting = options.waiting ?? 64;
    this.#module = options.module ?? new URL('./password-worker.js', import.meta.url);
  }

  /** @throws Problem `unavailable` when too many are waiting; Error when the thread died at it */
  derive(derivation: Derivation): Promise<Buffer> {
    if (this.#closed) return Promise.reject(new Error('The password threads are closed'));
    const idle = this.#idle();
    if (!idle && this.#queue.length >= this.#waiting) {
      return Promise.reject(new Problem('unavailable', { detail: 'Too many sign-ins at the same time.', headers: { 'Retry-After': '1' } }));
    }
    return new Promise((resolve, reject) => {
      const job = { derivation, resolve, reject };
      if (idle) this.#start(idle, job);
      else this.#queue.push(job);
    });
  }

  /** Ends the threads; whatever waits or runs is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new Error('The password threads are closed'));
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #idle(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.job) return thread;
    return this.#threads.size < this.#limit ? this.#open() : undefined;
  }

  #open(): Thread {
    const thread: Thread = { worker: new Worker(this.#module), job: undefined };
    this.#threads.add(thread);
    thread.worker.unref();
    thread.worker.on('message', (tag: Uint8Array) => {
      const { job } = thread;
      this.#next(thread);
      job?.resolve(Buffer.from(tag));
    });
    let cause: Error | undefined;
    thread.worker.on('error', (error: Error) => {
      cause = error;
    });
    thread.worker.on('exit', () => {
      this.#threads.delete(thread);
      thread.job?.reject(new Error('The thread deriving a password ended early', { cause }));
      // Those waiting are not lost with it: another thread takes its place.
      if (this.#queue.length > 0) this.#next(this.#open());
    });
    return thread;
  }

  #start(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.derivation);
  }

  #next(thread: Thread): void {
    const waiting = this.#queue.shift();
    thread.job = undefined;
    if (waiting) this.#start(thread, waiting);
    else thread.worker.unref();
  }
}
