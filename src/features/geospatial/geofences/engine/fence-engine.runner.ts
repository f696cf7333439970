import { Service } from 'typedi';
import { LeaderRunner, Runner, type Stage } from '../../../../coordination/runner.js';
import { ObservationBus } from '../../feeds/observation-bus.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { FenceEvaluation } from './fence-evaluation.js';
import { FenceEvaluations } from './fence-evaluations.service.js';
import { RecentMovements } from './recent-movements.service.js';
import { SharedFences } from './shared-fences.service.js';

/** Evaluates all geofences in the leader or, with several shards, the shards of this process. */
@Service()
export class FenceEngineRunner extends LeaderRunner {
  readonly stage: Stage = 'readers';
  private readonly evaluation: FenceEvaluation;

  constructor(
    evaluations: FenceEvaluations,
    private readonly shared: SharedFences,
    private readonly bus: ObservationBus,
    private readonly config: GeospatialConfig,
  ) {
    super();
    this.evaluation = evaluations.ofAll();
    this.evaluation.canPublish = () => this.canPublish;
  }

  override async start(): Promise<void> {
    await (this.isShared ? this.shared.lead() : this.evaluation.start());
  }

  override async stop(): Promise<void> {
    await (this.isShared ? this.shared.stop() : this.evaluation.stop());
  }

  override follow(): void {
    if (this.isShared) this.shared.follow(() => this.bus.isReady);
  }

  override async stepDown(): Promise<void> {
    if (this.isShared) this.follow();
    else await this.evaluation.stepDown();
  }

  /** Does all pending work, for tests. */
  async settle(): Promise<void> {
    await this.evaluation.settle();
  }

  private get isShared(): boolean {
    return this.config.geofenceShards > 1;
  }
}

/**
 * Keeps recent movements for shards that this process may take over, and ends the shards of this process when it stops.
 */
@Service()
export class FenceShardsRunner extends Runner {
  readonly roles = ['ingest'] as const;
  readonly stage: Stage = 'readers';

  constructor(
    private readonly shared: SharedFences,
    private readonly recent: RecentMovements,
    private readonly config: GeospatialConfig,
  ) {
    super();
  }

  async start(): Promise<void> {
    if (this.config.geofenceShards > 1) this.recent.start();
  }

  async stop(): Promise<void> {
    await this.shared.stop();
    this.recent.stop();
  }
}
