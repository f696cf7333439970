import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, integer, nullable, number, text, timestamp } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';
import { levelSeverities, moveLevels } from './move-level.js';

const symbol = () => text(3, 33);
const currency = () => text(3, 12);
const provider = () => text(1, 50);
const MAX_PRICE = 1e15;
const SymbolField = () => Field('The instrument.', symbol(), { example: 'AAPL.US' });
const ProviderField = (records: string) =>
  Field(`The provider of the record; \`simulator\` for simulated ${records}.`, provider(), { example: 'eodhd' });
const SimulatedField = () =>
  Field('Whether the data is simulated; then the event is not real.', flag(), { example: false });
const simulatedMark = ({ simulated }: { simulated: boolean }) => (simulated ? ' (simulated)' : '');
/** Formats a number with at most five significant digits. */
const short = (value: number) => String(Number(value.toPrecision(5)));

@Dto('A price moved by an unusual amount.')
export class PriceMovedDto {
  @SymbolField()
  symbol!: string;

  @Field('The direction of the move from the previous close.', choice(['up', 'down']), { example: 'down' })
  direction!: 'up' | 'down';

  @Field('Price after the move, in the currency of the instrument.', number(0, MAX_PRICE), { example: 181.3 })
  price!: number;

  @Field('The currency of the prices: ISO 4217, or the code of a crypto-asset.', currency(), { example: 'USD' })
  currency!: string;

  @Field('The close of the previous session.', number(0, MAX_PRICE), { example: 191.2 })
  previousClose!: number;

  @Field('The change from the previous close, in percent.', number(-100, 1e9), { example: -5.18 })
  changePercent!: number;

  @Field(
    'The usual range of a day: the average true range of the 14 sessions before (Wilder), in the currency of ' +
      'the prices.',
    number(0, MAX_PRICE),
    {
      example: 4.6,
    },
  )
  usualRange!: number;

  @Field('The move as a multiple of the usual range.', number(0, 1e9), { example: 2.15 })
  multiple!: number;

  @Field(
    `The level that the move reached: with the default settings ${moveLevels.map((level, index) => `${index + 1} from ${level}`).join(', ')} times the usual range. Each level is published once per symbol, direction and session.`,
    integer(1, moveLevels.length),
    { example: 3 },
  )
  level!: number;

  @Field('The trading day, in the time zone of the exchange.', day(), { example: '2026-11-20' })
  session!: string;

  @Field('When the price was traded (UTC).', timestamp(), { example: '2026-11-20T15:31:00.000Z' })
  tradedAt!: string;

  @Field('The provider of the price; `simulator` for simulated prices.', provider(), { example: 'eodhd' })
  provider!: string;

  @SimulatedField()
  simulated!: boolean;
}

export const priceMoved = new EventType({
  type: 'market.price_moved',
  description:
    'The price of an instrument moved away from its previous close by an unusual amount: a multiple of its ' +
    'average true range over 14 sessions. Published once per symbol, direction, level and session.',
  data: PriceMovedDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: levelSeverities,
  facets: (data) => ({ keys: [`symbol:${data.symbol}`], severity: data.level }),
  title: (data) => {
    const moved = `${data.direction === 'up' ? 'rose' : 'fell'} ${Math.abs(data.changePercent).toFixed(1)} % to ${short(data.price)} ${data.currency}`;
    return `${data.symbol} ${moved}, ${data.multiple.toFixed(1)} times its usual daily range${simulatedMark(data)}`;
  },
});

@Dto('An exchange opened or closed.')
export class ExchangeSessionDto {
  @Field('The exchange: its market identifier code (ISO 10383).', text(4, 4), { example: 'XNYS' })
  exchange!: string;

  @Field('The name of the exchange.', text(1, 100), { example: 'New York Stock Exchange' })
  name!: string;

  @Field('The part of its symbols after the dot.', text(1, 8), { example: 'US' })
  venue!: string;

  @Field('The trading day, in the time zone of the exchange.', day(), { example: '2026-11-20' })
  session!: string;

  @Field('Start of regular trading (UTC).', timestamp(), { example: '2026-11-20T14:30:00.000Z' })
  opensAt!: string;

  @Field('End of regular trading (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  closesAt!: string;

  @Field('Whether trading ends early on this day.', flag(), { example: false })
  early!: boolean;
}

/** The common part of the examples of exchange sessions. */
const hours = { opensAt: '2026-11-20T14:30:00.000Z', closesAt: '2026-11-20T21:00:00.000Z', early: false };
const newYork = { exchange: 'XNYS', name: 'New York Stock Exchange', venue: 'US', session: '2026-11-20', ...hours };
const nasdaq = { ...newYork, exchange: 'XNAS', name: 'NASDAQ' };

const sessionType = (type: 'opened' | 'closed', description: string, example: ExchangeSessionDto) =>
  new EventType({
    type: `market.${type}`,
    description,
    data: ExchangeSessionDto,
    example,
    subject: `exchange:${example.exchange}`,
    audience: 'public',
    tag: 'markets',
    severities: [1],
    facets: ({ exchange, venue }) => ({ keys: [`exchange:${exchange}`, `exchange:${venue}`] }),
    title: ({ name, early }) =>
      `${name} ${type}${early ? (type === 'opened' ? '; trading ends early today' : ' early') : ''}`,
  });

export const marketOpened = sessionType('opened', 'Regular trading at an exchange began, by its calendar.', newYork);
export const marketClosed = sessionType('closed', 'Regular trading at an exchange ended, by its calendar.', nasdaq);

@Dto('A split takes effect.')
export class StockSplitDto {
  @SymbolField()
  symbol!: string;

  @Field('The first day on which the shares trade after the split.', day(), { example: '2020-08-31' })
  day!: string;

  @Field('New shares for one old share; below 1 for a reverse split.', number(0, 100_000), { example: 4 })
  ratio!: number;

  @ProviderField('splits')
  provider!: string;

  @SimulatedField()
  simulated!: boolean;
}

export const marketSplit = new EventType({
  type: 'market.split',
  description: 'A split of an instrument took effect. Published once per symbol and day.',
  data: StockSplitDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [3],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: (data) =>
    `${data.symbol} split: ${data.ratio >= 1 ? `${short(data.ratio)} new shares for 1` : `1 new share for ${short(1 / data.ratio)}`}${simulatedMark(data)}`,
});

@Dto('An instrument trades without its dividend.')
export class DividendDto {
  @SymbolField()
  symbol!: string;

  @Field('The ex-dividend day: the first day on which a buyer does not get the dividend.', day(), {
    example: '2026-11-10',
  })
  day!: string;

  @Field('The amount per share.', number(0, MAX_PRICE), { example: 0.26 })
  amount!: number;

  @Field('The currency of the amount.', currency(), { example: 'USD' })
  currency!: string;

  @ProviderField('dividends')
  provider!: string;

  @SimulatedField()
  simulated!: boolean;
}

export const marketDividend = new EventType({
  type: 'market.dividend',
  description: 'The ex-dividend day of an instrument. Published once per symbol and day.',
  data: DividendDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: (data) =>
    `${data.symbol} is ex-dividend: ${short(data.amount)} ${data.currency} per share${simulatedMark(data)}`,
});

@Dto('A company has announced a dividend.')
export class DividendDeclaredDto {
  @SymbolField()
  symbol!: string;

  @Field('The ex-dividend day, which is still to come.', day(), { example: '2026-11-10' })
  day!: string;

  @Field('The amount per share.', number(0, MAX_PRICE), { example: 0.26 })
  amount!: number;

  @Field('The currency of the amount.', currency(), { example: 'USD' })
  currency!: string;

  @Field('The day of the announcement; null if the provider does not state it.', nullable(day()), {
    example: '2026-10-29',
  })
  declarationDay!: string | null;

  @Field('The day on which a holder must be registered; null if unknown.', nullable(day()), { example: '2026-11-10' })
  recordDay!: string | null;

  @Field('The day of payment; null if unknown.', nullable(day()), { example: '2026-11-13' })
  paymentDay!: string | null;

  @ProviderField('dividends')
  provider!: string;

  @SimulatedField()
  simulated!: boolean;
}

export const dividendDeclared = new EventType({
  type: 'market.dividend_declared',
  description:
    'A company has announced a dividend. Published once per symbol and ex-dividend day, for the symbols whose prices ' +
    'are watched.',
  data: DividendDeclaredDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: (data) =>
    `${data.symbol} declares ${short(data.amount)} ${data.currency} per share, ex-dividend on ${data.day}${simulatedMark(data)}`,
});

@Dto('A company has reported its earnings.')
export class EarningsReportedDto {
  @SymbolField()
  symbol!: string;

  @Field('The day of the report, in the time zone of the market.', day(), { example: '2026-10-29' })
  day!: string;

  @Field('The reported period; null if unknown.', nullable(text(1, 50)), { example: '2026-09-30' })
  period!: string | null;

  @Field('Earnings per share.', number(), { example: 1.85 })
  actual!: number;

  @Field('Expected earnings per share; null if unknown.', nullable(number()), { example: 1.77 })
  estimate!: number | null;

  @Field(
    'Difference to the expected earnings, in percent of their amount; null if the expected earnings are unknown or ' +
      'zero.',
    nullable(number()),
    { example: 4.52 },
  )
  surprisePercent!: number | null;

  @Field('The currency of the earnings; null if unknown.', nullable(currency()), { example: 'USD' })
  currency!: string | null;

  @ProviderField('reports')
  provider!: string;

  @SimulatedField()
  simulated!: boolean;
}

export const earningsReported = new EventType({
  type: 'market.earnings_reported',
  description:
    'A company has reported its earnings. Published once per symbol and day, for the symbols whose prices are ' +
    'watched, ' +
    'when the provider has the figure.',
  data: EarningsReportedDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [1],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: (data) => {
    const expected = data.estimate === null ? '' : ` (${short(data.estimate)} expected)`;
    const unit = data.currency === null ? '' : ` ${data.currency}`;
    return `${data.symbol} reports earnings of ${short(data.actual)}${unit} per share${expected}${simulatedMark(data)}`;
  },
});

@Dto('Two providers disagree on a price.')
export class SourcesDisagreeDto {
  @SymbolField()
  symbol!: string;

  @Field('One provider.', provider(), { example: 'eodhd' })
  firstProvider!: string;

  @Field('Price of the first provider.', number(0, MAX_PRICE), { example: 181.3 })
  firstPrice!: number;

  @Field('The other provider.', provider(), { example: 'finnhub' })
  secondProvider!: string;

  @Field('Price of the second provider.', number(0, MAX_PRICE), { example: 184.1 })
  secondPrice!: number;

  @Field('The difference of the prices, in percent of the smaller one.', number(0, 1e9), { example: 1.54 })
  differencePercent!: number;

  @Field('The trading day, in the time zone of the exchange.', day(), { example: '2026-11-20' })
  session!: string;
}

export const sourcesDisagree = new EventType({
  type: 'market.sources_disagree',
  description:
    'Two providers report prices of an instrument that differ by more than ' +
    '`SVC_MARKETS_DISAGREEMENT_BASIS_POINTS`. Published once per symbol and session.',
  data: SourcesDisagreeDto,
  subject: 'symbol:AAPL.US',
  audience: 'public',
  tag: 'markets',
  severities: [2],
  facets: (data) => ({ keys: [`symbol:${data.symbol}`] }),
  title: (data) =>
    `${data.firstProvider} and ${data.secondProvider} disagree on ${data.symbol} by ${data.differencePercent.toFixed(1)} %: ${short(data.firstPrice)} and ${short(data.secondPrice)}`,
});
