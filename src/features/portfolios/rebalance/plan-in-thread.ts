import { threadFunction } from '../../../threads/thread-call.js';
import { Decimal } from '../lots/decimal.js';
import { planTrades } from './plan-trades.js';
import type { PlannedPosition, RebalancePlan, RebalanceRules } from './rebalancing.js';

export interface PlanInput {
  positions: readonly PlannedPosition[];
  cash: Decimal;
  rules: RebalanceRules;
}

/**
 * Members with exact decimals, in the input of a plan and in the plan. JSON has decimals as text, so these are
 * converted back.
 */
const decimals = new Set([
  'quantity',
  'price',
  'rate',
  'target',
  'cash',
  'amount',
  'fee',
  'fees',
  'cashBefore',
  'cashAfter',
  'baseBefore',
  'baseAfter',
  'absoluteBand',
  'relativeBand',
  'minimumTrade',
  'fixedFee',
  'feeFraction',
  'keptCash',
  'newCash',
]);
const read = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) =>
    decimals.has(name) && typeof value === 'string' ? new Decimal(value) : value,
  );

/**
 * Convert inputs and plans to and from JSON, in which they are sent to a thread: instances of decimals cannot be sent.
 */
export const toThreadPlan = (input: PlanInput): string => JSON.stringify(input);
export const fromThreadPlan = (text: string): RebalancePlan => read(text) as RebalancePlan;

/** Plans trades. Runs in a thread. @returns the plan as JSON */
export function planFromText(text: string): string {
  const { positions, cash, rules } = read(text) as PlanInput;
  return JSON.stringify(planTrades(positions, cash, rules));
}

export const planInThread = threadFunction<typeof planFromText>(new URL(import.meta.url), 'planFromText');
