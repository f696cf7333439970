import type { Condition } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { AlertTransition } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';

/** Returns a rule whose alerts fire and resolve at once. */
export const ruleOf = (condition: Condition, changes: Partial<EngineRule> = {}): EngineRule => ({
  id: 'rule',
  accountId: 'account',
  condition,
  pendingSeconds: 0,
  recoverySeconds: 0,
  cooldownSeconds: 0,
  oneShot: false,
  expiresAt: null,
  noData: 'ignore',
  ...changes,
});

export const above = (threshold: number, recoveryThreshold?: number): Condition => ({
  type: 'price',
  symbol: 'TEST.US',
  operator: 'above',
  threshold,
  ...(recoveryThreshold === undefined ? {} : { recoveryThreshold }),
});

/** Returns the time (ms) at a second of the test. */
export const at = (seconds: number): number => 1_700_000_000_000 + seconds * 1_000;

export interface TestEngine {
  engine: AlertEngine;
  transitions: AlertTransition[];
  price(seconds: number, price: number | null, symbol?: string): void;
  /**
   * Returns the transitions since the last call as `from to cause`, preceded by the key of the instance if there is
   * one.
   */
  news(): string[];
}

/** Returns an engine that starts at second 0 of the test. */
export function testEngine(...rules: EngineRule[]): TestEngine {
  const transitions: AlertTransition[] = [];
  let read = 0;
  const engine = new AlertEngine({ now: at(0), onTransition: (transition) => transitions.push(transition) });
  for (const rule of rules) engine.put(rule, at(0));
  return {
    engine,
    transitions,
    price(seconds, price, symbol = 'TEST.US') {
      engine.observe({ kind: 'quote', symbol, price, at: at(seconds) }, at(seconds));
      engine.advance(at(seconds));
    },
    news() {
      const fresh = transitions.slice(read);
      read = transitions.length;
      return fresh.map(({ key, from, to, cause }) => `${key === '' ? '' : `${key} `}${from} ${to} ${cause}`);
    },
  };
}
