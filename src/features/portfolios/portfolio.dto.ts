import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import { choice, flag, line, nullable, optional, text } from '../../api/rules.js';
import { pageOf } from '../../http/page.js';
import { Resource, ResourceDto } from '../../resources/resource-dto.js';
import { currencyCode, knownCurrency } from '../markets/fx/currency-rule.js';
import { blendPartPattern, blendPattern } from './benchmark-blend.js';
import { type LotMethod, lotMethods } from './lots/lot-book.js';
import { type Portfolio, type PortfolioKind, portfolioKinds } from './portfolio.js';

export const symbol = () =>
  text(3, 33, /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/, 'a symbol such as AAPL.US or BTC-USD.CC');
/** The rule for a benchmark: a symbol, or several with weights. */
export const benchmark = () =>
  text(3, 500, blendPattern, 'a symbol such as SPY.US, or several with weights such as SPY.US:0.6,AGG.US:0.4');
/** The rule for one component of a benchmark. */
export const blendPart = () =>
  text(3, 60, blendPartPattern, 'a symbol such as SPY.US, with a weight as in SPY.US:0.6 if there are several');
const name = () => line(1, 100);

const says = {
  name: 'The name of the portfolio.',
  kind: '`own`: your own; `model`: target weights to compare others with; `client`: held for a client.',
  baseCurrency: 'The currency of values and returns (ISO 4217).',
  benchmark:
    'Benchmark of the performance: a symbol, or up to 10 with weights, such as `SPY.US:0.6,AGG.US:0.4`, ' +
    'which are scaled to a sum of 1 and rebalanced daily. Null for no comparison.',
  lotMethod:
    'Lots that a sale takes unless it names them: the oldest, the newest, those with the highest unit ' +
    'cost, or all at their average cost.',
  tracksCash:
    'Whether cash is kept. If false, deposits and withdrawals are ignored: a purchase pays in what it costs, ' +
    'and what a sale or a dividend brings is taken out.',
};

@Dto('A portfolio to create.')
export class NewPortfolioDto {
  @Field(says.name, name(), { example: 'Retirement' })
  name!: string;

  @Field(`${says.kind} Default: \`own\`.`, optional(choice(portfolioKinds)), { example: 'own' })
  kind: PortfolioKind = 'own';

  @Field(says.baseCurrency, knownCurrency(), { example: 'USD' })
  baseCurrency!: string;

  @Field(says.benchmark, optional(nullable(benchmark())), { example: 'SPY.US' })
  benchmark?: string | null;

  @Field(`${says.lotMethod} Default: \`fifo\`.`, optional(choice(lotMethods)), { example: 'fifo' })
  lotMethod: LotMethod = 'fifo';

  @Field(`${says.tracksCash} Default: true.`, optional(flag()), { example: true })
  tracksCash: boolean = true;
}

@Dto('Changes to a portfolio (RFC 7396). Omitted fields are unchanged.')
export class PortfolioChangesDto {
  @Field(says.name, optional(name()), { example: 'Retirement' })
  name?: string;

  @Field(says.kind, optional(choice(portfolioKinds)), { example: 'own' })
  kind?: PortfolioKind;

  @Field(says.baseCurrency, optional(knownCurrency()), { example: 'USD' })
  baseCurrency?: string;

  @Field(says.benchmark, optional(nullable(benchmark())), { example: 'SPY.US' })
  benchmark?: string | null;

  @Field(says.lotMethod, optional(choice(lotMethods)), { example: 'fifo' })
  lotMethod?: LotMethod;

  @Field(says.tracksCash, optional(flag()), { example: true })
  tracksCash?: boolean;
}

@Resource('A portfolio.', {
  updatedAt: 'When it was last changed (UTC); transactions do not count.',
  grantable: true,
})
export class PortfolioDto extends ResourceDto {
  @Field(says.name, name(), { example: 'Retirement' })
  name!: string;

  @Field(says.kind, choice(portfolioKinds), { example: 'own' })
  kind!: PortfolioKind;

  @Field(says.baseCurrency, currencyCode(), { example: 'USD' })
  baseCurrency!: string;

  @Field(says.benchmark, nullable(benchmark()), { example: 'SPY.US' })
  benchmark!: string | null;

  @Field(says.lotMethod, choice(lotMethods), { example: 'fifo' })
  lotMethod!: LotMethod;

  @Field(says.tracksCash, flag(), { example: true })
  tracksCash!: boolean;

  static from(portfolio: Portfolio): PortfolioDto {
    return answerOf(PortfolioDto, portfolio);
  }
}

export const PortfolioPageDto = pageOf(PortfolioDto, 'PortfolioPageDto', 'A page of portfolios, oldest first.');
