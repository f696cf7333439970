import { Service } from 'typedi';
import { InsidersService } from '../companies/insiders.service.js';
import type { Filing } from '../company-facts.js';
import type { InsiderLine } from '../insider-report.js';
import type { MarketSymbol } from '../market-symbol.js';
import { insiderTraded } from './insider.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

const MAX_TRANSACTIONS = 20;

/** Publishes trades of insiders from their reports. */
@Service()
export class InsiderEvents {
  constructor(
    private readonly insiders: InsidersService,
    private readonly publisher: MarketEventPublisher,
  ) {}

  /** Publishes a report with transactions; other filings are ignored. @throws UpstreamError */
  async publish(symbol: MarketSymbol, company: string, provider: string, filing: Filing): Promise<void> {
    if (!/^[45](?:\/A)?$/.test(filing.form)) return;
    const report = await this.insiders.report(symbol, filing);
    const transactions = report?.lines.filter(({ kind }) => kind === 'transaction') ?? [];
    const owner = report?.owners[0];
    if (report === null || owner === undefined || transactions.length === 0) return;
    const [bought, sold] = [tradesOf(transactions, 'P'), tradesOf(transactions, 'S')];
    await this.publisher.publish(insiderTraded, `${symbol.text} ${filing.accession}`, {
      subject: `symbol:${symbol.text}`,
      data: {
        symbol: symbol.text,
        company,
        accessionNumber: filing.accession,
        form: filing.form,
        filedAt: filing.publishedAt.toISOString(),
        owner: owner.name,
        relations: [...owner.relations],
        ownerTitle: owner.title,
        boughtShares: bought.shares,
        soldShares: sold.shares,
        boughtValue: bought.value,
        soldValue: sold.value,
        currency: report.currency,
        transactions: transactions.slice(0, MAX_TRANSACTIONS).map((line) => ({
          day: line.day as string,
          code: line.code as string,
          direction: line.direction as string,
          security: line.security,
          derivative: line.isDerivative,
          shares: line.shares,
          price: line.price,
        })),
        url: filing.url,
        provider,
        simulated: provider === 'simulator',
      },
    });
  }
}

/** Returns the shares and value of the transactions with a code, without derivatives; null if a price is unknown. */
function tradesOf(lines: readonly InsiderLine[], code: string): { shares: number; value: number | null } {
  const own = lines.filter((line) => line.code === code && !line.isDerivative);
  const shares = own.reduce((sum, line) => sum + (line.shares ?? 0), 0);
  if (own.some((line) => line.price === null || line.shares === null)) return { shares, value: null };
  const value = own.reduce((sum, line) => sum + (line.price as number) * (line.shares as number), 0);
  return { shares, value: Math.round(value * 100) / 100 };
}
