import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, integer, nullable, number, object, text } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { PositionDto } from '../position.dto.js';
import { type VesselGroup, vesselGroupNames, vesselGroups } from './flow-symbols.js';

@Dto('The passages of a day across a line differed strongly from its baseline.')
export class UnusualFlowDto {
  @Field('The flow, as in `GET /geospatial/flows/{id}`.', text(1, 36), { example: 'hormuz' })
  flowId!: string;

  @Field('The name of the flow.', text(1, 100), { example: 'Strait of Hormuz' })
  name!: string;

  @Field('The vessels whose passages are most unusual.', choice(vesselGroupNames), { example: 'tanker' })
  vessels!: VesselGroup;

  @Field('The symbol of these passages for `GET /markets/candles/{symbol}`.', text(6, 29), {
    example: 'HORMUZ-TANKERS.FLOW',
  })
  symbol!: string;

  @Field('The day (UTC).', day(), { example: '2026-11-19' })
  day!: string;

  @Field('The number of passages on the day.', integer(0, 2_147_483_647), { example: 12 })
  passageCount!: number;

  @Field('Mean number of passages on the same weekday of the eight weeks before.', number(0), { example: 38.5 })
  baselineMean!: number;

  @Field(
    'Difference from `baselineMean` in standard deviations, which count as at least one passage and at least the ' +
      'square root of the mean.',
    number(),
    { example: -4.27 },
  )
  zScore!: number;

  @Field('The number of earlier days of the last 120 that could be compared with their baseline.', integer(0, 120), {
    example: 118,
  })
  comparedDays!: number;

  @Field(
    'Fraction of these days on which these passages were at least as far from their baseline; null below 28 days.',
    nullable(number(0, 1)),
    { example: 0.0085 },
  )
  baseRateFraction!: number | null;

  @Field('Fraction of the hours of the day in which this service counted.', number(0, 1), { example: 1 })
  countedFraction!: number;

  @Field('Fraction of the hours of the day in which a vessel near the line was received.', number(0, 1), {
    example: 0.96,
  })
  receivedFraction!: number;

  @Field(
    'A position on the line.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Whether the passages are those of simulated vessels; then they did not happen.', flag(), { example: false })
  simulated!: boolean;
}

@Dto('The passages of a day across a line of yours differed strongly from its baseline.')
export class UnusualLineDto extends UnusualFlowDto {}

/** Standard deviations from which the severity is 3. */
const GREAT_Z_SCORE = 6;

const facets = ({ flowId, symbol, zScore, position }: UnusualFlowDto): Facets => ({
  keys: [`flow:${flowId}`, `symbol:${symbol}`],
  severity: Math.abs(zScore) >= GREAT_Z_SCORE ? 3 : 2,
  place: { latitude: position.lat, longitude: position.lon },
});

const title = ({ name, vessels, passageCount, baselineMean, zScore, simulated }: UnusualFlowDto): string =>
  `${name}: ${passageCount} ${vesselGroups[vessels].words} in a day, ${Math.round(baselineMean)} expected ` +
  `(z ${zScore > 0 ? '+' : ''}${zScore.toFixed(1)})${simulated ? ' (simulated)' : ''}`;

export const flowUnusual = new EventType({
  type: 'flow.unusual',
  description:
    'The passages of a day across a line were at least four standard deviations from the mean of the same weekday of ' +
    'the eight weeks before, with the fraction of earlier days that were as unusual. Published once per line and day, ' +
    'after the day has ended, for the group of vessels that is most unusual. A day on which less than 0.9 of the hours ' +
    'were counted is not compared, and fewer passages with less reception near the line than on the days of the ' +
    'baseline are not published.',
  data: UnusualFlowDto,
  subject: 'flow:hormuz',
  audience: 'public',
  severities: [2, 3],
  tag: 'geospatial',
  facets,
  title,
});

export const flowLineUnusual = new EventType({
  type: 'flow.line_unusual',
  description:
    'The passages of a day across a line of yours were at least four standard deviations from the mean of the same ' +
    'weekday of the eight weeks before. Published under the conditions of `flow.unusual`, once per line and day; a new ' +
    'line has no baseline for four weeks.',
  data: UnusualLineDto,
  example: {
    flowId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    name: 'Maas approach',
    vessels: 'tanker',
    symbol: 'LINE-J9A7R9EK1-TANKERS.FLOW',
    day: '2026-11-19',
    passageCount: 3,
    baselineMean: 24.5,
    zScore: -4.34,
    comparedDays: 60,
    baseRateFraction: 0.0167,
    countedFraction: 1,
    receivedFraction: 0.96,
    position: { lat: 51.86, lon: 3.85 },
    simulated: false,
  },
  subject: 'flow:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  audience: 'owner',
  severities: [2, 3],
  tag: 'geospatial',
  facets,
  title,
});
