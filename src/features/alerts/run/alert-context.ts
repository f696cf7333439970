import { leavesOf } from '../../../conditions/condition-tree.js';
import type { Alert } from '../alerts/alert.js';
import { type Leaf, MEMBER_ENTITY, MEMBER_SYMBOL, type Place } from '../condition.js';
import type { AlertTransition } from '../engine/alert-transition.js';
import type { AlertRule } from '../rules/rule.js';

const MAX_ENTITIES = 100;
const MAX_TITLE_LENGTH = 300;
const MAX_NAME_LENGTH = 200;
/** Start of the key of an instance about a symbol of a group. */
const SYMBOL = 'symbol:';

/** Looks up vessels and aircraft. */
export interface EntityLookup {
  find(entity: string): { name: string | null; position: Place | null } | undefined;
}

/** Returns the title of an alert, the objects that it is about, the name of its entity, and its place. */
export function contextOf(
  rule: AlertRule,
  { key, explanation }: AlertTransition,
  lookup: EntityLookup,
): Pick<Alert, 'title' | 'entityName' | 'symbols' | 'entities' | 'place'> {
  const member = key.startsWith(SYMBOL) ? key.slice(SYMBOL.length) : undefined;
  const entityName = key === '' || member !== undefined ? null : nameOf(key, lookup);
  const leaves = [...leavesOf(rule.condition)].map(({ condition }) => condition);
  const records = explanation.flatMap((leaf) => (leaf.isTrue === true ? leaf.records : []));
  const entities = [
    ...(key === '' || member !== undefined ? [] : [key]),
    ...leaves.flatMap(entitiesOf),
    ...records
      .filter(({ type }) => type !== 'symbol')
      .map(({ type, id }) => (id.startsWith(`${type}:`) ? id : `${type}:${id}`)),
  ];
  const ofScreens = explanation.flatMap(({ type, isTrue, records: found }) =>
    type === 'saved_search' && isTrue === true ? found.flatMap((one) => (one.type === 'symbol' ? [one.id] : [])) : [],
  );
  const symbols = [
    ...(member === undefined ? [] : [member]),
    ...leaves.flatMap((leaf) => ('symbol' in leaf && leaf.symbol !== undefined ? [leaf.symbol] : [])),
    ...ofScreens,
  ];
  return {
    title: titleOf(rule.name, member ?? key, entityName),
    entityName,
    symbols: [...new Set(symbols)].filter((symbol) => symbol !== MEMBER_SYMBOL),
    entities: [...new Set(entities)].filter((entity) => entity !== MEMBER_ENTITY).slice(0, MAX_ENTITIES),
    place: placeOf(key, leaves, lookup),
  };
}

function titleOf(rule: string, key: string, name: string | null): string {
  if (key === '') return rule;
  return `${rule}: ${name === null ? key : `${name} (${key})`}`.slice(0, MAX_TITLE_LENGTH);
}

/** Returns the name of an entity; null without a known name. */
function nameOf(key: string, lookup: EntityLookup): string | null {
  const name = lookup.find(key)?.name?.slice(0, MAX_NAME_LENGTH) ?? '';
  return name === '' ? null : name;
}

function entitiesOf(leaf: Leaf): string[] {
  if (leaf.type === 'proximity') return 'entity' in leaf.other ? [leaf.entity, leaf.other.entity] : [leaf.entity];
  if (leaf.type === 'entity_silent') return [leaf.entity];
  if (leaf.type === 'event_near' && leaf.entity !== undefined) return [leaf.entity];
  return [];
}

/** Returns the position of the alert's entity, otherwise a place that a leaf names; null without both. */
function placeOf(key: string, leaves: readonly Leaf[], lookup: EntityLookup): Place | null {
  for (const entity of [...(key === '' ? [] : [key]), ...leaves.flatMap(entitiesOf)]) {
    const position = lookup.find(entity)?.position;
    if (position != null) return { lat: position.lat, lon: position.lon };
  }
  for (const leaf of leaves) {
    if (leaf.type === 'event_near' && leaf.center !== undefined) return { lat: leaf.center.lat, lon: leaf.center.lon };
    if (leaf.type === 'proximity' && 'position' in leaf.other)
      return { lat: leaf.other.position.lat, lon: leaf.other.position.lon };
  }
  return null;
}
