import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Service } from 'typedi';
import { Lifecycle } from '../../lifecycle.js';

export interface RuntimeReading {
  node: string;
  pid: number;
  uptimeSeconds: number;
  heapUsedBytes: number;
  residentBytes: number;
  eventLoopDelayP50Ms: number;
  eventLoopDelayP99Ms: number;
  activeResources: string[];
  draining: boolean;
}

const RESOLUTION_MS = 10;

/** Measurements of this process. Watching begins with the first reading: nobody pays for what nobody reads. */
@Service()
export class RuntimeService {
  private delay?: ReturnType<typeof monitorEventLoopDelay>;

  constructor(private readonly lifecycle: Lifecycle) {}

  read(): RuntimeReading {
    const { heapUsed, rss } = process.memoryUsage();
    const reading = {
      node: process.version,
      pid: process.pid,
      uptimeSeconds: process.uptime(),
      heapUsedBytes: heapUsed,
      residentBytes: rss,
      eventLoopDelayP50Ms: this.percentile(50),
      eventLoopDelayP99Ms: this.percentile(99),
      activeResources: process.getActiveResourcesInfo(),
      draining: this.lifecycle.draining,
    };
    this.watch();
    return reading;
  }

  /** The histogram holds nanoseconds and includes its own interval; 0 before anything was measured. */
  private percentile(rank: number): number {
    if (!this.delay || this.delay.count === 0) return 0;
    return Math.max(0, Math.round((this.delay.percentile(rank) / 1e6 - RESOLUTION_MS) * 100) / 100);
  }

  private watch(): void {
    this.delay?.reset();
    if (this.delay) return;
    this.delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.delay.enable();
  }
}
