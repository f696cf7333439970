import { Dto, Field } from '../../../api/field.js';
import { choice, list, type Rule, union } from '../../../api/rules.js';
import { MAX_LEAVES } from '../condition.js';
import {
  EntitySilentCondition,
  EventNearCondition,
  FeedStaleCondition,
  GeofenceCondition,
  NewsMatchCondition,
  PortfolioCondition,
  ProximityCondition,
  SavedSearchCondition,
} from './leaf.dto.js';
import { IndicatorCondition, PriceChangeCondition, PriceCondition, VolumeSpikeCondition } from './market-leaf.dto.js';

const price = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 };

@Dto('True while all of its conditions are true. Conditions over many vessels or aircraft refer to the same one.')
export class AllCondition {
  @Field('The type of condition.', choice(['all']), { example: 'all' })
  type!: 'all';

  @Field('The conditions that must all be true.', list(conditionRule(), MAX_LEAVES, 1), { example: [price] })
  conditions!: object[];
}

@Dto('True while at least one of its conditions is true.')
export class AnyCondition {
  @Field('The type of condition.', choice(['any']), { example: 'any' })
  type!: 'any';

  @Field('The conditions of which at least one must be true.', list(conditionRule(), MAX_LEAVES, 1), {
    example: [price],
  })
  conditions!: object[];
}

@Dto('True while its condition is false; unknown while it is unknown.')
export class NotCondition {
  @Field('The type of condition.', choice(['not']), { example: 'not' })
  type!: 'not';

  @Field('The condition that must be false.', conditionRule(), { example: price })
  condition!: object;
}

/**
 * Validation of a condition: a leaf, or conditions joined by `all`, `any` and `not`. Classes are looked up when used,
 * because the union is recursive.
 */
export function conditionRule(): Rule {
  return union('type', {
    all: () => AllCondition,
    any: () => AnyCondition,
    not: () => NotCondition,
    price: () => PriceCondition,
    price_change: () => PriceChangeCondition,
    volume_spike: () => VolumeSpikeCondition,
    indicator: () => IndicatorCondition,
    geofence: () => GeofenceCondition,
    proximity: () => ProximityCondition,
    entity_silent: () => EntitySilentCondition,
    event_near: () => EventNearCondition,
    feed_stale: () => FeedStaleCondition,
    news_match: () => NewsMatchCondition,
    portfolio: () => PortfolioCondition,
    saved_search: () => SavedSearchCondition,
  });
}

export const conditionDescription =
  'The condition, a tree of at most 5 levels and 20 leaves: `all`, `any` and `not` join conditions; ' +
  'every other type is a leaf, which observes one thing.';
