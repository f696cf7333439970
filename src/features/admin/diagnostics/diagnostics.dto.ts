import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, number, object, objects, text, timestamp } from '../../../api/rules.js';
import { MAX_PROBLEMS } from '../../../logging/log.js';
import type { FeedStatus } from '../../../upstream/feed-status.js';
import { JobQueueDto } from '../jobs/job.dto.js';
import { ServiceProcessDto } from '../processes/process.dto.js';
import type { Diagnostics } from './diagnostics.service.js';
import type { ProcessReading } from './process-reading.service.js';

const MAX_PROCESSES = 200;
const MAX_COUNT = 9_007_199_254_740_991;
const count = () => integer(0, MAX_COUNT);
const time = '2026-11-20T23:15:00.000Z';

@Dto('Measurements of the process that collected the bundle.')
export class DiagnosticProcessDto {
  @Field('Host name and process id.', text(1, 300), { example: 'watchfloor-api-1:7' })
  name!: string;

  @Field('Version of the program.', text(1, 50), { example: '0.3.0' })
  version!: string;

  @Field('Version of Node.js.', text(1, 50), { example: 'v24.21.0' })
  node!: string;

  @Field('Operating system and architecture.', text(1, 100), { example: 'linux x64' })
  platform!: string;

  @Field('Seconds since the start.', number(0), { example: 86_400 })
  uptimeSeconds!: number;

  @Field('CPU time since the start, in seconds, of all threads.', number(0), { example: 1_280.5 })
  cpuSeconds!: number;

  @Field('Resident memory in bytes.', count(), { example: 524_288_000 })
  residentBytes!: number;

  @Field('Used heap of the main thread in bytes.', count(), { example: 157_286_400 })
  heapUsedBytes!: number;

  @Field('Largest heap that the main thread may have, in bytes.', count(), { example: 2_197_815_296 })
  heapLimitBytes!: number;

  @Field('Memory outside the heap that objects of the main thread hold, in bytes.', count(), { example: 20_971_520 })
  externalBytes!: number;

  @Field('Median delay of the event loop in the last second, in milliseconds.', number(0), { example: 0.4 })
  eventLoopDelayP50Ms!: number;

  @Field('99th percentile of the delay of the event loop in the last second, in milliseconds.', number(0), {
    example: 8.2,
  })
  eventLoopDelayP99Ms!: number;

  @Field('Requests that are being processed.', count(), { example: 3 })
  requestsInFlight!: number;

  @Field('Requests that may be processed at a time, by the measured latency.', count(), { example: 64 })
  concurrencyLimit!: number;

  @Field('Requests rejected since the start because the process was overloaded.', count(), { example: 0 })
  requestsRefused!: number;

  @Field('Images and comparisons that threads work on.', count(), { example: 1 })
  heavyRunning!: number;

  @Field('Images and comparisons that wait for a thread.', count(), { example: 0 })
  heavyWaiting!: number;

  @Field('Open event streams.', count(), { example: 12 })
  openStreams!: number;

  @Field('Bytes that clients of open streams have not read yet.', count(), { example: 0 })
  streamsWaitingBytes!: number;

  @Field('Streams closed since the start because their clients did not read.', count(), { example: 0 })
  streamsDropped!: number;

  @Field('Connections to the database for requests.', count(), { example: 10 })
  connections!: number;

  @Field('Free connections among them.', count(), { example: 9 })
  connectionsFree!: number;

  @Field('Requests that wait for a connection.', count(), { example: 0 })
  connectionsWaiting!: number;

  static from(reading: ProcessReading): DiagnosticProcessDto {
    return answerOf(DiagnosticProcessDto, reading);
  }
}

@Dto('A variable that is set.')
export class DiagnosticVariableDto {
  @Field('The variable, as in the environment.', text(1, 100), { example: 'SVC_PORT' })
  name!: string;

  @Field('Value; `[set]` for a secret. Credentials and parameters of URLs are hidden.', text(1, 500), {
    example: '8080',
  })
  value!: string;
}

@Dto('A feed, as the process that collected the bundle sees it.')
export class DiagnosticFeedDto {
  @Field('Name of the feed.', text(1, 100), { example: 'markets.eodhd' })
  feed!: string;

  @Field('Provider; `simulator` is the built-in simulator.', text(1, 100), { example: 'eodhd' })
  provider!: string;

  @Field('Status, as in `GET /health/feeds`.', choice(['ok', 'stale', 'down', 'disabled', 'not_configured']), {
    example: 'ok',
  })
  status!: string;

  @Field('Time of the last success (UTC); null before the first one.', nullable(timestamp()), { example: time })
  lastSuccessAt!: string | null;

  @Field('Failures since the last success.', count(), { example: 0 })
  consecutiveFailureCount!: number;

  @Field('Records accepted since the start.', count(), { example: 4_812 })
  recordCount!: number;

  static from({ feed, provider, status, lastSuccessAt, consecutiveFailures, records }: FeedStatus): DiagnosticFeedDto {
    return answerOf(DiagnosticFeedDto, {
      feed,
      provider,
      status,
      lastSuccessAt,
      consecutiveFailureCount: consecutiveFailures,
      recordCount: records,
    });
  }
}

@Dto('A warning or an error of the log.')
export class DiagnosticProblemDto {
  @Field('Time (UTC).', timestamp(), { example: time })
  time!: string;

  @Field('Severity of the line.', choice(['warn', 'error']), { example: 'warn' })
  level!: string;

  @Field('Message, at most 500 characters.', text(0, 500), { example: 'Source disconnected; reconnecting.' })
  message!: string;

  @Field('Part of the service; null if the line names no part.', nullable(text(0, 500)), { example: 'ais' })
  component!: string | null;

  @Field('Message of the error; null for a line without an error.', nullable(text(0, 500)), {
    example: 'connect ECONNREFUSED 127.0.0.1:10110',
  })
  error!: string | null;

  @Field('Id of the request; null outside of requests.', nullable(text(0, 500)), { example: null })
  requestId!: string | null;

  static from(problem: Diagnostics['problems'][number]): DiagnosticProblemDto {
    return answerOf(DiagnosticProblemDto, problem);
  }
}

@Dto('The state of the service for a report of a fault; without secrets and without data of accounts.')
export class DiagnosticBundleDto {
  @Field('When the bundle was collected (UTC).', timestamp(), { example: time })
  collectedAt!: string;

  @Field(
    'The process that collected the bundle.',
    object(() => DiagnosticProcessDto),
  )
  process!: DiagnosticProcessDto;

  @Field('Version of PostgreSQL.', text(0, 200), { example: '18.1' })
  databaseVersion!: string;

  @Field(
    `The processes of the service, in the order of their start; the newest ${MAX_PROCESSES}.`,
    objects(ServiceProcessDto, MAX_PROCESSES),
  )
  processes!: ServiceProcessDto[];

  @Field('The variables that are set, in the order of the documentation.', objects(DiagnosticVariableDto, 1000))
  configuration!: DiagnosticVariableDto[];

  @Field('Queues with runs that wait, run or have failed.', objects(JobQueueDto, 1000))
  queues!: JobQueueDto[];

  @Field('Feeds, by name.', objects(DiagnosticFeedDto, 1000))
  feeds!: DiagnosticFeedDto[];

  @Field(
    `The last ${MAX_PROBLEMS} warnings and errors that this process has logged, newest first.`,
    objects(DiagnosticProblemDto, MAX_PROBLEMS),
  )
  problems!: DiagnosticProblemDto[];

  static from(bundle: Diagnostics): DiagnosticBundleDto {
    return Object.assign(new DiagnosticBundleDto(), {
      collectedAt: bundle.collectedAt.toISOString(),
      process: DiagnosticProcessDto.from(bundle.process),
      databaseVersion: bundle.databaseVersion,
      processes: bundle.processes.slice(-MAX_PROCESSES).map(ServiceProcessDto.from),
      configuration: bundle.configuration.map((variable) => Object.assign(new DiagnosticVariableDto(), variable)),
      queues: bundle.queues.map(JobQueueDto.from),
      feeds: bundle.feeds.map(DiagnosticFeedDto.from),
      problems: bundle.problems.map(DiagnosticProblemDto.from),
    });
  }
}
