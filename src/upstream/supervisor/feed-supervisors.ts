import { Service } from 'typedi';
import { Log } from '../../logging/log.js';
import { Clock } from '../../time/clock.js';
import { Timers } from '../../time/timers.js';
import type { FeedSource } from '../feed-source.js';
import { FeedRegistry } from '../feed-status.js';
import { FeedSupervisor } from './feed-supervisor.js';

/** Creates the supervisors of sources. */
@Service()
export class FeedSupervisors {
  constructor(
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** Creates a supervisor of each source, not started yet. */
  over(sources: readonly FeedSource[]): FeedSupervisor[] {
    const { feeds, clock, timers, log } = this;
    return sources.map((source) => new FeedSupervisor(source, { feeds, clock, timers, log }));
  }
}
