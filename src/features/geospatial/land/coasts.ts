import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Log } from '../../../log.js';
import type { LandColumns } from './land-columns.js';
import { LandMask } from './land-mask.js';

/** What could not be read is tried again after so long (ms). */
const PAUSE_MS = 60_000;

/** The coasts of the world, read in a thread of its own when somebody first asks for them: a service that sees no ships does not hold them. */
@Service()
export class Coasts {
  private mask?: LandMask;
  private loading?: Promise<LandMask>;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Undefined until they have been read, which begins with the first call. */
  get landMask(): LandMask | undefined {
    if (this.mask === undefined && this.loading === undefined && this.clock.now() - this.failedAt >= PAUSE_MS)
      this.load().catch((error: unknown) => this.log.error({ component: 'coasts', err: error }, 'The coasts could not be read.'));
    return this.mask;
  }

  /** @throws when the thread that reads them fails */
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
    // With little room for what is new the thread clears away as it reads, instead of leaving 200 MB behind.
    const worker = new Worker(new URL('./land-worker.js', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 4 } });
    const [columns] = (await Promise.race([once(worker, 'message'), once(worker, 'exit').then(gone)])) as [LandColumns];
    return new LandMask(columns);
  }
}

function gone(): never {
  throw new Error('The thread that reads the coasts ended early');
}
