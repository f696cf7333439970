import { isGroup, isNegation } from '../../../conditions/condition-tree.js';
import {
  type Condition,
  groupOfLeaf,
  isExpression,
  isFact,
  isLogCount,
  isOfScreen,
  type Leaf,
  type LogCountLeaf,
  MEMBER_SYMBOL,
  type Operator,
  type Place,
  type ScreenLeaf,
} from '../condition.js';
import type { RuleSettings } from './rule.js';

/** Names of the objects that a condition refers to, by id; geofences, for example. */
type Names = ReadonlyMap<string, string>;

/** Returns a rule in plain words, as a few sentences. */
export function ruleInWords(rule: Omit<RuleSettings, 'name' | 'enabled' | 'endpointIds'>, names: Names): string {
  const { condition, severity, pendingSeconds, recoverySeconds, cooldownSeconds, oneShot, noData, expiresAt } = rule;
  const level = { info: 'An info', warning: 'A warning', critical: 'A critical' }[severity];
  return [
    `${level} alert fires when ${inWords(condition, names)}${pendingSeconds > 0 ? `, for at least ${duration(pendingSeconds)}` : ''}.`,
    recoverySeconds > 0
      ? `It is resolved when that is no longer true for ${duration(recoverySeconds)}.`
      : 'It is resolved as soon as that is no longer true.',
    cooldownSeconds > 0 ? `After an alert no other one fires for ${duration(cooldownSeconds)}.` : '',
    oneShot ? 'It fires once, until it is armed again.' : '',
    noData === 'fire' ? 'Missing data counts as true.' : '',
    expiresAt === null ? '' : `It expires at ${expiresAt.toISOString()}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Returns a condition as a clause: "the price of AAPL.US is above 250". */
export function inWords(condition: Condition, names: Names): string {
  if (isNegation(condition)) return `it is not true that ${inWords(condition.condition, names)}`;
  if (!isGroup(condition)) return leafInWords(condition, names);
  const parts = condition.conditions.map((one) =>
    isGroup(one) && one.conditions.length > 1 ? `(${inWords(one, names)})` : inWords(one, names),
  );
  return parts.join(condition.type === 'all' ? ' and ' : ' or ');
}

const fenceVerbs = { enter: 'enters', exit: 'exits', dwell: 'dwells in', inside: 'is inside' };

function leafInWords(given: Leaf, names: Names): string {
  const leaf = withGroup(given);
  switch (leaf.type) {
    case 'price':
      return `the price of ${leaf.symbol} is ${compared(leaf.operator, leaf.threshold, leaf.recoveryThreshold)}`;
    case 'price_change':
      return `the price of ${leaf.symbol} has changed within ${duration(leaf.windowSeconds)} by ${change(leaf.operator, leaf.percent)}`;
    case 'volume_spike':
      return `the volume of ${leaf.symbol} in ${leaf.interval} is more than ${leaf.factor} times what is usual over ${leaf.lookback} periods`;
    case 'indicator':
      if (isFact(leaf))
        return `${leaf.fact} of ${leaf.symbol}, as filed so far, is ${compared(leaf.operator, leaf.threshold, leaf.recoveryThreshold)}`;
      if (isExpression(leaf))
        return `${leaf.expression} (${leaf.interval}) is ${compared(leaf.operator, leaf.threshold, leaf.recoveryThreshold)}`;
      return `${leaf.output === undefined ? '' : `${leaf.output} of `}${leaf.indicator} of ${leaf.symbol} (${leaf.interval}) is ${compared(leaf.operator, leaf.threshold, leaf.recoveryThreshold)}`;
    case 'geofence':
      return `${subject(leaf)} ${leaf.includeAppeared === true ? 'enters or appears in' : fenceVerbs[leaf.transition]} the geofence "${names.get(leaf.geofenceId) ?? leaf.geofenceId}"${leaf.minDwellSeconds === undefined ? '' : ` for at least ${duration(leaf.minDwellSeconds)}`}`;
    case 'proximity':
      return `${leaf.entity} is within ${distance(leaf.radiusMeters)} of ${'entity' in leaf.other ? leaf.other.entity : place(leaf.other.position)}`;
    case 'entity_silent':
      return `${leaf.entity} has not reported for ${duration(leaf.seconds)}`;
    case 'event_near':
      if (isLogCount(leaf)) return countInWords(leaf);
      return `${leaf.minEvents === undefined ? '' : `${leaf.minEvents} or more times `}${leaf.eventType === undefined ? 'an event' : `an event of type ${leaf.eventType}`} of severity ${leaf.minSeverity ?? 1} or more is within ${distance(leaf.radiusMeters)} of ${near(leaf)}, in the last ${duration(leaf.windowSeconds)}`;
    case 'feed_stale':
      return `the feed ${leaf.feed} has had no success for ${duration(leaf.seconds)}`;
    case 'news_match':
      return `at least ${leaf.minArticles ?? 1} articles of ${leaf.minOwners ?? 1} or more owners match "${leaf.q}" within ${duration(leaf.windowSeconds)}`;
    case 'portfolio':
      return `${leaf.metric}${leaf.symbol === undefined ? '' : ` of ${leaf.symbol}`} in the portfolio ${leaf.portfolioId} is ${compared(leaf.operator, leaf.threshold, leaf.recoveryThreshold)}`;
    case 'saved_search':
      if (isOfScreen(leaf)) return screenInWords(leaf);
      return `the saved search ${leaf.savedSearchId} has a new result within ${duration(leaf.windowSeconds)}`;
  }
}

const groupNames = { watchlistId: 'watchlist', portfolioId: 'portfolio', screenId: 'screen', fleetId: 'fleet' };

/** Returns a leaf with words for its group in the place of the symbol or entity that stands for each member. */
function withGroup(leaf: Leaf): Leaf {
  const group = groupOfLeaf(leaf);
  if (group === undefined) return leaf;
  const words = `${'symbols' in leaf ? 'each instrument' : 'each member'} of the ${groupNames[group.parameter]} ${group.id}`;
  const expression = 'expression' in leaf ? leaf.expression?.replaceAll(MEMBER_SYMBOL, words) : undefined;
  return { ...leaf, ...('symbols' in leaf ? { symbol: words, expression } : { entity: words }) } as Leaf;
}

/** Returns a condition on the number of events of the log as a clause. */
function countInWords({
  loggedEventTypes,
  loggedEventKeys,
  center,
  minSeverity,
  minEvents,
  maxEvents,
  ...leaf
}: LogCountLeaf): string {
  const least = minEvents ?? (maxEvents === undefined ? 1 : 0);
  const number =
    maxEvents === undefined
      ? `at least ${least}`
      : least === 0
        ? `at most ${maxEvents}`
        : `between ${least} and ${maxEvents}`;
  const filters = [
    minSeverity === undefined ? '' : ` of severity ${minSeverity} or more`,
    loggedEventKeys === undefined ? '' : ` about ${loggedEventKeys.join(' or ')}`,
    center === undefined ? '' : ` within ${distance(leaf.radiusMeters)} of ${place(center)}`,
  ];
  return `there are ${number} events ${loggedEventTypes.join(' or ')}${filters.join('')} in the last ${duration(leaf.windowSeconds)}`;
}

/** Returns a condition on a screen as a clause. */
function screenInWords({ savedSearchId: id, transition, symbol, windowSeconds }: ScreenLeaf): string {
  const subject = symbol ?? 'an instrument';
  if (transition === 'inside') return `${subject} meets the screen ${id}`;
  return `${subject} ${transition === 'enter' ? 'begins' : 'ceases'} to meet the screen ${id} within ${duration(windowSeconds)}`;
}

const compared = (operator: Operator, threshold: number, recovery: number | undefined) =>
  `${operator} ${threshold}${recovery === undefined ? '' : ` (until it is no longer ${operator} ${recovery})`}`;

const change = (operator: Operator, percent: number) => `${operator === 'above' ? 'more' : 'less'} than ${percent} %`;

function subject({ entity, shipType, entityType }: Extract<Leaf, { type: 'geofence' }>): string {
  if (entity !== undefined) return entity;
  if (shipType !== undefined) return `a vessel of type ${shipType}`;
  return entityType === undefined ? 'a vessel or aircraft' : entityType === 'vessel' ? 'a vessel' : 'an aircraft';
}

function near({ center, entity, portfolioId }: Extract<Leaf, { type: 'event_near' }>): string {
  if (center !== undefined) return place(center);
  return entity ?? `the places of the portfolio ${portfolioId}`;
}

const place = ({ lat, lon }: Place) => `${lat}, ${lon}`;
const distance = (meters: number) => (meters >= 1_000 ? `${meters / 1_000} km` : `${meters} m`);

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Returns a duration in words, in the largest unit that divides it: `5400` as "90 minutes". */
export function duration(seconds: number): string {
  const [unit, length] =
    units.find(([, length]) => seconds >= length && seconds % length === 0) ?? (['second', 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
