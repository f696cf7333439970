import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, list, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';
import { insiderRelations } from '../insider-report.js';

@Dto('A transaction in a report of an insider.')
export class InsiderTransactionDto {
  @Field('Day of the transaction.', day(), { example: '2025-10-01' })
  day!: string;

  @Field('Transaction code of the SEC: `P` is a purchase, `S` a sale.', text(1, 1), { example: 'S' })
  code!: string;

  @Field('Whether securities were acquired or disposed of.', choice(['acquired', 'disposed']), { example: 'disposed' })
  direction!: string;

  @Field('Title of the security.', text(1, 200), { example: 'Common Stock' })
  security!: string;

  @Field('Whether the security is a derivative.', flag(), { example: false })
  derivative!: boolean;

  @Field('Number of securities; null if not stated.', nullable(number()), { example: 129_963 })
  shares!: number | null;

  @Field('Price of one security, in `currency`; null if a footnote alone states it.', nullable(number()), {
    example: 256.81,
  })
  price!: number | null;
}

@Dto('An insider of a company has reported trades of its shares.')
export class InsiderTradedDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The name of the company.', text(1, 200), { example: 'Apple Inc.' })
  company!: string;

  @Field('Accession number of the report.', text(1, 100), { example: '0001140361-25-037088' })
  accessionNumber!: string;

  @Field('The form: `4` or `5`; amendments end in `/A`.', text(1, 20), { example: '4' })
  form!: string;

  @Field('Time from which the public could read the report (UTC).', timestamp(), {
    example: '2025-10-03T22:30:21.000Z',
  })
  filedAt!: string;

  @Field('Name of the first reporting owner.', text(1, 200), { example: 'COOK TIMOTHY D' })
  owner!: string;

  @Field('Relations of the owner to the company.', list(choice(insiderRelations), 4), {
    example: ['director', 'officer'],
  })
  relations!: string[];

  @Field('The office or another relation in words; null if not stated.', nullable(text(1, 200)), {
    example: 'Chief Executive Officer',
  })
  ownerTitle!: string | null;

  @Field('Shares purchased (code `P`), without derivatives.', number(0), { example: 0 })
  boughtShares!: number;

  @Field('Shares sold (code `S`), without derivatives.', number(0), { example: 129_963 })
  soldShares!: number;

  @Field('Value of the purchases, in `currency`; null if a price is unknown.', nullable(number(0)), { example: 0 })
  boughtValue!: number | null;

  @Field('Value of the sales, in `currency`; null if a price is unknown.', nullable(number(0)), {
    example: 33_375_798,
  })
  soldValue!: number | null;

  @Field('Currency of prices and values (ISO 4217).', text(3, 3), { example: 'USD' })
  currency!: string;

  @Field('The first transactions of the report.', objects(InsiderTransactionDto, 20))
  transactions!: InsiderTransactionDto[];

  @Field('Address of the report; null for simulated reports.', nullable(text(1, 1_000)), {
    example: 'https://www.sec.gov/Archives/edgar/data/320193/000114036125037088/xslF345X05/form4.xml',
  })
  url!: string | null;

  @Field('The source; `simulator` for simulated reports.', text(1, 50), { example: 'sec' })
  provider!: string;

  @Field('Whether the report is simulated; then the event is not real.', flag(), { example: false })
  simulated!: boolean;
}

export const insiderTraded = new EventType({
  type: 'insider.traded',
  description:
    'A director, officer or large owner of a company has reported transactions of its shares on form 4 or 5. ' +
    'Published once per symbol and report, for shares in watchlists and filters of subscriptions.',
  data: InsiderTradedDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: ({ symbol, owner, ownerTitle, form, boughtShares, soldShares, simulated }) => {
    const shares = (count: number) => `${count.toLocaleString('en-US', { maximumFractionDigits: 0 })} shares`;
    const verbs = [
      ...(boughtShares > 0 ? [`bought ${shares(boughtShares)}`] : []),
      ...(soldShares > 0 ? [`sold ${shares(soldShares)}`] : []),
    ];
    const did = verbs.length > 0 ? verbs.join(' and ') : 'reported transactions';
    const title = ownerTitle === null ? '' : ` (${ownerTitle})`;
    return `${symbol}: ${owner}${title} ${did}${form.endsWith('/A') ? ', amended' : ''}${simulated ? ' (simulated)' : ''}`;
  },
});
