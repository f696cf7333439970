import { Service } from 'typedi';
import { EventLoopWatch } from '../../http/event-loop-watch.js';
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

/** Measurements of this process. */
@Service()
export class RuntimeService {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly watch: EventLoopWatch,
  ) {}

  read(): RuntimeReading {
    const { heapUsed, rss } = process.memoryUsage();
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
    };
  }
}
