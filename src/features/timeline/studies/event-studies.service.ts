import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { HeavyWork, type InThread } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { TimelineConditions } from '../timeline-conditions.js';
import { TimelineFilters } from '../timeline-filters.service.js';
import { buffersOf, studyInThread } from './compute-study.js';
import { drawingInThread } from './draw-study.js';
import { MAX_EVENTS, type StudyResult } from './event-study.js';
import { type ReadTarget, StudyPrices } from './study-prices.service.js';

/** Prices are read at most this far back, so that the work for a request is limited. */
const MAX_AGE_DAYS = 20 * 366;

export interface EventStudyRequest {
  events: TimelineConditions;
  symbols: string[];
  portfolioIds: string[];
  windowTradingDays: number[];
  permutationCount: number;
  seed: number;
}

export interface EventStudy {
  request: EventStudyRequest;
  /** The calendar of random moments. */
  from: Date;
  to: Date;
  /** The events, oldest first. */
  events: LoggedEvent[];
  /** True: the filter matches more than `MAX_EVENTS` events. */
  isTruncated: boolean;
  targets: ReadTarget[];
  results: StudyResult[];
}

/** Measures how prices and portfolios moved after events. */
@Service()
export class EventStudies {
  constructor(
    private readonly log: EventLog,
    private readonly filters: TimelineFilters,
    private readonly prices: StudyPrices,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a study.
   * @throws Problem `invalid_request`; `unprocessable` that names symbols and portfolios without prices; `unavailable`,
   * `overloaded`
   */
  run(owner: LongRequest, request: EventStudyRequest): Promise<EventStudy> {
    return this.heavy.run(owner, (inThread) => this.compute(owner, request, inThread));
  }

  /** Runs and draws a study. @returns an SVG document @throws Problem as `run` */
  draw(owner: LongRequest, request: EventStudyRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(owner, async (inThread) => {
      const { targets, results, events } = await this.compute(owner, request, inThread);
      const { permutationCount, seed } = request;
      const notice = simulatedNotice(
        targets.flatMap(({ providers }) => providers),
        targets.flatMap(({ warnings }) => warnings),
      );
      const titles = targets.map(({ title }) => title);
      return inThread(drawingInThread, {
        ...{ titles, permutationCount, seed, notice, look, eventCount: events.length },
        results: results.map(({ outcomes: _, ...result }) => result),
      });
    });
  }

  private async compute(
    { accountId, signal }: LongRequest,
    request: EventStudyRequest,
    inThread: InThread,
  ): Promise<EventStudy> {
    const { permutationCount, seed, symbols, portfolioIds } = request;
    if (symbols.length + portfolioIds.length === 0)
      throw wrongFields([{ pointer: '/symbols', detail: 'must have a symbol, unless there is a portfolio' }]);
    const windows = [...new Set(request.windowTradingDays)];
    const filter = this.filterOf(request.events);
    const latest = await this.log.timeline(accountId, filter, MAX_EVENTS + 1);
    const isTruncated = latest.length > MAX_EVENTS;
    const events = latest.slice(0, MAX_EVENTS).reverse();
    const now = this.clock.now();
    const times = events.map(({ time }) => time.getTime());
    // Earlier random moments would be of a period whose events are not among the cases.
    const start = isTruncated ? times[0] : (filter.from?.getTime() ?? times[0]);
    const from = Math.max(start ?? now, now - MAX_AGE_DAYS * DAY_MS);
    const to = Math.max(from, Math.min(filter.to?.getTime() ?? now, now));
    const targets = await this.targets(accountId, request, from, signal);
    const study = targets.map(({ type, name, days }) => ({ type, name, days }));
    const input = { targets: study, windows, times, from, to, permutationCount, seed };
    const results = await inThread(studyInThread, input, buffersOf(input));
    return { request, from: new Date(from), to: new Date(to), events, isTruncated, targets, results };
  }

  /** Returns the filter of the events. @throws Problem `invalid_request` with pointers into the body */
  private filterOf(conditions: TimelineConditions) {
    try {
      return this.filters.read(conditions);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const errors = error.errors?.map((one) => ({ ...one, pointer: one.pointer.replace('query/', '/events/') }));
      throw wrongFields(errors);
    }
  }

  private async targets(
    accountId: string,
    { symbols, portfolioIds }: EventStudyRequest,
    from: number,
    signal: AbortSignal,
  ): Promise<ReadTarget[]> {
    const errors: FieldProblem[] = [];
    const targets: ReadTarget[] = [];
    const readAll = async (pointer: string, names: readonly string[], read: (name: string) => Promise<ReadTarget>) => {
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) < index) continue;
        try {
          targets.push(await read(name));
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          errors.push({ pointer: `${pointer}/${index}`, detail: error.detail ?? error.title });
        }
      }
    };
    const upper = symbols.map((symbol) => symbol.toUpperCase());
    await readAll('/symbols', upper, (symbol) => this.prices.symbol(symbol, from, signal));
    await readAll('/portfolioIds', portfolioIds, (id) => this.prices.portfolio(accountId, id, signal));
    if (errors.length === 0) return targets;
    throw new Problem('unprocessable', { detail: 'The study cannot be computed; see errors.', errors });
  }
}

const wrongFields = (errors: FieldProblem[] | undefined): Problem =>
  new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
