import type { Observation } from '../../src/features/alerts/engine/observation.js';
import { type Evaluation } from '../../src/features/alerts/run/evaluation.service.js';
import { Evaluations } from '../../src/features/alerts/run/evaluations.service.js';
import { HeldAlerts } from '../../src/features/alerts/run/held-alerts.service.js';
import { FakeMarketProvider } from './fake-market-provider.js';
import type { TestClient } from './test-client.js';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.js';

/** Starts a service whose markets only have the prices that a test observes. */
export const startAlertService = (options: TestServiceOptions = {}): Promise<TestService> =>
  startTestService({ marketProviders: [new FakeMarketProvider('simulator')], ...options });

/** The evaluation of rules in a service. It only advances when a test calls a method. */
export class AlertScene {
  private evaluation: Evaluation;

  private constructor(readonly service: TestService) {
    this.evaluation = service.services.get(Evaluations).create();
  }

  static async of(service: TestService): Promise<AlertScene> {
    const scene = new AlertScene(service);
    await scene.evaluation.begin();
    return scene;
  }

  /** Handles all appended events and observations, and writes the resulting transitions. */
  async settle(): Promise<void> {
    await this.follow();
    this.evaluation.advance();
    await this.evaluation.flush();
    await this.service.services.get(HeldAlerts).release();
    await this.service.settle();
  }

  /** Handles all appended events without writing the transitions of the last one. */
  async follow(): Promise<void> {
    await this.service.settle();
    while (await this.evaluation.follow());
  }

  /** Passes an observation to the evaluation, without writing the transitions that follow. */
  observe(observation: Observation): void {
    this.evaluation.observe(observation);
  }

  /** Tries to write the transitions that follow from the observations. */
  write(): Promise<void> {
    return this.evaluation.flush();
  }

  async quote(symbol: string, price: number, advanceMs = 1_000): Promise<void> {
    await this.settle();
    this.service.clock.advance(advanceMs);
    this.observe({ kind: 'quote', symbol, price, at: this.service.clock.now() });
    await this.settle();
  }

  /** Lets another evaluation take over. Transitions that the replaced one has not written are lost, as after a kill. */
  async takeOver(): Promise<Evaluation> {
    const before = this.evaluation;
    before.stopSources();
    this.evaluation = this.service.services.get(Evaluations).create();
    await this.evaluation.begin();
    return before;
  }

  async stop(): Promise<void> {
    await this.evaluation.end();
  }
}

/**
 * Returns the types of an account's alert events in the log, oldest first, followed by `quiet` if they are not
 * delivered.
 */
export async function alertEvents(service: TestService, { accountId }: { accountId: string }): Promise<string[]> {
  const { rows } = await service.database.database.query<{ type: string; is_quiet: boolean }>(
    `select type, is_quiet from events where owner_id = $1 and type like 'alert.%' order by position`,
    [accountId],
  );
  return rows.map(({ type, is_quiet }) => (is_quiet ? `${type} quiet` : type));
}

/** Returns the alerts of a caller, oldest first. */
export async function alertsOf(caller: TestClient, query = ''): Promise<Array<Record<string, unknown>>> {
  return (await caller.get(`/alerts?order=asc${query}`)).json.items;
}
