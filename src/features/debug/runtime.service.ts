import { Service } from 'typedi';
import { EventLoopWatch } from '../../http/event-loop-watch.js';
import { Lifecycle } from '../../http/lifecycle.js';
import { ProcessLimit } from '../../http/load/process-limit.js';
import { HeavyWork } from '../../threads/heavy-work.js';

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
  concurrencyLimit: number;
  requestsInFlight: number;
  requestsRefused: number;
  heavyRunning: number;
  heavyWaiting: number;
}

/** Reads measurements of this process. */
@Service()
export class RuntimeService {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly watch: EventLoopWatch,
    private readonly limit: ProcessLimit,
    private readonly heavy: HeavyWork,
  ) {}

  read(): RuntimeReading {
    const { heapUsed, rss } = process.memoryUsage();
    const { running: heavyRunning, waiting: heavyWaiting } = this.heavy.reading;
    return {
      node: process.version,
      pid: process.pid,
      uptimeSeconds: process.uptime(),
      heapUsedBytes: heapUsed,
      residentBytes: rss,
      eventLoopDelayP50Ms: this.watch.delayP50Ms,
      eventLoopDelayP99Ms: this.watch.delayP99Ms,
      activeResources: process.getActiveResourcesInfo(),
      draining: this.lifecycle.draining,
      ...this.limit.reading,
      heavyRunning,
      heavyWaiting,
    };
  }
}
