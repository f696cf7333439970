import { Dto, Field } from '../../../api/field.js';
import { day, flag, nullable, number, text, timestamp } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';

@Dto('An economic figure was published.')
export class ReleasePublishedDto {
  @Field('Title of the figure.', text(1, 300), { example: 'Unemployment rate' })
  title!: string;

  @Field('Country (ISO 3166-1 alpha-2); null if unknown.', nullable(text(2, 2)), { example: 'US' })
  country!: string | null;

  @Field('The reported period; null if unknown.', nullable(text(1, 50)), { example: '2026-10' })
  period!: string | null;

  @Field('The day of the publication, in the time zone of the publisher.', day(), { example: '2026-11-06' })
  day!: string;

  @Field('The exact time (UTC); null if the provider does not state it.', nullable(timestamp()), {
    example: '2026-11-06T13:30:00.000Z',
  })
  releasedAt!: string | null;

  @Field('The series of the figure; null if no configured source has it.', nullable(text(3, 200)), { example: null })
  seriesId!: string | null;

  @Field('Unit of the figures; null if the provider does not state it.', nullable(text(1, 50)), { example: 'percent' })
  unit!: string | null;

  @Field('The published figure.', number(), { example: 4.3 })
  actual!: number;

  @Field('The expected figure; null without an estimate.', nullable(number()), { example: 4.2 })
  estimate!: number | null;

  @Field('The figure of the period before, as revised by then; null if unknown.', nullable(number()), { example: 4.2 })
  previous!: number | null;

  @Field('`actual` minus `estimate`, in the unit of the figure; null without an estimate.', nullable(number()), {
    example: 0.1,
  })
  surprise!: number | null;

  @Field('The provider of the figure; `simulator` for simulated figures.', text(1, 50), { example: 'eodhd' })
  provider!: string;

  @Field('Whether the figure is simulated; then the event is not real.', flag(), { example: false })
  simulated!: boolean;
}

/** Formats a number with at most five significant digits. */
const short = (value: number) => String(Number(value.toPrecision(5)));

export const releasePublished = new EventType({
  type: 'release.published',
  description:
    'An economic figure was published, such as consumer prices or an interest rate, with its surprise: the difference ' +
    'to the expected figure. Published once per figure and day, when the provider has the figure.',
  data: ReleasePublishedDto,
  subject: 'country:US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: ({ country }) => ({ keys: country === null ? [] : [`country:${country}`] }),
  title: ({ title, country, actual, estimate, period, unit, simulated }) => {
    const about = [country, title].filter(Boolean).join(' ');
    const expected = estimate === null ? '' : `, ${short(estimate)} expected`;
    const when = period === null ? '' : ` (${period})`;
    return `${about}${when}: ${short(actual)}${unit === null ? '' : ` ${unit}`}${expected}${simulated ? ' (simulated)' : ''}`;
  },
});
