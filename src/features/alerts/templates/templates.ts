import type { Condition, Place } from '../condition.js';
import type { RuleInput } from '../rules/rule-request.js';

/** Values with which a template is filled in. */
export interface TemplateValues {
  symbols: readonly string[];
  place: Place;
  geofenceId: string;
  entities: readonly string[];
  feed: string;
}

export type TemplateValue = 'symbol' | 'lat' | 'lon' | 'geofenceId' | 'entity' | 'feed';

/** A rule that needs only a few values of the caller. */
export interface Template {
  id: string;
  name: string;
  description: string;
  /** Values that a caller should choose. */
  values: readonly TemplateValue[];
  rule(values: TemplateValues): RuleInput;
}

/**
 * Values for placeholders that a caller does not fill in: Apple, the Strait of Hormuz, and placeholders for objects
 * that only the caller has.
 */
export const exampleValues: TemplateValues = {
  symbols: ['AAPL.US'],
  place: { lat: 26.57, lon: 56.25 },
  geofenceId: '00000000-0000-7000-8000-000000000000',
  entities: ['vessel:219024336'],
  feed: 'markets.simulator',
};

/** Returns one condition for each value, joined with `any` if there are several. */
const anyOf = (values: readonly string[], of: (value: string) => Condition): Condition =>
  values.length === 1 ? of(values[0] as string) : { type: 'any', conditions: values.map(of) };

const named = (symbols: readonly string[]) =>
  symbols.length > 3 ? `${symbols.slice(0, 3).join(', ')} and others` : symbols.join(', ');

export const templates: readonly Template[] = [
  {
    id: 'price_level',
    name: 'Price above a level',
    description: 'Fires when a price rises above a level, and is resolved when it falls one percent below it.',
    values: ['symbol'],
    rule: ({ symbols }) => ({
      name: `${named(symbols)} above 250`,
      condition: anyOf(symbols, (symbol) => ({
        type: 'price',
        symbol,
        operator: 'above',
        threshold: 250,
        recoveryThreshold: 247.5,
      })),
    }),
  },
  {
    id: 'price_drop',
    name: 'Drop of 5 % on a watchlist',
    description:
      'Fires when the price of any of the symbols falls by more than 5 % within a day. Pass the symbols of a ' +
      'watchlist, at most 20.',
    values: ['symbol'],
    rule: ({ symbols }) => ({
      name: `${named(symbols)}: down 5 % in a day`,
      cooldownSeconds: 3_600,
      condition: anyOf(symbols, (symbol) => ({
        type: 'price_change',
        symbol,
        windowSeconds: 86_400,
        operator: 'below',
        percent: -5,
        recoveryThreshold: -4,
      })),
    }),
  },
  {
    id: 'rsi_oversold',
    name: 'RSI below 30',
    description:
      'Fires when the relative strength index of hourly candles falls below 30, and is resolved when it rises ' +
      'above 35.',
    values: ['symbol'],
    rule: ({ symbols }) => ({
      name: `${named(symbols)}: RSI below 30`,
      severity: 'info',
      condition: anyOf(symbols, (symbol) => ({
        type: 'indicator',
        symbol,
        interval: '1h',
        indicator: 'rsi:14',
        operator: 'below',
        threshold: 30,
        recoveryThreshold: 35,
      })),
    }),
  },
  {
    id: 'volume_spike',
    name: 'Unusual volume',
    description: 'Fires when the volume of five minutes is three times what is usual.',
    values: ['symbol'],
    rule: ({ symbols }) => ({
      name: `${named(symbols)}: unusual volume`,
      severity: 'info',
      cooldownSeconds: 3_600,
      condition: anyOf(symbols, (symbol) => ({
        type: 'volume_spike',
        symbol,
        interval: '5m',
        factor: 3,
        lookback: 20,
      })),
    }),
  },
  {
    id: 'emergency_squawk',
    name: 'Emergency squawk near a place',
    description: 'Fires when an aircraft within 200 km of a place squawks 7500, 7600 or 7700.',
    values: ['lat', 'lon'],
    rule: ({ place }) => ({
      name: 'Emergency squawk nearby',
      severity: 'critical',
      condition: {
        type: 'event_near',
        center: place,
        radiusMeters: 200_000,
        eventType: 'emergency_squawk',
        windowSeconds: 3_600,
      },
    }),
  },
  {
    id: 'earthquake_near',
    name: 'Earthquake near a place',
    description: 'Fires when an earthquake of severity 3 or more happens within 300 km of a place.',
    values: ['lat', 'lon'],
    rule: ({ place }) => ({
      name: 'Earthquake nearby',
      condition: {
        type: 'event_near',
        center: place,
        radiusMeters: 300_000,
        eventType: 'earthquake',
        minSeverity: 3,
        windowSeconds: 86_400,
      },
    }),
  },
  {
    id: 'tanker_stopped',
    name: 'Tanker stopped in a strait',
    description:
      'Fires for each tanker that dwells in one of your geofences. Draw the geofence over the strait and set ' +
      'its `dwellSeconds`.',
    values: ['geofenceId'],
    rule: ({ geofenceId }) => ({
      name: 'Tanker stopped',
      condition: { type: 'geofence', geofenceId, transition: 'dwell', entityType: 'vessel', shipType: 'tanker' },
    }),
  },
  {
    id: 'geofence_entered',
    name: 'Entry to a geofence',
    description: 'Fires for each vessel or aircraft that enters one of your geofences, and is resolved when it leaves.',
    values: ['geofenceId'],
    rule: ({ geofenceId }) => ({
      name: 'Geofence entered',
      severity: 'info',
      condition: { type: 'geofence', geofenceId, transition: 'enter' },
    }),
  },
  {
    id: 'entity_silent',
    name: 'Vessel silent',
    description: 'Fires when a vessel or aircraft has not reported for half an hour although others have.',
    values: ['entity'],
    rule: ({ entities }) => ({
      name: 'Silent',
      condition: anyOf(entities, (entity) => ({ type: 'entity_silent', entity, seconds: 1_800 })),
    }),
  },
  {
    id: 'feed_stale',
    name: 'Feed silent',
    description: 'Fires when a feed has not delivered data for five minutes.',
    values: ['feed'],
    rule: ({ feed }) => ({
      name: `Feed ${feed} is silent`,
      severity: 'critical',
      condition: { type: 'feed_stale', feed, seconds: 300 },
    }),
  },
  {
    id: 'oil_and_strait',
    name: 'Oil price, a stopped tanker and an event, together',
    description:
      'Fires when crude oil is above a price, while a tanker dwells in one of your geofences, while an event ' +
      'of severity 3 or more is near.',
    values: ['symbol', 'geofenceId', 'lat', 'lon'],
    rule: ({ symbols, geofenceId, place }) => ({
      name: 'Trouble in the strait',
      severity: 'critical',
      condition: {
        type: 'all',
        conditions: [
          anyOf(symbols, (symbol) => ({ type: 'price', symbol, operator: 'above', threshold: 80 })),
          { type: 'geofence', geofenceId, transition: 'dwell', entityType: 'vessel', shipType: 'tanker' },
          { type: 'event_near', center: place, radiusMeters: 500_000, minSeverity: 3, windowSeconds: 86_400 },
        ],
      },
    }),
  },
];
