import { Service } from 'typedi';
import { LeasedWork } from '../../../../coordination/leased-work.js';
import { EvaluationLeases } from '../../../../database/leases.js';
import { Log } from '../../../../logging/log.js';
import { Timers } from '../../../../time/timers.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { FenceEvaluation } from './fence-evaluation.js';
import { FenceEvaluations } from './fence-evaluations.service.js';

/**
 * Distributes the shards of all geofences among processes: the process that holds the lease of a shard evaluates it
 * (docs/adr/018-fence-shards.md). The lease only decides which process evaluates; the term of the shard in the database
 * decides which process may write.
 */
@Service()
export class SharedFences extends LeasedWork {
  private readonly running = new Map<number, FenceEvaluation>();
  private readonly shards: ReadonlyMap<string, number>;

  constructor(
    private readonly leases: EvaluationLeases,
    private readonly evaluations: FenceEvaluations,
    config: GeospatialConfig,
    timers: Timers,
    log: Log,
  ) {
    super('geofences', 'Sharing the evaluation of geofences failed; retrying.', timers, log);
    const { geofenceShards: count } = config;
    this.shards = new Map(Array.from({ length: count }, (_, index) => [`geofences ${index}/${count}`, index]));
  }

  /** Number of shards that this process evaluates; undefined while geofences are not shared. */
  get size(): number | undefined {
    return this.shards.size > 1 ? this.running.size : undefined;
  }

  /** Ends every evaluation, stores its progress, and releases all leases. */
  async stop(): Promise<void> {
    await this.close();
    await Promise.all([...this.running.keys()].map((shard) => this.end(shard)));
    await this.leases.release();
  }

  protected async renew(): Promise<boolean> {
    if (this.isClosed) return true;
    if (!this.canTake(this.running.size)) {
      await Promise.all([...this.running.keys()].map((shard) => this.end(shard)));
      await this.leases.release();
      return true;
    }
    const share = await this.leases.renew([...this.shards.keys()], () => void this.turn());
    if (share === undefined || this.isClosed) return share !== undefined;
    const held = new Set([...share.held].map((name) => this.shards.get(name) as number));
    const surplus = new Set(share.surplus.map((name) => this.shards.get(name) as number));
    for (const [shard, evaluation] of this.running)
      if (!held.has(shard) || evaluation.isSuperseded) await this.drop(shard);
    // The evaluation here ends before the lease is given up, so that another process continues from its end.
    await Promise.all([...this.running.keys()].filter((shard) => surplus.has(shard)).map((shard) => this.end(shard)));
    await this.leases.giveUp(share.surplus);
    await this.begin([...held].filter((shard) => !surplus.has(shard) && !this.running.has(shard)));
    return true;
  }

  private async begin(shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return;
    for (const shard of shards) {
      const evaluation = this.evaluations.ofShard(shard);
      await evaluation.start();
      this.running.set(shard, evaluation);
    }
    this.log.info({ component: 'geofences', shards }, 'Evaluating shards of geofences.');
  }

  private async end(shard: number): Promise<void> {
    const evaluation = this.running.get(shard);
    this.running.delete(shard);
    await evaluation?.stop();
  }

  /** Stops the evaluation of a shard that another process continues from the stored state. */
  private async drop(shard: number): Promise<void> {
    const evaluation = this.running.get(shard);
    this.running.delete(shard);
    await evaluation?.stepDown();
    this.log.warn({ component: 'geofences', shard }, 'A shard of geofences was taken over by another process.');
  }
}
