import { hostname } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Service } from 'typedi';
import { version } from '../../../config/version.js';
import { Database } from '../../../database/database.js';
import { EventLoopWatch } from '../../../http/event-loop-watch.js';
import { ProcessLimit } from '../../../http/load/process-limit.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { LoggedProblem } from '../../../logging/log.js';
import { Log } from '../../../logging/log.js';
import { HeavyWork } from '../../../threads/heavy-work.js';

/** Measurements of this process. */
export interface ProcessReading {
  name: string;
  version: string;
  node: string;
  platform: string;
  uptimeSeconds: number;
  cpuSeconds: number;
  residentBytes: number;
  heapUsedBytes: number;
  heapLimitBytes: number;
  externalBytes: number;
  eventLoopDelayP50Ms: number;
  eventLoopDelayP99Ms: number;
  requestsInFlight: number;
  concurrencyLimit: number;
  requestsRefused: number;
  heavyRunning: number;
  heavyWaiting: number;
  openStreams: number;
  streamsWaitingBytes: number;
  streamsDropped: number;
  connections: number;
  connectionsFree: number;
  connectionsWaiting: number;
}

/** Reads what this process knows about itself: its load, and its last warnings and errors. */
@Service()
export class ProcessReadings {
  constructor(
    private readonly database: Database,
    private readonly watch: EventLoopWatch,
    private readonly limit: ProcessLimit,
    private readonly heavy: HeavyWork,
    private readonly streams: StreamHub,
    private readonly log: Log,
  ) {}

  /** Returns the last warnings and errors, newest first. */
  problems(): LoggedProblem[] {
    return this.log.recentProblems.list();
  }

  read(): ProcessReading {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const { running: heavyRunning, waiting: heavyWaiting } = this.heavy.reading;
    const { size, free, waiting } = this.database.requestConnections;
    const { streams } = this.streams;
    return {
      name: `${hostname()}:${process.pid}`,
      version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      uptimeSeconds: process.uptime(),
      cpuSeconds: (user + system) / 1e6,
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      heapLimitBytes: getHeapStatistics().heap_size_limit,
      externalBytes: external,
      eventLoopDelayP50Ms: this.watch.delayP50Ms,
      eventLoopDelayP99Ms: this.watch.delayP99Ms,
      ...this.limit.reading,
      heavyRunning,
      heavyWaiting,
      openStreams: streams.length,
      streamsWaitingBytes: streams.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0),
      streamsDropped: this.streams.dropped,
      connections: size,
      connectionsFree: free,
      connectionsWaiting: waiting,
    };
  }
}
