import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Service } from 'typedi';
import { version } from '../config/version.js';
import { Database } from '../database/database.js';
import { EventLoopWatch } from '../http/event-loop-watch.js';
import { ProcessLimit } from '../http/load/process-limit.js';
import { StreamHub } from '../http/stream/stream-hub.js';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { HeavyWork } from '../threads/heavy-work.js';
import { SECOND_MS } from '../time/durations.js';
import { GarbageCollections } from './garbage-collections.js';
import { openFileCount, openFileLimit } from './open-files.js';

const one = (value: number) => [{ value }];

/** Metrics of the process: memory, CPU, event loop, connections, threads and streams. */
@Service()
export class ProcessMetrics extends MetricSource {
  constructor(
    private readonly watch: EventLoopWatch,
    private readonly limit: ProcessLimit,
    private readonly heavy: HeavyWork,
    private readonly database: Database,
    private readonly streams: StreamHub,
    private readonly collections: GarbageCollections,
  ) {
    super();
  }

  register(metrics: Metrics): void {
    const { watch, limit, heavy, database, streams, collections } = this;
    const cpu = () => process.cpuUsage();
    metrics.gauge(
      'watchfloor_build_info',
      'Always 1; the labels are the versions.',
      () => [{ value: 1, labels: { version, node: process.version } }],
      ['version', 'node'],
    );
    metrics.gauge('process_start_time_seconds', 'Start of the process, Unix time.', () =>
      one(performance.timeOrigin / SECOND_MS),
    );
    metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => one(process.memoryUsage.rss()));
    const known = (count: number | undefined) => (count === undefined || !Number.isFinite(count) ? [] : one(count));
    metrics.gauge('process_open_fds', 'Open files and connections; absent where the system does not list them.', () =>
      known(openFileCount()),
    );
    metrics.gauge('process_max_fds', 'Most open files and connections.', () => known(openFileLimit()));
    metrics.gauge('nodejs_heap_size_used_bytes', 'Used heap of the main thread.', () =>
      one(process.memoryUsage().heapUsed),
    );
    metrics.gauge('nodejs_heap_size_limit_bytes', 'Most heap that the main thread may have.', () =>
      one(getHeapStatistics().heap_size_limit),
    );
    metrics.durations(
      'nodejs_gc_duration_seconds',
      'Garbage collections of the main thread, by kind.',
      'kind',
      () => collections.durations,
    );
    metrics.total('process_cpu_seconds_total', 'CPU time of the process, all threads.', () =>
      one((cpu().user + cpu().system) / 1e6),
    );
    metrics.gauge('watchfloor_event_loop_delay_p50_seconds', 'Median delay of the event loop in the last second.', () =>
      one(watch.delayP50Ms / SECOND_MS),
    );
    metrics.gauge(
      'watchfloor_event_loop_delay_p99_seconds',
      'Delay of the event loop in the last second, 99th percentile.',
      () => one(watch.delayP99Ms / SECOND_MS),
    );
    metrics.gauge('watchfloor_http_requests_in_flight', 'Requests that are being processed.', () =>
      one(limit.reading.requestsInFlight),
    );
    metrics.gauge(
      'watchfloor_http_concurrency_limit',
      'Requests that may be processed at a time, by the measured latency.',
      () => one(limit.reading.concurrencyLimit),
    );
    metrics.total('watchfloor_http_requests_shed_total', 'Requests refused because the process is overloaded.', () =>
      one(limit.reading.requestsRefused),
    );
    metrics.gauge('watchfloor_http_streams_open', 'Open event streams.', () => one(streams.streams.length));
    metrics.gauge(
      'watchfloor_http_streams_waiting_bytes',
      'Bytes that clients of open streams have not read yet.',
      () => one(streams.streams.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0)),
    );
    metrics.total(
      'watchfloor_http_streams_dropped_total',
      'Streams that were closed because their clients did not read.',
      () => one(streams.dropped),
    );
    metrics.gauge('watchfloor_threads_running', 'Heavy work in threads.', () => one(heavy.reading.running));
    metrics.gauge('watchfloor_threads_waiting', 'Heavy work that waits for a thread.', () =>
      one(heavy.reading.waiting),
    );
    metrics.gauge('watchfloor_database_connections', 'Connections for requests.', () =>
      one(database.requestConnections.size),
    );
    metrics.gauge('watchfloor_database_connections_free', 'Connections for requests that are free.', () =>
      one(database.requestConnections.free),
    );
    metrics.gauge(
      'watchfloor_database_disk_full',
      '1 when the disk of the database is full and writes are refused, otherwise 0.',
      () => one(database.isDiskFull ? 1 : 0),
    );
    metrics.gauge('watchfloor_database_connections_waiting', 'Requests that wait for a connection.', () =>
      one(database.requestConnections.waiting),
    );
    metrics.durations(
      'watchfloor_database_wait_seconds',
      'Time that requests and background work waited for a connection to the database.',
      'user',
      () => database.connectionTimes.waits,
    );
    metrics.durations(
      'watchfloor_database_use_seconds',
      'Time that statements and transactions held a connection to the database.',
      'user',
      () => database.connectionTimes.uses,
    );
  }
}
