import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadCall, ThreadFunction } from './thread-call.js';

export interface ThreadPoolOptions {
  /** Work of the threads, for error messages, such as `derives a password`. */
  does: string;
  threads: number;
  /** Maximum number of waiting calls. Default: unlimited. */
  waiting?: number;
  /** A thread whose call takes longer (ms) is ended. Default: no limit. */
  timeLimitMs?: number;
  /** A thread whose heap needs more than this (MB), without its space for new objects, ends. */
  maxHeapMb: number;
}

export interface CallOptions {
  /**
   * Aborts a waiting call. A running call continues and its result is ignored, because a new thread would cost more.
   */
  signal?: AbortSignal;
  /** Buffers that are transferred instead of copied. */
  transfer?: readonly ArrayBuffer[];
}

interface Job {
  call: ThreadCall;
  transfer: readonly ArrayBuffer[];
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Heap space of a thread for new objects (MB), three times its semi-space. The default would be eight times as much,
 * and stay resident. `bin/small-memory.js` sets the same.
 */
const NEW_OBJECTS_MB = 24;

/** A call needed more memory than its thread may use. */
export class ThreadOutOfMemory extends Error {}

/** The maximum number of calls is already waiting. */
export class ThreadQueueFull extends Error {}

/**
 * Threads that run functions off the event loop, each one call at a time, in order of arrival. They start with the
 * first calls and do not keep the process alive when idle. When a thread dies, or is ended because its call takes too
 * long, only that call fails, and another thread takes its place.
 */
export class ThreadPool {
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Number of living threads. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Runs a function in a thread and returns its result.
   * @throws ThreadQueueFull; ThreadOutOfMemory; the function's error; the signal's reason; Error when the thread ended
   * early
   */
  run<Input, Output>(
    { module, name }: ThreadFunction<Input, Output>,
    input: Input,
    { signal, transfer = [] }: CallOptions = {},
  ): Promise<Output> {
    if (this.#closed) return Promise.reject(this.#closedError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    const idle = this.#idle();
    if (idle === undefined && this.#queue.length >= (this.options.waiting ?? Number.POSITIVE_INFINITY))
      return Promise.reject(new ThreadQueueFull());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = { call: { module, name, input }, transfer, resolve, reject };
    const abort = () => this.#abort(job, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (idle === undefined) this.#queue.push(job);
    else this.#start(idle, job);
    return promise.finally(() => signal?.removeEventListener('abort', abort)) as Promise<Output>;
  }

  /** Ends the threads and rejects waiting and running calls. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(this.#closedError());
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #closedError(): Error {
    return new Error(`The pool that ${this.options.does} is closed`);
  }

  #idle(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.job) return thread;
    return this.#threads.size < this.options.threads ? this.#open() : undefined;
  }

  #open(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: this.options.maxHeapMb, maxYoungGenerationSizeMb: NEW_OBJECTS_MB };
    const worker = new Worker(new URL('./thread.js', import.meta.url), { resourceLimits });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => {
      if (!this.#threads.has(thread)) return;
      const { job } = thread;
      this.#next(thread);
      if ('error' in answer) job?.reject(answer.error);
      else job?.resolve(answer.output);
    });
    let cause: Error | undefined;
    worker.on('error', (error: Error) => {
      cause = error;
    });
    worker.on('exit', () => {
      const Failure = isOutOfMemory(cause) ? ThreadOutOfMemory : Error;
      this.#forget(thread, new Failure(`The thread that ${this.options.does} ended early`, { cause }));
    });
    return thread;
  }

  #start(thread: Thread, job: Job): void {
    const { timeLimitMs, does } = this.options;
    thread.job = job;
    thread.worker.ref();
    if (timeLimitMs !== undefined)
      thread.timer = setTimeout(
        () => this.#end(thread, new Error(`A thread that ${does} took longer than ${timeLimitMs} ms`)),
        timeLimitMs,
      ).unref();
    try {
      thread.worker.postMessage(job.call, job.transfer);
    } catch (error) {
      // An input that cannot be copied is the caller's mistake; the thread has not started the call.
      this.#next(thread);
      job.reject(error);
    }
  }

  #next(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.job = undefined;
    const waiting = this.#queue.shift();
    if (waiting) this.#start(thread, waiting);
    else thread.worker.unref();
  }

  #abort(job: Job, reason: unknown): void {
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    job.reject(reason);
  }

  /** Ends a thread during its call, which fails with `reason`. */
  #end(thread: Thread, reason: unknown): void {
    this.#forget(thread, reason);
    void thread.worker.terminate();
  }

  #forget(thread: Thread, reason: unknown): void {
    clearTimeout(thread.timer);
    if (!this.#threads.delete(thread)) return;
    thread.job?.reject(this.#closed ? this.#closedError() : reason);
    // Waiting calls are not lost: a new thread starts for the next one.
    const waiting = this.#closed ? undefined : this.#queue.shift();
    if (waiting) this.#start(this.#open(), waiting);
  }
}

const isOutOfMemory = (error: Error | undefined): boolean =>
  error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
