import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, object, objects, text, timestamp } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { readSources, SIMULATOR, type SourceRecord } from '../data-origin.js';
import type { HoldingReport } from '../holding.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';

export const holdingPatterns = ['racetrack', 'orbit'] as const;
const directions = ['left', 'right'] as const;

@Dto('An aircraft began or ended a holding pattern.')
export class HoldingChangedDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address.',
    text(6, 7, /^~?[0-9a-f]{6}$/, 'six hexadecimal digits'),
    { example: '4ca2d6' },
  )
  icao24!: string;

  @Field('Callsign; null if unknown.', nullable(text(1, 120)), { example: 'EIN123' })
  callsign!: string | null;

  @Field('A short title.', text(1, 300), { example: 'EIN123: holding pattern' })
  title!: string;

  @Field('Explanation of the detection: turns, extent, duration, altitude and the limits.', text(1, 1_000), {
    example:
      'Turned 725 degrees to the right within 9.2 km in 8 minutes at 7000 ft. Limits: 720 degrees in one direction ' +
      'within 30 km, with at most 4 minutes between turns.',
  })
  explanation!: string;

  @Field(
    'The first position of the pattern.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('`racetrack`: turns with straight legs between them; `orbit`: one continuous turn.', choice(holdingPatterns), {
    example: 'racetrack',
  })
  pattern!: string;

  @Field('Direction of the turns.', choice(directions), { example: 'right' })
  direction!: string;

  @Field('Sum of the turns in degrees; 720 is two full patterns.', integer(0, 1_000_000), { example: 725 })
  turnedDegrees!: number;

  @Field('Greatest distance from the first position of the pattern, in meters.', integer(0, 100_000), {
    example: 9_200,
  })
  extentMeters!: number;

  @Field('Barometric altitude in feet; null if unknown.', nullable(integer(-2_000, 130_000)), { example: 7_000 })
  altitudeFeet!: number | null;

  @Field('Seconds from the first to the last turn.', integer(0, 10_000_000), { example: 482 })
  durationSeconds!: number;

  @Field('When the pattern began (UTC), two full turns before the detection.', timestamp(), {
    example: '2026-11-20T18:02:00.000Z',
  })
  startedAt!: string;

  @Field('Time of the last turn (UTC); null while the aircraft holds.', nullable(timestamp()), { example: null })
  endedAt!: string | null;

  @Field('Whether the aircraft is simulated; then it did not hold.', flag(), { example: false })
  simulated!: boolean;

  @Field(
    'The records that this service derived the holding from, with their providers.',
    objects(SourceRecordDto, 20),
    {
      example: [{ record: 'aircraft:4ca2d6', provider: 'adsblol' }],
    },
  )
  derivedFrom!: SourceRecord[];

  static from({ title, position, startedAt, endedAt, entities = [], details = {} }: HoldingReport): HoldingChangedDto {
    const derivedFrom = readSources(details.derivedFrom);
    const [entity = ''] = entities;
    const number = (name: string) => Math.round(Number(details[name] ?? 0));
    const altitudeFeet = typeof details.altitudeFeet === 'number' ? Math.round(details.altitudeFeet) : null;
    const values = {
      pattern: String(details.pattern),
      direction: String(details.direction),
      turnedDegrees: number('turnedDegrees'),
      extentMeters: number('extentMeters'),
      altitudeFeet,
      durationSeconds: number('durationSeconds'),
    };
    return {
      icao24: entity.slice('aircraft:'.length),
      callsign: typeof details.callsign === 'string' ? details.callsign : null,
      title,
      explanation: explanationOf(values, number('turnLimitDegrees'), number('extentLimitMeters')),
      position,
      ...values,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      simulated: derivedFrom.some(({ provider }) => provider === SIMULATOR),
      derivedFrom,
    };
  }
}

function explanationOf(
  {
    direction,
    turnedDegrees,
    extentMeters,
    altitudeFeet,
    durationSeconds,
  }: Pick<HoldingChangedDto, 'direction' | 'turnedDegrees' | 'extentMeters' | 'altitudeFeet' | 'durationSeconds'>,
  turnLimit: number,
  extentLimit: number,
): string {
  const altitude = altitudeFeet === null ? '' : ` at ${altitudeFeet} ft`;
  const minutes = Math.round(durationSeconds / 60);
  return (
    `Turned ${turnedDegrees} degrees to the ${direction} within ${(extentMeters / 1_000).toFixed(1)} km in ${minutes} ` +
    `minutes${altitude}. Limits: ${turnLimit} degrees in one direction within ${extentLimit / 1_000} km, with at most ` +
    '4 minutes between turns.'
  );
}

const facets = ({ icao24, position }: HoldingChangedDto): Facets => ({
  keys: [`aircraft:${icao24}`],
  severity: 2,
  place: { latitude: position.lat, longitude: position.lon },
});

const example: HoldingChangedDto = {
  icao24: '4ca2d6',
  callsign: 'EIN123',
  title: 'EIN123: holding pattern',
  explanation: explanationOf(
    { direction: 'right', turnedDegrees: 725, extentMeters: 9_200, altitudeFeet: 7_000, durationSeconds: 482 },
    720,
    30_000,
  ),
  position: { lat: 53.61, lon: -6.44 },
  pattern: 'racetrack',
  direction: 'right',
  turnedDegrees: 725,
  extentMeters: 9_200,
  altitudeFeet: 7_000,
  durationSeconds: 482,
  startedAt: '2026-11-20T18:02:00.000Z',
  endedAt: null,
  simulated: false,
  derivedFrom: [{ record: 'aircraft:4ca2d6', provider: 'adsblol' }],
};

const shared = {
  family: 'holding',
  data: HoldingChangedDto,
  subject: 'aircraft:4ca2d6',
  audience: 'public',
  severities: [2],
  tag: 'geospatial',
  facets,
} as const;

export const holdingStarted = new EventType<HoldingChangedDto>({
  ...shared,
  type: 'holding.started',
  description: 'An aircraft has made two full turns in one direction within a small area, as in a holding pattern.',
  example,
  title: ({ title }) => title,
});

export const holdingEnded = new EventType<HoldingChangedDto>({
  ...shared,
  type: 'holding.ended',
  description: 'An aircraft has left its holding pattern, or is no longer received.',
  example: { ...example, endedAt: '2026-11-20T18:20:00.000Z', turnedDegrees: 1_440, durationSeconds: 960 },
  title: ({ title }) => `Ended: ${title}`,
});
