import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { matchesFilter } from '../../events/event-filter.js';
import { type EventFilter, EventLog } from '../../events/event-log.js';
import { Jobs } from '../../jobs/jobs.js';
import { Clock } from '../../time/clock.js';
import { DAY_MS } from '../../time/durations.js';
import { SubscriptionsApi } from '../subscriptions/subscriptions.api.js';
import { RECOVER_JOB } from './delivery.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import type { Endpoint, RecoveryState } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { assertEnabled, EndpointsService } from './endpoints.service.js';
import { webhookTest } from './webhooks.events.js';

const MAX_DAYS = 30;
/** Maximum number of deliveries, or of events, that one transaction handles. */
const STEP = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Queues the deliveries that an endpoint missed in a time range: first the failed deliveries, each once, then events
 * that were never queued for the endpoint: events that name it before events that match its subscriptions. Every step
 * stores the progress, so that a recovery continues after a restart.
 */
@Service()
export class Recovery {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly owned: EndpointsService,
    private readonly queue: DeliveryQueue,
    private readonly subscriptions: SubscriptionsApi,
    private readonly log: EventLog,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins the recovery of an endpoint.
   * @throws Problem `not_found`, `conflict` if the endpoint is disabled or a recovery is in progress, `invalid_request`
   * for a time range that cannot be recovered
   */
  async begin(accountId: string, endpointId: string, request: { since: string; until?: string }): Promise<Endpoint> {
    return this.owned.holding(accountId, endpointId, async (endpoint) => {
      assertEnabled(endpoint);
      const now = this.clock.now();
      const { since, until } = rangeOf(request, now);
      if (endpoint.recovery !== null && endpoint.recovery.finishedAt === null)
        throw new Problem('conflict', { detail: 'A recovery is under way. Wait until its finishedAt is set.' });
      const recovery: RecoveryState = { since, until, delivery: FIRST_ID, event: null, queued: 0, finishedAt: null };
      await this.jobs.send(RECOVER_JOB, { endpointId });
      return (await this.endpoints.update(endpointId, { recovery }, new Date(now))) as Endpoint;
    });
  }

  /** Runs until the recovery is finished; if aborted, queues another run that continues it. */
  async run(endpointId: string, signal: AbortSignal): Promise<void> {
    while (await this.step(endpointId)) if (signal.aborted) return this.jobs.send(RECOVER_JOB, { endpointId });
  }

  /** Makes one step. @returns true if there are further steps */
  private async step(endpointId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(endpointId);
      if (endpoint?.recovery == null || endpoint.recovery.finishedAt !== null) return false;
      const now = new Date(this.clock.now());
      const finished = { ...endpoint.recovery, finishedAt: now.toISOString() };
      // The recovery of an endpoint that was disabled meanwhile ends.
      const recovery =
        endpoint.disabledAt === null ? await this.advance(endpoint, endpoint.recovery, finished) : finished;
      await this.endpoints.update(endpointId, { recovery }, now);
      return recovery.finishedAt === null;
    });
  }

  private async advance(endpoint: Endpoint, state: RecoveryState, finished: RecoveryState): Promise<RecoveryState> {
    const range = { since: new Date(state.since), until: new Date(state.until) };
    if (state.delivery !== null) {
      const failed = await this.queue.addFailed(endpoint.id, range, state.delivery, STEP);
      return {
        ...state,
        delivery: failed.length < STEP ? null : (failed.at(-1) ?? null),
        queued: state.queued + failed.length,
      };
    }
    if (state.isDirectDone !== true) {
      const direct = { endpointId: endpoint.id, isQuiet: false };
      const { queued, next } = await this.queueEvents(endpoint, state, direct, [direct]);
      return { ...state, event: next, isDirectDone: next === null, queued };
    }
    const filters = await this.subscriptions.filtersOf(endpoint.id);
    if (filters.length === 0) return finished;
    const { queued, next } = await this.queueEvents(
      endpoint,
      state,
      { types: typesOf(filters), isQuiet: false },
      filters,
    );
    return next === null ? { ...finished, queued } : { ...state, event: next, queued };
  }

  /**
   * Reads the next events of a selection, and queues deliveries of the events that match one of the filters.
   * @returns the number queued in total, and the last event checked; null at the end
   */
  private async queueEvents(
    endpoint: Endpoint,
    state: RecoveryState,
    selection: EventFilter,
    filters: readonly EventFilter[],
  ) {
    const range = { from: new Date(state.since), to: new Date(state.until) };
    const before =
      state.event === null ? undefined : { time: new Date(state.event.time), position: state.event.position };
    const events = await this.log.timeline(endpoint.accountId, { ...selection, ...range }, STEP, before);
    const missed = events.filter(
      (event) => event.type !== webhookTest.type && filters.some((filter) => matchesFilter(filter, event)),
    );
    const wanted = missed.map(({ id, position }) => ({
      endpointId: endpoint.id,
      eventId: id,
      eventPosition: position,
    }));
    const queued = state.queued + (await this.queue.add(wanted, { recovered: true }));
    const last = events.length < STEP ? undefined : events.at(-1);
    return { queued, next: last === undefined ? null : { time: last.time.toISOString(), position: last.position } };
  }
}

/** Returns the types that the filters select; undefined if one of them selects all types. */
function typesOf(filters: readonly EventFilter[]): string[] | undefined {
  const lists = filters.map(({ types }) => types);
  return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((types) => types ?? []))];
}

function rangeOf({ since, until }: { since: string; until?: string }, now: number): { since: string; until: string } {
  const from = new Date(since);
  const to = new Date(Math.min(until === undefined ? now : Date.parse(until), now));
  const refuse = (pointer: string, detail: string) =>
    new Problem('invalid_request', {
      detail: 'Give a time that is over, and whose events are still kept.',
      errors: [{ pointer, detail }],
    });
  if (now - from.getTime() > MAX_DAYS * DAY_MS) throw refuse('/since', `must be at most ${MAX_DAYS} days ago`);
  if (from >= to)
    throw refuse(
      until === undefined || from.getTime() >= now ? '/since' : '/until',
      'must leave a time between since and until, before now',
    );
  return { since: from.toISOString(), until: to.toISOString() };
}
