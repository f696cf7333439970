import { Dto, Field } from '../../../../openapi/field.js';
import { choice, integer, list, nullable, number, object, optional, timestamp } from '../../../../openapi/rules.js';
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
  hysteresisMeters: 'Who is inside has left only when a report is farther outside than this, in metres: nobody on the edge comes and goes all the time.',
  minStaySeconds:
    'A coming is told by the first report at least so many seconds after the first one inside; who leaves before is not told of at all. 0 tells it at once.',
  dwellSeconds:
    'A stay of so many seconds is published once, by the times of the reports: when a report shows the object still inside after it, or, when the object falls silent inside, at that time by the clock plus twice the delay of its latest report. Null: never.',
  accuracyGateMeters: 'Reports known to be less accurate than this, in metres, decide nothing. Null: every report decides. Few say how accurate they are.',
  insideAtCreation:
    'What is inside already when the fence is made or changed, or when what it is around is seen again: `ignore` takes it in without a word, `enter` tells that it has come.',
  layers: 'What it is for.',
  entities: 'Only these, each as `vessel:` with an MMSI or `aircraft:` with a 24-bit address. Null: everything of the layers.',
  altitudeFeet:
    'Only aircraft at these pressure altitudes, which have left when they are more than 200 ft outside them; a report without an altitude decides nothing. Ships are not asked. Null: at any altitude.',
  expiresAt: 'When it ends by itself (UTC): who is inside is then told as gone, and the fence is no more. Null: never.',
};
const bandExample = { min: null, max: 10_000 };

@Dto('A band of pressure altitudes.')
export class AltitudeBandDto {
  @Field('The lowest, in feet; null for none.', optional(altitude()), { default: null, example: null })
  min: number | null = null;

  @Field('The highest, in feet, above the lowest; null for none.', optional(altitude()), { default: null, example: 10_000 })
  max: number | null = null;
}

@Dto('What is told of a geofence. Reports that come late, after a later one of the same object, never tell anything; nor do two reports on both sides of it.')
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

@Dto('What is told of a geofence.')
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
    const { hysteresisMeters, minStaySeconds, dwellSeconds, accuracyGateMeters, insideAtCreation, layers, entities, altitudeFeet } = policy;
    const rules = { hysteresisMeters, minStaySeconds, dwellSeconds, accuracyGateMeters, insideAtCreation, layers, entities, altitudeFeet };
    return Object.assign(new GeofencePolicyDto(), rules, { expiresAt: expiresAt?.toISOString() ?? null });
  }
}
