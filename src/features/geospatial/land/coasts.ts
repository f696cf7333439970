import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { readInThread } from '../../../threads/read-in-thread.js';
import { Clock } from '../../../time/clock.js';
import type { LandColumns } from './land-columns.js';
import { LandMask } from './land-mask.js';

/** Time (ms) after which a file that could not be read is tried again. */
const PAUSE_MS = 60_000;

/** Provides the coastlines, which a thread reads at first use, so that a service without vessels does not load them. */
@Service()
export class Coasts {
  private mask?: LandMask;
  private loading?: Promise<LandMask>;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The land mask; undefined until the coastlines are loaded. The first access starts loading them. */
  get landMask(): LandMask | undefined {
    if (this.mask === undefined && this.loading === undefined && this.clock.now() - this.failedAt >= PAUSE_MS)
      this.load().catch((error: unknown) =>
        this.log.error({ component: 'coasts', err: error }, 'Reading coastlines failed.'),
      );
    return this.mask;
  }

  /** Loads the coastlines. @throws if the thread that reads them fails */
  load(): Promise<LandMask> {
    this.loading ??= this.read().then(
      (mask) => {
        this.mask = mask;
        return mask;
      },
      (error: unknown) => {
        this.loading = undefined;
        this.failedAt = this.clock.now();
        throw error;
      },
    );
    return this.loading;
  }

  protected async read(): Promise<LandMask> {
    const columns = await readInThread<LandColumns>(new URL('./land-worker.js', import.meta.url));
    return new LandMask(columns);
  }
}
