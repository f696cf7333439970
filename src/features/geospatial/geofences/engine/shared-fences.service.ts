import { Service } from 'typedi';
import { EvaluationLeases, LEASE_PERIOD_MS } from '../../../../database/leases.js';
import { Log } from '../../../../log.js';
import { Timers } from '../../../../timers.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { FenceEvaluation } from './fence-evaluation.js';
import { FenceEvaluations } from './fence-evaluations.service.js';

/** After the database connection was lost, the leases are tried again this soon (ms). */
const RETRY_MS = 250;
/** A follower that receives no movements for this many turns gives its shards up. */
const MAX_CUT_OFF_TURNS = 2;

/**
 * Shares the shards of all fences out among processes: each is evaluated by the one that holds its lease (docs/adr/018-fence-shards.md). The lease
 * only decides which process evaluates; what it may write is decided by the term of the shard in the database.
 */
@Service()
export class SharedFences {
  private readonly running = new Map<number, FenceEvaluation>();
  private readonly shards: ReadonlyMap<string, number>;
  private mode: 'closed' | 'leading' | 'following' = 'closed';
  private hasMovements: () => boolean = () => false;
  private cutOffTurns = 0;
  private underWay: Promise<void> = Promise.resolve();
  private cancelNext?: () => void;

  constructor(
    private readonly leases: EvaluationLeases,
    private readonly evaluations: FenceEvaluations,
    config: GeospatialConfig,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    const { geofenceShards: count } = config;
    this.shards = new Map(Array.from({ length: count }, (_, index) => [`geofences ${index}/${count}`, index]));
  }

  /** The number of shards that this process evaluates; undefined while fences are not shared. */
  get size(): number | undefined {
    return this.shards.size > 1 ? this.running.size : undefined;
  }

  /** Resolves when this process evaluates its share, which is everything unless others evaluate some of it. */
  async lead(): Promise<void> {
    this.mode = 'leading';
    await this.turn();
  }

  /** @param hasMovements whether the movements of the leader reach this process now */
  follow(hasMovements: () => boolean): void {
    if (this.mode === 'following') return;
    this.mode = 'following';
    this.hasMovements = hasMovements;
    void this.turn();
  }

  /** Ends every evaluation, stores how far it is, and gives all leases up. */
  async stop(): Promise<void> {
    this.mode = 'closed';
    this.cancelNext?.();
    await this.underWay;
    await Promise.all([...this.running.keys()].map((shard) => this.end(shard)));
    await this.leases.release();
  }

  /** One after the other. */
  private turn(): Promise<void> {
    this.cancelNext?.();
    this.underWay = this.underWay
      .then(() => this.renew())
      .catch((err: unknown) => {
        this.log.error({ component: 'geofences', err }, 'Sharing the evaluation of geofences failed; retrying.');
        return false;
      })
      .then((isDone) => {
        this.cancelNext?.();
        if (!this.isClosed) this.cancelNext = this.timers.after(isDone ? LEASE_PERIOD_MS : RETRY_MS, () => void this.turn());
      });
    return this.underWay;
  }

  private get isClosed(): boolean {
    return this.mode === 'closed';
  }

  /** @returns false while the database is unreachable */
  private async renew(): Promise<boolean> {
    if (this.isClosed) return true;
    if (!this.isUsable()) {
      await Promise.all([...this.running.keys()].map((shard) => this.end(shard)));
      await this.leases.release();
      return true;
    }
    const share = await this.leases.renew([...this.shards.keys()], () => void this.turn());
    if (share === undefined || this.isClosed) return share !== undefined;
    const held = new Set([...share.held].map((name) => this.shards.get(name) as number));
    const surplus = new Set(share.surplus.map((name) => this.shards.get(name) as number));
    for (const [shard, evaluation] of this.running) if (!held.has(shard) || evaluation.isSuperseded) await this.drop(shard);
    // What is evaluated to its end here is not evaluated again there.
    await Promise.all([...this.running.keys()].filter((shard) => surplus.has(shard)).map((shard) => this.end(shard)));
    await this.leases.giveUp(share.surplus);
    await this.begin([...held].filter((shard) => !surplus.has(shard) && !this.running.has(shard)));
    return true;
  }

  private isUsable(): boolean {
    if (this.mode === 'leading') return true;
    this.cutOffTurns = this.hasMovements() ? 0 : this.cutOffTurns + 1;
    // At the start a follower without movements takes nothing.
    return this.cutOffTurns === 0 || (this.running.size > 0 && this.cutOffTurns < MAX_CUT_OFF_TURNS);
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

  /** Another process evaluates the shard from what is stored. */
  private async drop(shard: number): Promise<void> {
    const evaluation = this.running.get(shard);
    this.running.delete(shard);
    await evaluation?.stepDown();
    this.log.warn({ component: 'geofences', shard }, 'A shard of geofences was taken over by another process.');
  }
}
