import { Dto, Field } from '../../../api/field.js';
import { day, flag, list, nullable, text, timestamp } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';

@Dto('A company has filed a report.')
export class FilingPublishedDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The name of the company.', text(1, 200), { example: 'Apple Inc.' })
  company!: string;

  @Field('Accession number of the filing.', text(1, 100), { example: '0000320193-25-000079' })
  accessionNumber!: string;

  @Field('The form; amendments end in `/A`.', text(1, 20), { example: '10-K' })
  form!: string;

  @Field('Time from which the public could read it (UTC).', timestamp(), { example: '2025-10-31T10:01:26.000Z' })
  filedAt!: string;

  @Field('The day to which the report refers; null for a form without such a day.', nullable(day()), {
    example: '2025-09-27',
  })
  reportDate!: string | null;

  @Field('Items of a current report (form 8-K): `2.02` is results of operations.', list(text(1, 10), 50), {
    example: [],
  })
  reportItems!: string[];

  @Field(
    'Address of its main document; null for a filing without a document, and for simulated filings.',
    nullable(text(1, 1_000)),
    {
      example: 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/aapl-20250927.htm',
    },
  )
  url!: string | null;

  @Field('The source; `simulator` for simulated filings.', text(1, 50), { example: 'sec' })
  provider!: string;

  @Field('Whether the filing is simulated; then the event is not real.', flag(), { example: false })
  simulated!: boolean;
}

export const filingPublished = new EventType({
  type: 'filing.published',
  description:
    'A company has filed a report with its regulator. Published once per symbol and filing, for shares in ' +
    'watchlists and filters of subscriptions; not for filings about the holdings of insiders and institutions.',
  data: FilingPublishedDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: ({ symbol, form, reportDate, reportItems, simulated }) => {
    const about = form.startsWith('8-K') && reportItems.includes('2.02') ? ' on its results' : '';
    const period = /^(?:10-|20-F|40-F)/.test(form) && reportDate !== null ? ` for the period to ${reportDate}` : about;
    return `${symbol} files form ${form}${period}${simulated ? ' (simulated)' : ''}`;
  },
});
