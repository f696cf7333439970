import type { EngineRule } from '../engine/engine-rule.js';
import type { AlertRule } from './rule.js';

/** Returns the parts of a rule that the engine needs. */
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
  id,
  accountId,
  condition,
  pendingSeconds,
  recoverySeconds,
  cooldownSeconds,
  oneShot,
  noData,
  expiresAt: expiresAt?.getTime() ?? null,
});
