import type { EngineRule } from '../engine/engine-rule.js';
import type { AlertRule } from './rule.js';

/** What the engine needs of a rule. */
export const engineRule = ({
  id,
  accountId,
  condition,
  pendingSeconds,
  recoverySeconds,
  cooldownSeconds,
  oneShot,
  expiresAt,
  noData,
}: AlertRule): EngineRule => ({
  ...{ id, accountId, condition, pendingSeconds, recoverySeconds, cooldownSeconds, oneShot, noData },
  expiresAt: expiresAt?.getTime() ?? null,
});
