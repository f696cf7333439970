import type { Condition } from '../condition.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import type { RuleSettings } from './rule.js';

/** A rule as a caller sends it; omitted settings have defaults. */
export interface RuleInput {
  name: string;
  condition: object;
  enabled?: boolean;
  severity?: AlertSeverity;
  pendingSeconds?: number;
  recoverySeconds?: number;
  cooldownSeconds?: number;
  oneShot?: boolean;
  noData?: RuleSettings['noData'];
  endpointIds?: string[];
  tags?: string[];
  expiresAt?: string | null;
}

export type RuleChanges = Partial<RuleInput>;

const defaults: Omit<RuleSettings, 'name' | 'condition'> = {
  enabled: true,
  severity: 'warning',
  pendingSeconds: 0,
  recoverySeconds: 0,
  cooldownSeconds: 0,
  oneShot: false,
  noData: 'ignore',
  endpointIds: [],
  tags: [],
  expiresAt: null,
};

/** Returns the settings of a request, with defaults for omitted fields. */
export function settingsOf(input: RuleInput): RuleSettings {
  return changed({ ...defaults, name: input.name, condition: input.condition as Condition }, input);
}

/** Returns the settings after a change; omitted fields are unchanged. */
export function changed(
  current: RuleSettings,
  { condition, expiresAt, endpointIds, tags, ...rest }: RuleChanges,
): RuleSettings {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...current,
    ...given,
    condition: condition === undefined ? current.condition : normalized(condition as Condition),
    endpointIds: endpointIds === undefined ? current.endpointIds : [...new Set(endpointIds)],
    tags: tags === undefined ? current.tags : [...new Set(tags.map((tag) => tag.toLowerCase()))],
    expiresAt: expiresAt === undefined ? current.expiresAt : expiresAt === null ? null : new Date(expiresAt),
  };
}

/** Returns the condition as plain objects, with its symbols in upper case. */
function normalized(condition: Condition): Condition {
  if (condition.type === 'all' || condition.type === 'any')
    return { type: condition.type, conditions: condition.conditions.map(normalized) };
  if (condition.type === 'not') return { type: 'not', condition: normalized(condition.condition) };
  const leaf = JSON.parse(JSON.stringify(condition)) as Condition;
  return 'symbol' in leaf && leaf.symbol !== undefined ? { ...leaf, symbol: leaf.symbol.toUpperCase() } : leaf;
}
