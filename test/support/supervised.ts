import { createLog } from '../../src/logging/log.js';
import type { FeedRun, FeedSource } from '../../src/upstream/feed-source.js';
import { FeedRegistry, type FeedStatus } from '../../src/upstream/feed-status.js';
import { FeedSupervisor } from '../../src/upstream/supervisor/feed-supervisor.js';
import { ManualClock } from './manual-clock.js';
import { ManualTimers } from './manual-timers.js';

export interface Supervised {
  supervisor: FeedSupervisor;
  feeds: FeedRegistry;
  clock: ManualClock;
  timers: ManualTimers;
  /** Returns the number of log lines whose message matches. */
  logged(message: RegExp): number;
  feed(): FeedStatus;
  failures(kind: string): number;
}

/**
 * Returns a source under a supervisor, with a clock and timers that only the test advances. Default: delays have their
 * maximum length.
 */
export function supervised(
  source: Partial<FeedSource> & Pick<FeedSource, 'run'>,
  { feeds = new FeedRegistry(), random = (): number => 0.999999 } = {},
): Supervised {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  const whole = { feed: 'ais.tcp', provider: 'ais', stallMs: 60_000, ...source };
  const supervisor = new FeedSupervisor(whole, { feeds, clock, timers, log, random });
  const feed = () => feeds.list().find((one) => one.feed === whole.feed) as FeedStatus;
  return {
    supervisor,
    feeds,
    clock,
    timers,
    feed,
    logged: (message) => lines.filter((line) => message.test((JSON.parse(line) as { msg: string }).msg)).length,
    failures: (kind) => feed().failures?.find((one) => one.kind === kind)?.count ?? 0,
  };
}

/** Resolves when the signal is aborted. */
export const untilAborted = ({ signal }: Pick<FeedRun, 'signal'>): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

/** Lets pending promises settle. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
