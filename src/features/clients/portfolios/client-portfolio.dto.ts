import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, objects, text, timestamp, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { type PortfolioKind, portfolioKinds } from '../../portfolios/portfolio.js';
import { benchmarkText } from '../client.dto.js';
import type { ClientPortfolio } from './client-portfolio.js';
import type { LinkedPortfolio } from './client-portfolios.service.js';

@Dto('A portfolio that is held for a client.')
export class ClientPortfolioDto {
  @Field('The portfolio, as in `GET /portfolios/{id}`.', uuid())
  portfolioId!: string;

  @Field('The name of the portfolio.', text(1, 100), { example: 'Retirement' })
  name!: string;

  @Field('The kind of the portfolio.', choice(portfolioKinds), { example: 'client' })
  kind!: PortfolioKind;

  @Field('The base currency of the portfolio (ISO 4217).', currencyCode(), { example: 'USD' })
  baseCurrency!: string;

  @Field(
    'The benchmark of the portfolio: a symbol, or several with weights; null for no comparison.',
    nullable(benchmarkText()),
    { example: 'SPY.US' },
  )
  benchmark!: string | null;

  @Field('When it was linked to the client (UTC).', timestamp())
  linkedAt!: string;

  static from({
    portfolio: { id, name, kind, baseCurrency, benchmark },
    linkedAt,
  }: LinkedPortfolio): ClientPortfolioDto {
    return Object.assign(new ClientPortfolioDto(), {
      portfolioId: id,
      name,
      kind,
      baseCurrency,
      benchmark,
      linkedAt: linkedAt.toISOString(),
    });
  }
}

@Dto('The portfolios of a client.')
export class ClientPortfolioListDto {
  @Field('The portfolios, the oldest link first.', objects(ClientPortfolioDto, 100_000))
  items!: ClientPortfolioDto[];

  @SinglePageCursor()
  nextCursor!: null;

  static from(linked: readonly LinkedPortfolio[]): ClientPortfolioListDto {
    return Object.assign(new ClientPortfolioListDto(), {
      items: linked.map(ClientPortfolioDto.from),
      nextCursor: null,
    });
  }
}

@Dto('The link between a portfolio and a client.')
export class ClientPortfolioLinkDto {
  @Field('Id of the linked client.', uuid())
  clientId!: string;

  @Field('Id of the linked portfolio.', uuid())
  portfolioId!: string;

  @Field('When it was linked to the client (UTC).', timestamp())
  linkedAt!: string;

  static from(clientPortfolio: ClientPortfolio): ClientPortfolioLinkDto {
    return answerOf(ClientPortfolioLinkDto, clientPortfolio);
  }
}
