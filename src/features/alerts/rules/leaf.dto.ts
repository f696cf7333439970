import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, line, list, number, object, optional, text, uuid } from '../../../api/rules.js';
import { patternShape } from '../../../events/event-catalog.js';
import { DAY_MS, SECOND_MS } from '../../../time/durations.js';
import { shipTypes } from '../../geospatial/ais/ship-type.js';
import { geoEventTypes } from '../../geospatial/geo-event.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { type ScreenTransition, screenTransitions } from '../condition.js';

/** Maximum distance of a condition (m): a quarter of the Earth's circumference. */
const MAX_RADIUS_METERS = 10_000_000;
/** Maximum length of a window of a condition: 30 days. */
const MAX_WINDOW_SECONDS = (30 * DAY_MS) / SECOND_MS;

const entity = () =>
  text(13, 18, /^(?:vessel:\d{9}|aircraft:~?[0-9a-f]{6})$/, 'a vessel or an aircraft such as vessel:219024336');
const radius = () => number(1, MAX_RADIUS_METERS);
const window = () => integer(60, MAX_WINDOW_SECONDS);
const entityDescription = 'A vessel or aircraft: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.';

@Dto('A group of vessels and aircraft. Members that join or leave it later are followed.')
export class EntityGroup {
  @Field('The id of one of your fleets.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  fleetId!: string;
}

/** Declares the field for a fleet instead of one vessel or aircraft. */
const EntitiesField = (more: string): PropertyDecorator =>
  Field(
    `Evaluates the rule for each member of a fleet, at most 500, and has one alert for each. ${more}`,
    optional(object(() => EntityGroup)),
    { omitFromExample: true },
  );
const standsFor = '`entity` is then `vessel:000000000`, which stands for each member.';

@Dto('A place on the map (WGS 84).')
export class ConditionPlace {
  @Field('Latitude in degrees, north positive.', number(-90, 90), { example: 51.9052 })
  lat!: number;

  @Field('Longitude in degrees, east positive.', number(-180, 180), { example: 4.1027 })
  lon!: number;
}

@Dto(
  'True for each vessel or aircraft that entered, exited, dwells in or is inside one of your geofences. Each ' +
    'has its own alert.',
)
export class GeofenceCondition {
  @Field('The type of condition.', choice(['geofence']), { example: 'geofence' })
  type!: 'geofence';

  @Field('The id of one of your geofences.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  geofenceId!: string;

  @Field(
    '`enter`: true from the entry to the exit, for objects that really came in; `exit`: true from the exit until ' +
      'the object enters again or a minute has passed; `dwell`: true from the dwell to the exit, by `dwellSeconds` ' +
      'of the geofence; `inside`: true while inside, also from the start.',
    choice(['enter', 'exit', 'dwell', 'inside']),
    { example: 'dwell' },
  )
  transition!: 'enter' | 'exit' | 'dwell' | 'inside';

  @EntitiesField('Only these vessels and aircraft count.') entities?: EntityGroup;

  @Field('Only vessels, or only aircraft; both by default.', optional(choice(['vessel', 'aircraft'])), {
    example: 'vessel',
  })
  entityType?: 'vessel' | 'aircraft';

  @Field('Only vessels of this type.', optional(choice(shipTypes)), { example: 'tanker' })
  shipType?: string;

  @Field(
    'Only stays of at least this many seconds; with `dwell`. Default: `dwellSeconds` of the geofence.',
    optional(integer(1, MAX_WINDOW_SECONDS)),
    { example: 3_600 },
  )
  minDwellSeconds?: number;

  @Field(
    'With `enter`: also objects that are inside when they are first seen, or seen again after a silence ' +
      '(`reason: appeared`), such as a vessel that switches its AIS on. Default: false.',
    optional(flag()),
    { omitFromExample: true, example: true },
  )
  includeAppeared?: boolean;
}

@Dto('The other side of a distance: either `entity` or `position`.')
export class ProximityTarget {
  @Field(`${entityDescription}`, optional(entity()), { example: 'vessel:244660000' })
  entity?: string;

  @Field('A fixed place.', optional(object(() => ConditionPlace)), { omitFromExample: true })
  position?: ConditionPlace;
}

@Dto('True while a vessel or aircraft is within a distance of another one, or of a place.')
export class ProximityCondition {
  @Field('The type of condition.', choice(['proximity']), { example: 'proximity' })
  type!: 'proximity';

  @Field(entityDescription, entity(), { example: 'vessel:219024336' })
  entity!: string;

  @EntitiesField(standsFor) entities?: EntityGroup;

  @Field(
    'The other object or position.',
    object(() => ProximityTarget),
  )
  other!: ProximityTarget;

  @Field('The distance in meters.', radius(), { example: 2_000 })
  radiusMeters!: number;
}

@Dto('True while a vessel or aircraft has not reported for a time, unless its feed is silent as well.')
export class EntitySilentCondition {
  @Field('The type of condition.', choice(['entity_silent']), { example: 'entity_silent' })
  type!: 'entity_silent';

  @Field(entityDescription, entity(), { example: 'vessel:219024336' })
  entity!: string;

  @EntitiesField(standsFor) entities?: EntityGroup;

  @Field('The time without a report, in seconds.', integer(60, MAX_WINDOW_SECONDS), { example: 1_800 })
  seconds!: number;
}

@Dto(
  'True while an event is within a distance of a place, of a vessel or aircraft, or of a portfolio. Give exactly ' +
    'one of `center`, `entity`, `entities` and `portfolioId`. With `loggedEventTypes`, true while the number of ' +
    'events in the log is from `minEvents` to `maxEvents`.',
)
export class EventNearCondition {
  @Field('The type of condition.', choice(['event_near']), { example: 'event_near' })
  type!: 'event_near';

  @Field('A fixed place.', optional(object(() => ConditionPlace)))
  center?: ConditionPlace;

  @Field(`${entityDescription}`, optional(entity()), { omitFromExample: true, example: 'vessel:219024336' })
  entity?: string;

  @EntitiesField('It replaces `entity`.') entities?: EntityGroup;

  @Field('The id of one of your portfolios: the places of its holdings.', optional(uuid()), { omitFromExample: true })
  portfolioId?: string;

  @Field('The distance in meters. With `loggedEventTypes` it is used only with `center`.', radius(), {
    example: 250_000,
  })
  radiusMeters!: number;

  @Field('Minimum severity of the event, from 1 (minor) to 5 (critical); 1 by default.', optional(integer(1, 5)), {
    example: 3,
  })
  minSeverity?: number;

  @Field(
    'Only events of this type, as in `GET /geospatial/events`; all types by default.',
    optional(choice(geoEventTypes)),
    { example: 'earthquake' },
  )
  eventType?: string;

  @Field('Time for which an event counts after its publication, in seconds.', window(), { example: 86_400 })
  windowSeconds!: number;

  @Field(
    'True while at least this number of events count. Default: 1, or 0 with `maxEvents`.',
    optional(integer(0, 1_000)),
    { omitFromExample: true, example: 5 },
  )
  minEvents?: number;

  @Field(
    'With `loggedEventTypes`: true while at most this number of events count, such as 0 while there is no event.',
    optional(integer(0, 999)),
    { omitFromExample: true, example: 0 },
  )
  maxEvents?: number;

  @Field(
    'Counts events of the event log of these types instead of geo events: those that you can see. A name such as ' +
      '`geofence.entered`, or a pattern such as `alert.*`; see `GET /subscriptions/event-types`.',
    optional(
      list(
        text(1, 100, patternShape, 'a type of events such as geofence.entered, or a pattern such as alert.*'),
        20,
        1,
      ),
    ),
    { omitFromExample: true, example: ['geofence.entered'] },
  )
  loggedEventTypes?: string[];

  @Field(
    'With `loggedEventTypes`: only events about at least one of these objects, such as `symbol:AAPL.US`, ' +
      '`vessel:219024336` or `geofence:<id>`. Default: all.',
    optional(list(line(1, 200), 20, 1)),
    { omitFromExample: true, example: ['vessel:219024336'] },
  )
  loggedEventKeys?: string[];
}

@Dto('True while a feed has not delivered data for a time.')
export class FeedStaleCondition {
  @Field('The type of condition.', choice(['feed_stale']), { example: 'feed_stale' })
  type!: 'feed_stale';

  @Field('The feed, as in `GET /health/feeds`.', text(1, 100, /^[a-z0-9][a-z0-9._-]*$/, 'the name of a feed'), {
    example: 'markets.simulator',
  })
  feed!: string;

  @Field('The time without a success, in seconds.', integer(10, MAX_WINDOW_SECONDS), { example: 300 })
  seconds!: number;
}

@Dto('True while enough articles of a window match a query.')
export class NewsMatchCondition {
  @Field('The type of condition.', choice(['news_match']), { example: 'news_match' })
  type!: 'news_match';

  @Field('The query, as in `GET /news`.', text(1, 512), { example: 'strait closure' })
  q!: string;

  @Field('Length of the window in seconds.', window(), { example: 3_600 })
  windowSeconds!: number;

  @Field('Minimum number of articles; 1 by default.', optional(integer(1, 1_000)), { example: 3 })
  minArticles?: number;

  @Field('Minimum number of independent owners of their sources; 1 by default.', optional(integer(1, 100)), {
    example: 2,
  })
  minOwners?: number;
}

@Dto('True while a figure of one of your portfolios is above or below a threshold.')
export class PortfolioCondition {
  @Field('The type of condition.', choice(['portfolio']), { example: 'portfolio' })
  type!: 'portfolio';

  @Field('The id of one of your portfolios.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  portfolioId!: string;

  @Field(
    'The figure: `value`, `cash` or `dayChange` in the base currency, or `dayReturn` or `drawdown` as a ' +
      'fraction; with a `symbol` `value` or `weight`. A `drawdown` of 0.1 is 10 % below the highest index so far.',
    text(1, 40, /^[a-z][a-zA-Z0-9_]*$/, 'the name of a figure'),
    { example: 'drawdown' },
  )
  metric!: string;

  @Field(
    'The holding, for figures of one holding such as `weight`.',
    optional(text(3, 33, /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/, 'a symbol such as AAPL.US')),
    {
      omitFromExample: true,
      example: 'AAPL.US',
    },
  )
  symbol?: string;

  @Field(
    '`above`: true while the figure is greater than the threshold; `below`: while it is less.',
    choice(['above', 'below']),
    { example: 'above' },
  )
  operator!: 'above' | 'below';

  @Field(
    'The threshold: money in the base currency of the portfolio, shares as fractions (0.05 is 5 %).',
    number(-1e15, 1e15),
    { example: 0.1 },
  )
  threshold!: number;

  @Field('Used instead of `threshold` while the alert is open.', optional(number(-1e15, 1e15)), { example: 0.08 })
  recoveryThreshold?: number;
}

@Dto(
  'True for a time after one of your saved searches has a new result, or, with `transition`, by the instruments that ' +
    'meet one of your screens.',
)
export class SavedSearchCondition {
  @Field('The type of condition.', choice(['saved_search']), { example: 'saved_search' })
  type!: 'saved_search';

  @Field('The id of one of your saved searches; with `transition`, of one of your screens.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  savedSearchId!: string;

  @Field('Time for which a result, an entry or an exit counts, in seconds.', window(), { example: 3_600 })
  windowSeconds!: number;

  @Field(
    'For a screen. `enter`: true after an instrument begins to meet it; `leave`: after one ceases to; `inside`: true ' +
      'while at least one meets it, whatever the window. Missing values neither begin nor end a match.',
    optional(choice(screenTransitions)),
    { omitFromExample: true, example: 'enter' },
  )
  transition?: ScreenTransition;

  @Field('Only this instrument of the screen, case-insensitive; all by default.', optional(symbolRule), {
    omitFromExample: true,
    example: 'AAPL.US',
  })
  symbol?: string;
}
