import type { FieldProblem } from '../../../api/problem.js';
import { isLeaf, leavesOf, nodesOf } from '../../../conditions/condition-tree.js';
import { parseSpec } from '../../markets/indicators/indicator-spec.js';
import { parseSymbol } from '../../markets/market-symbol.js';
import { isOwnSymbol } from '../../markets/own/own-instrument.js';
import {
  type Condition,
  groupOfLeaf,
  isFact,
  isLogCount,
  isOfScreen,
  type Leaf,
  type LogCountLeaf,
  MAX_DEPTH,
  MAX_LEAVES,
  MEMBER_ENTITY,
  MEMBER_SYMBOL,
} from '../condition.js';

/**
 * Returns the problems of a condition that can be found without looking anything up. JSON Pointers begin with `prefix`.
 */
export function conditionProblems(condition: Condition, prefix: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const groups = new Set([...leavesOf(condition)].flatMap(({ condition: leaf }) => groupNameOf(leaf) ?? []));
  let leaves = 0;
  for (const { condition: node, pointer, depth } of nodesOf(condition)) {
    if (depth > MAX_DEPTH)
      return [{ pointer: `${prefix}${pointer}`, detail: `is nested deeper than ${MAX_DEPTH} levels` }];
    if (!isLeaf(node)) continue;
    leaves += 1;
    if (leaves > MAX_LEAVES)
      return [{ pointer: `${prefix}${pointer}`, detail: `is one leaf too many: a rule has at most ${MAX_LEAVES}` }];
    problems.push(
      ...[...leafProblems(node), ...groupProblems(node, groups)].map((one) => ({
        ...one,
        pointer: `${prefix}${pointer}${one.pointer}`,
      })),
    );
  }
  return problems;
}

const groupNameOf = (leaf: Leaf): string | undefined => {
  const group = groupOfLeaf(leaf);
  return group && `${group.parameter} ${group.id}`;
};

/** Returns the problems of a leaf in a rule about groups. @param groups the groups of all leaves of the rule */
function groupProblems(leaf: Leaf, groups: ReadonlySet<string>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (pointer: string, detail: string) => problems.push({ pointer, detail });
  const own = groupNameOf(leaf);
  if ('symbols' in leaf && leaf.symbols !== undefined) {
    if (Object.keys(leaf.symbols).length !== 1)
      add('/symbols', 'must have exactly one of `watchlistId`, `portfolioId` and `screenId`');
    if (leaf.symbol !== MEMBER_SYMBOL)
      add('/symbol', `must be ${MEMBER_SYMBOL}, which stands for each symbol, with \`symbols\``);
  }
  if ('entities' in leaf && leaf.entities !== undefined) {
    if ((leaf.type === 'proximity' || leaf.type === 'entity_silent') && leaf.entity !== MEMBER_ENTITY)
      add('/entity', `must be ${MEMBER_ENTITY}, which stands for each member, with \`entities\``);
    if (isLogCount(leaf)) add('/entities', 'is not for events of the log; use `loggedEventKeys`');
  }
  if (own !== undefined && groups.size > 1 && own !== [...groups][0])
    add('entities' in leaf ? '/entities' : '/symbols', 'must be the same group as in the other conditions of the rule');
  if (leaf.type === 'geofence' && own === undefined && groups.size > 0)
    add('', 'cannot be beside conditions about a group, unless it has their `entities`');
  return problems;
}

function leafProblems(leaf: Leaf): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (pointer: string, detail: string) => problems.push({ pointer, detail });
  if ('symbol' in leaf && leaf.symbol !== undefined && parseSymbol(leaf.symbol) === undefined)
    add('/symbol', 'is not a symbol such as AAPL.US, EURUSD.FOREX or BTC-USD.CC');
  if ('symbol' in leaf && leaf.symbol !== undefined && isOwnSymbol(leaf.symbol)) {
    if (leaf.type === 'volume_spike') add('/symbol', 'is an own instrument, which has no volume');
    if (isFact(leaf)) add('/symbol', 'is an own instrument, which has no filings');
    if (leaf.type === 'indicator' && leaf.interval !== '1d')
      add('/interval', 'must be 1d for an own instrument, which has prices of days');
  }
  if (isRecoveryBeyond(leaf))
    add('/recoveryThreshold', 'must not be beyond the threshold: below it for `above`, above it for `below`');
  if (leaf.type === 'indicator' && (leaf.indicator === 'expression') !== (leaf.expression !== undefined))
    add('/expression', 'is required with the indicator `expression`, and only with it');
  else if (leaf.type === 'indicator' && (leaf.indicator === 'fact') !== (leaf.fact !== undefined))
    add('/fact', 'is required with the indicator `fact`, and only with it');
  else if (isFact(leaf) && leaf.interval !== '1d') add('/interval', 'must be 1d with the indicator `fact`');
  else if (leaf.type === 'indicator' && leaf.expression === undefined && leaf.fact === undefined)
    problems.push(...indicatorProblems(leaf.indicator, leaf.output));
  if (leaf.type === 'geofence') problems.push(...fenceProblems(leaf));
  if (leaf.type === 'saved_search' && leaf.symbol !== undefined && !isOfScreen(leaf))
    add('/symbol', 'is only for screens, with `transition`');
  if (leaf.type === 'proximity') {
    const { entity, position } = leaf.other as { entity?: string; position?: object };
    if ((entity === undefined) === (position === undefined)) add('/other', 'must have either `entity` or `position`');
    else if (entity === leaf.entity) add('/other/entity', 'must be another one than `entity`');
  }
  if (isLogCount(leaf)) problems.push(...countProblems(leaf));
  else if (leaf.type === 'event_near') {
    if (leaf.maxEvents !== undefined || leaf.loggedEventKeys !== undefined)
      add(
        leaf.maxEvents === undefined ? '/loggedEventKeys' : '/maxEvents',
        'is only for events of the log, with `loggedEventTypes`',
      );
  }
  if (
    leaf.type === 'event_near' &&
    !isLogCount(leaf) &&
    [leaf.center, leaf.entity, leaf.portfolioId, leaf.entities].filter((one) => one !== undefined).length !== 1
  )
    add('', 'must have exactly one of `center`, `entity`, `entities` and `portfolioId`, or `loggedEventTypes`');
  return problems;
}

function countProblems({ entity, portfolioId, eventType, minEvents = 0, maxEvents }: LogCountLeaf): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const use = { entity, portfolioId, eventType };
  for (const [name, value] of Object.entries(use))
    if (value !== undefined)
      problems.push({
        pointer: `/${name}`,
        detail: 'is not for events of the log; use `loggedEventKeys` and `loggedEventTypes`',
      });
  if (maxEvents !== undefined && maxEvents < minEvents)
    problems.push({ pointer: '/maxEvents', detail: 'must not be less than `minEvents`' });
  return problems;
}

function isRecoveryBeyond(leaf: Leaf): boolean {
  if (!('operator' in leaf) || leaf.recoveryThreshold === undefined) return false;
  const threshold = leaf.type === 'price_change' ? leaf.percent : leaf.threshold;
  return leaf.operator === 'above' ? leaf.recoveryThreshold > threshold : leaf.recoveryThreshold < threshold;
}

function indicatorProblems(indicator: string, output: string | undefined): FieldProblem[] {
  const spec = parseSpec(indicator);
  if (typeof spec === 'string') return [{ pointer: '/indicator', detail: spec }];
  const lines = spec.kind.outputs.map(({ name }) => name);
  if (output === undefined || lines.includes(output)) return [];
  return [{ pointer: '/output', detail: `must be one of ${lines.join(', ')}` }];
}

function fenceProblems({
  transition,
  entityType,
  shipType,
  minDwellSeconds,
  includeAppeared,
}: Extract<Leaf, { type: 'geofence' }>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (shipType !== undefined && entityType === 'aircraft')
    problems.push({ pointer: '/shipType', detail: 'is only for vessels' });
  if (minDwellSeconds !== undefined && transition !== 'dwell')
    problems.push({ pointer: '/minDwellSeconds', detail: 'is only for the transition `dwell`' });
  if (includeAppeared !== undefined && transition !== 'enter')
    problems.push({ pointer: '/includeAppeared', detail: 'is only for the transition `enter`' });
  return problems;
}
