import type { Condition } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { AlertTransition } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';

/** A rule without waits. */
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

/** Milliseconds of the time at which the tests start, plus seconds. */
export const at = (seconds: number): number => 1_700_000_000_000 + seconds * 1_000;

export interface TestEngine {
  engine: AlertEngine;
  transitions: AlertTransition[];
  price(seconds: number, price: number | null, symbol?: string): void;
  /** The transitions since the last call, as `from to cause`, with the key if there is one. */
  news(): string[];
}

/** An engine that starts at second 0. */
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
