import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { type AlertActedDto, alertActed } from '../alerts/alerts.events.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { AlertTransition } from '../engine/alert-transition.js';
import type { Evaluation as RuleEvaluation } from '../engine/engine-rule.js';
import { GroupEngine } from '../engine/group-engine.js';
import { groupOf } from '../engine/member-rules.js';
import type { GroupObservation, Observation } from '../engine/observation.js';
import { TickRecordRepository } from '../record/tick-record.repository.js';
import { engineRule } from '../rules/engine-rule-of.js';
import type { AlertRule } from '../rules/rule.js';
import { type AlertRuleChangedDto, alertRuleChanged } from '../rules/rules.events.js';
import { countedEvent } from '../sources/logged-observation.js';
import type { AlertBatch, SavedState } from './alert-batch.js';
import { AlertOutbox } from './alert-outbox.js';
import { AlertWriter } from './alert-writer.service.js';
import { EvaluationRepository } from './evaluation.repository.js';
import { actionOf, EvaluationLog } from './evaluation-log.js';
import { type LiveSession, LiveSources } from './live-sources.service.js';
import { RuleLoader } from './rule-loader.service.js';
import { TickRecording } from './tick-recording.js';

/**
 * Maximum number of unwritten transitions while the database is unavailable. Above it live observations are ignored;
 * their values are observed again later.
 */
const CAPACITY = 50_000;
/**
 * If the clock is set back by at most this (ms), the engine's clock simply stands still until it has caught up;
 * otherwise the evaluation starts again.
 */
const MAX_CLOCK_STEP_MS = 5 * SECOND_MS;

/** Services that an evaluation uses. */
export interface EvaluationParts {
  repository: EvaluationRepository;
  loader: RuleLoader;
  writer: AlertWriter;
  sources: LiveSources;
  ticks: TickRecordRepository;
  events: EventLog;
  clock: Clock;
  log: Log;
}

/**
 * The evaluation of rules during one term: restores the stored states, follows the event log and live data, and writes
 * changes.
 */
export class Evaluation {
  private readonly term = randomUUID();
  private readonly log: EvaluationLog;
  private readonly outbox: AlertOutbox;
  private engine: AlertEngine;
  private readonly recording: TickRecording;
  private readonly rules = new Map<string, AlertRule>();
  private readonly rulesOfFence = new Map<string, Set<string>>();
  private transitions: AlertTransition[] = [];
  /** Rules whose state is stored with the next batch. */
  private touched = new Set<string>();
  private position = 0;
  private storedPosition = 0;
  private session?: LiveSession;
  private isReady = false;
  /** Types of events that rules count, and the version of the needs of the engine that they belong to. */
  private counted: ReadonlySet<string> = new Set();
  private countedVersion = -1;
  /** Whether following the live sources was interrupted and must begin again. */
  private isInterrupted = false;

  constructor(private readonly parts: EvaluationParts) {
    const { events, writer, ticks, log } = parts;
    this.engine = this.newEngine();
    this.recording = new TickRecording(ticks, log);
    this.log = new EvaluationLog(events);
    this.outbox = new AlertOutbox(this.term, {
      writer,
      log,
      now: this.now,
      take: () => this.nextBatch(),
      written: ({ versions }) => {
        for (const [id, version] of versions) this.remember({ ...(this.rules.get(id) as AlertRule), version });
      },
    });
  }

  /** Restores all rules, then starts to follow live sources. */
  async begin(): Promise<void> {
    const { repository, loader, events } = this.parts;
    const { position, updatedAt } = await repository.begin(this.term, await events.head(), new Date(this.now()));
    this.position = position;
    this.storedPosition = position;
    await loader.load(this.engine, updatedAt.getTime(), this.now, (rule) => this.remember(rule));
    await this.listen();
  }

  get recorded(): Readonly<Record<'stored' | 'dropped', number>> {
    return this.recording.counts;
  }

  /** Number of rules in the engine; undefined while this process evaluates no rules. */
  get size(): number | undefined {
    return this.isReady ? this.engine.size : undefined;
  }

  /** Evaluates the next batch of events of the log. @returns true if more events may follow */
  async follow(): Promise<boolean> {
    if (this.isInterrupted) await this.listen();
    if (!this.isReady) return false;
    if (this.engine.behind(this.now()) > MAX_CLOCK_STEP_MS) await this.startAgain();
    if (this.engine.needsVersion !== this.countedVersion) {
      this.countedVersion = this.engine.needsVersion;
      this.counted = new Set(this.parts.sources.typesOf(this.engine.needs.loggedEventTypes));
    }
    const { events, hasMore } = await this.log.read(this.position, this.counted);
    for (const event of events) {
      if (event.type === alertRuleChanged.type) await this.change(event.data as unknown as AlertRuleChangedDto);
      else this.see(event);
      this.position = event.position;
    }
    this.session?.refresh();
    return hasMore;
  }

  /** Fires the timers of the engine that are due. */
  advance(): void {
    if (this.isReady) this.engine.advance(this.now());
  }

  observe(observation: Observation): void {
    if (!this.isReady || this.transitions.length >= CAPACITY) return;
    const now = this.now();
    this.recording.observing(observation, this.engine, now);
    const version = this.engine.needsVersion;
    this.engine.observe(observation, now);
    if (observation.kind === 'group' && this.engine.needsVersion !== version) void this.completeMembers(observation);
  }

  /** Writes all changes. Never rejects. */
  flush(canPublish?: () => boolean): Promise<void> {
    return this.outbox.flush(canPublish);
  }

  /** Stores the current time as the heartbeat of this evaluation. */
  async touch(): Promise<void> {
    if (this.isReady) await this.parts.repository.touch(this.term, new Date(this.now()));
  }

  /** Writes the prices and candles that were observed. Never rejects. */
  saveTicks(): Promise<void> {
    return this.recording.save(this.now());
  }

  /** Stores the remaining evaluation units of each account. */
  async saveUsage(): Promise<void> {
    const accountIds = new Set([...this.rules.values()].map(({ accountId }) => accountId));
    await this.parts.repository.saveUsage(
      new Map([...accountIds].map((id) => [id, this.engine.usage(id)])),
      new Date(this.now()),
    );
  }

  /** Resolves when all sources that rules need are followed. */
  async settled(): Promise<void> {
    await this.session?.settled();
  }

  /** Returns the current state of a rule; undefined for a rule that is not evaluated here. */
  evaluationOf(ruleId: string): RuleEvaluation | undefined {
    return this.engine.evaluation(ruleId);
  }

  /**
   * Ends the evaluation. Stores the states of all rules with pending or open alerts, so that the next term continues
   * exactly.
   */
  async end(): Promise<void> {
    this.stopSources();
    for (const id of this.rules.keys())
      if ((this.engine.evaluation(id)?.activeInstances ?? 0) > 0) this.touched.add(id);
    await this.flush();
    await this.touch().catch(() => undefined);
    // A write that is already running may lack the last entries, so there is a second one.
    await this.saveTicks();
    await this.saveTicks();
  }

  stopSources(): void {
    this.recording.stop(this.now());
    this.session?.close();
    this.session = undefined;
    this.isReady = false;
  }

  private readonly now = (): number => this.parts.clock.now();

  private newEngine(): AlertEngine {
    return new GroupEngine({ now: this.now(), onTransition: (transition) => this.take(transition) });
  }

  private async listen(): Promise<void> {
    const { sources } = this.parts;
    await sources.passGeoEvents(this.engine);
    this.session = sources.start(this.engine, this.recording, (observation) => this.observe(observation));
    this.session.refresh();
    this.isReady = true;
    this.isInterrupted = false;
  }

  /**
   * Restarts the evaluation after the clock was set back: otherwise new observations would count as older than earlier
   * ones, and alerts would not change until the clock caught up.
   */
  private async startAgain(): Promise<void> {
    const { log } = this.parts;
    log.warn(
      { component: 'alerts', behindMs: this.engine.behind(this.now()) },
      'The clock was set back: evaluating alert rules from their current states.',
    );
    await this.flush();
    const before = this.engine;
    this.stopSources();
    this.isInterrupted = true;
    this.engine = this.newEngine();
    for (const rule of this.rules.values()) {
      const state = before.stateOf(rule.id);
      this.engine.put(engineRule(rule), this.now(), state && { state });
      // Gives way to other work, because many rules would block the event loop.
      await setImmediate();
    }
    await this.listen();
  }

  private take(transition: AlertTransition): void {
    this.transitions.push(transition);
    this.touched.add(transition.ruleId);
  }

  private see(event: LoggedEvent): void {
    if (event.type === alertActed.type) {
      const acted = event.data as unknown as AlertActedDto;
      this.engine.act(acted.ruleId, acted.key, actionOf(acted), this.now());
      this.touched.add(acted.ruleId);
      return;
    }
    if (this.counted.has(event.type)) this.engine.observe(countedEvent(event), this.now());
    const observation = this.parts.sources.observationOf(event);
    if (observation === undefined) return;
    this.engine.observe(observation, this.now());
    // An event of the log is observed only once, so the states of its rules are stored together with the position. Geo
    // events are read again at the start.
    if (observation.kind === 'transition')
      for (const id of this.rulesOfFence.get(observation.geofenceId) ?? []) this.touched.add(id);
  }

  /** Observes what members that joined a group need: the entities inside geofences, and the geo events of windows. */
  private async completeMembers({ group }: GroupObservation): Promise<void> {
    const { engine } = this;
    try {
      for (const rule of this.rules.values())
        if (groupOf(rule) === group) await this.parts.loader.observeMembers(engine, rule, this.now);
      await this.parts.sources.passGeoEvents(engine);
    } catch (error) {
      this.parts.log.warn({ component: 'alerts', err: error }, 'Observations for new members of a group failed.');
    }
  }

  private async change(changed: AlertRuleChangedDto): Promise<void> {
    // Changes that follow from the previous version of the rule are written first.
    await this.flush();
    await this.parts.loader.apply(this.engine, changed, this.now, (rule) => this.remember(rule));
    if (this.engine.stateOf(changed.ruleId) === undefined) this.forget(changed.ruleId);
    else this.touched.add(changed.ruleId);
    const isNear = [...leavesOf(this.rules.get(changed.ruleId)?.condition ?? { type: 'all', conditions: [] })].some(
      ({ condition }) => condition.type === 'event_near',
    );
    if (isNear) await this.parts.sources.passGeoEvents(this.engine);
  }

  private remember(rule: AlertRule): void {
    this.forget(rule.id);
    this.rules.set(rule.id, rule);
    for (const { condition } of leavesOf(rule.condition)) {
      if (condition.type !== 'geofence') continue;
      const rules = this.rulesOfFence.get(condition.geofenceId) ?? new Set();
      this.rulesOfFence.set(condition.geofenceId, rules.add(rule.id));
    }
  }

  private forget(ruleId: string): void {
    const rule = this.rules.get(ruleId);
    if (rule === undefined) return;
    this.rules.delete(ruleId);
    for (const { condition } of leavesOf(rule.condition))
      if (condition.type === 'geofence') this.rulesOfFence.get(condition.geofenceId)?.delete(ruleId);
  }

  /**
   * Takes all unwritten transitions with the states and the position that belong to them; undefined if nothing has
   * changed.
   */
  private nextBatch(): AlertBatch | undefined {
    if (this.transitions.length === 0 && this.touched.size === 0 && this.position === this.storedPosition)
      return undefined;
    const states = new Map<string, SavedState>();
    for (const id of this.touched) {
      const [state, rule] = [this.engine.stateOf(id), this.rules.get(id)];
      if (state !== undefined && rule !== undefined)
        states.set(id, { state, version: rule.version, condition: rule.condition });
    }
    const batch = { id: uuidV7(), transitions: this.transitions, states, position: this.position };
    this.transitions = [];
    this.touched = new Set();
    this.storedPosition = this.position;
    return batch;
  }
}
