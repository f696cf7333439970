import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { TickRecordRepository } from '../record/tick-record.repository.js';
import { AlertWriter } from './alert-writer.service.js';
import { EvaluationRepository } from './evaluation.repository.js';
import { Evaluation } from './evaluation.service.js';
import { LiveSources } from './live-sources.service.js';
import { RuleLoader } from './rule-loader.service.js';

/** Creates the evaluations of this process, one for each of its terms as the leader. */
@Service()
export class Evaluations {
  private latest?: Evaluation;

  constructor(
    private readonly repository: EvaluationRepository,
    private readonly loader: RuleLoader,
    private readonly writer: AlertWriter,
    private readonly sources: LiveSources,
    private readonly ticks: TickRecordRepository,
    private readonly events: EventLog,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  create(): Evaluation {
    const { repository, loader, writer, sources, ticks, events, clock, log } = this;
    this.latest = new Evaluation({ repository, loader, writer, sources, ticks, events, clock, log });
    return this.latest;
  }

  /**
   * Numbers of prices and candles that were recorded for backtests and that exceeded the limit; undefined while this
   * process evaluates no rules.
   */
  get recorded(): Readonly<Record<'stored' | 'dropped', number>> | undefined {
    return this.latest?.size === undefined ? undefined : this.latest.recorded;
  }

  /**
   * Number of rules that this process evaluates; undefined while it evaluates none, for example because another process
   * leads.
   */
  get rules(): number | undefined {
    return this.latest?.size;
  }
}
