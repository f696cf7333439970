import { Dto, Field } from '../../../../api/field.js';
import { choice, integer, list, nullable, number, object, optional, timestamp } from '../../../../api/rules.js';
import { type Layer, layers } from '../../layer.js';
import { defaultPolicy, type FencePolicy } from '../geofence.js';
import { entityRule } from './geofence-rules.js';

const DAYS_30 = 2_592_000;
const hysteresis = () => number(0, 10_000);
const minStay = () => integer(0, 3_600);
const dwell = () => nullable(integer(1, DAYS_30));
const accuracy = () => nullable(number(1, 100_000));
const atCreation = () => choice(['ignore', 'enter']);
const which = () => list(choice(layers), 2, 1);
const only = () => nullable(list(entityRule(), 100, 1));
const altitude = () => nullable(integer(-2_000, 150_000));

const says = {
  hysteresisMeters:
    'Distance in meters that an object must be outside before it counts as exited. This prevents repeated ' +
    'entries and exits on the edge.',
  minStaySeconds:
    'Minimum stay in seconds. The entry is published by the first report at least this long after the first ' +
    'report inside; an object that leaves before produces no event. 0 publishes the entry at once.',
  dwellSeconds:
    'Seconds inside after which `geofence.dwelled` is published, once per stay: with the first later report ' +
    'that is still inside, or, if the object stops reporting, at that time plus twice the delay of its latest ' +
    'report. Null: never.',
  accuracyGateMeters:
    'Reports known to be less accurate than this, in meters, are ignored. Null: no report is ignored. Most ' +
    'reports do not include their accuracy.',
  insideAtCreation:
    'Treatment of objects that are already inside when the geofence is created, changed, or active again: ' +
    '`ignore` makes them members without an event, `enter` publishes their entry.',
  layers: 'The kinds of objects that the geofence watches.',
  entities:
    'Only these objects, each as `vessel:` with an MMSI or `aircraft:` with a 24-bit address. Null: all ' +
    'objects of the layers, except base stations and aids to navigation, which do not move.',
  altitudeFeet:
    'Only aircraft between these pressure altitudes. An aircraft exits when it is more than 200 ft outside the ' +
    'band; a report without an altitude is ignored. It does not apply to vessels. Null: at any altitude.',
  expiresAt:
    'When the geofence expires (UTC). Exits of its members are published and the geofence is deleted. Null: never.',
};
const bandExample = { min: null, max: 10_000 };

@Dto('A band of pressure altitudes.')
export class AltitudeBandDto {
  @Field('The lowest altitude in feet; null for no limit.', optional(altitude()), { default: null, example: null })
  min: number | null = null;

  @Field('The highest altitude in feet, greater than `min`; null for no limit.', optional(altitude()), {
    default: null,
    example: 10_000,
  })
  max: number | null = null;
}

@Dto(
  'Objects that a geofence watches, and timing of its events. A report that arrives after a later one ' +
    'of the same object is ignored. Two reports on opposite sides of a geofence produce no event.',
)
export class NewGeofencePolicyDto {
  @Field(says.hysteresisMeters, optional(hysteresis()), { default: defaultPolicy.hysteresisMeters, example: 50 })
  hysteresisMeters: number = defaultPolicy.hysteresisMeters;

  @Field(says.minStaySeconds, optional(minStay()), { default: defaultPolicy.minStaySeconds, example: 0 })
  minStaySeconds: number = defaultPolicy.minStaySeconds;

  @Field(says.dwellSeconds, optional(dwell()), { default: null, example: 3_600 })
  dwellSeconds: number | null = null;

  @Field(says.accuracyGateMeters, optional(accuracy()), { default: null, example: null })
  accuracyGateMeters: number | null = null;

  @Field(says.insideAtCreation, optional(atCreation()), { default: defaultPolicy.insideAtCreation, example: 'ignore' })
  insideAtCreation: FencePolicy['insideAtCreation'] = defaultPolicy.insideAtCreation;

  @Field(says.layers, optional(which()), { default: defaultPolicy.layers, example: ['vessels'] })
  layers: Layer[] = defaultPolicy.layers;

  @Field(says.entities, optional(only()), { default: null, example: null })
  entities: string[] | null = null;

  @Field(says.altitudeFeet, optional(nullable(object(() => AltitudeBandDto))), { default: null, example: null })
  altitudeFeet: AltitudeBandDto | null = null;

  @Field(says.expiresAt, optional(nullable(timestamp())), { default: null, example: null })
  expiresAt: string | null = null;
}

@Dto('Objects that a geofence watches, and timing of its events.')
export class GeofencePolicyDto {
  @Field(says.hysteresisMeters, hysteresis(), { example: 50 })
  hysteresisMeters!: number;

  @Field(says.minStaySeconds, minStay(), { example: 0 })
  minStaySeconds!: number;

  @Field(says.dwellSeconds, dwell(), { example: 3_600 })
  dwellSeconds!: number | null;

  @Field(says.accuracyGateMeters, accuracy(), { example: null })
  accuracyGateMeters!: number | null;

  @Field(says.insideAtCreation, atCreation(), { example: 'ignore' })
  insideAtCreation!: FencePolicy['insideAtCreation'];

  @Field(says.layers, which(), { example: ['vessels'] })
  layers!: Layer[];

  @Field(says.entities, only(), { example: null })
  entities!: string[] | null;

  @Field(says.altitudeFeet, nullable(object(() => AltitudeBandDto)), { example: bandExample })
  altitudeFeet!: AltitudeBandDto | null;

  @Field(says.expiresAt, nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  static from(policy: FencePolicy, expiresAt: Date | null): GeofencePolicyDto {
    const {
      hysteresisMeters,
      minStaySeconds,
      dwellSeconds,
      accuracyGateMeters,
      insideAtCreation,
      layers,
      entities,
      altitudeFeet,
    } = policy;
    const rules = {
      hysteresisMeters,
      minStaySeconds,
      dwellSeconds,
      accuracyGateMeters,
      insideAtCreation,
      layers,
      entities,
      altitudeFeet,
    };
    return Object.assign(new GeofencePolicyDto(), rules, { expiresAt: expiresAt?.toISOString() ?? null });
  }
}
