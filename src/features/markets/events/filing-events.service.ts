import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { CompaniesService } from '../companies/companies.service.js';
import type { Filing } from '../company-facts.js';
import type { MarketSymbol } from '../market-symbol.js';
import { filingPublished } from './filing.events.js';
import { InsiderEvents } from './insider-events.service.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Maximum age (days) of a filing that is published as an event, if the service learns of it late. */
const MAX_AGE_DAYS = 3;
/** Forms about the holdings of insiders and institutions, of which large companies have several a day. */
const aboutHoldings = /^(?:[345]|144|SC(?:HEDULE)? 13[DG]|13F-\w+)(?:\/A)?$/;

/** Publishes filings of companies, and trades of their insiders. */
@Service()
export class FilingEvents {
  constructor(
    private readonly companies: CompaniesService,
    private readonly insiders: InsiderEvents,
    private readonly publisher: MarketEventPublisher,
    private readonly clock: Clock,
  ) {}

  async publish(symbols: readonly MarketSymbol[], signal: AbortSignal): Promise<void> {
    if (!this.companies.isConfigured) return;
    const slice = new YieldTimer();
    for (const symbol of symbols) {
      if (slice.isOver) await slice.next(signal);
      signal.throwIfAborted();
      if (symbol.assetClass === 'equity') await this.publishOf(symbol);
    }
  }

  /** Publishes the recent filings of a company. A failure of the source is ignored, because this is repeated. */
  private async publishOf(symbol: MarketSymbol): Promise<void> {
    try {
      const { filings, profile, provenance } = await this.companies.latestFilings(symbol);
      for (const filing of filings.filter((one) => this.isRecent(one)))
        if (!aboutHoldings.test(filing.form))
          await this.publishFiling(symbol, profile.name, provenance.provider, filing);
        else await this.insiders.publish(symbol, profile.name, provenance.provider, filing);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }

  private isRecent({ publishedAt }: Filing): boolean {
    const age = this.clock.now() - publishedAt.getTime();
    return age >= 0 && age <= MAX_AGE_DAYS * DAY_MS;
  }

  private async publishFiling({ text }: MarketSymbol, company: string, provider: string, filing: Filing) {
    const { accession, form, publishedAt, reportDate, items, url } = filing;
    await this.publisher.publish(filingPublished, `${text} ${accession}`, {
      subject: `symbol:${text}`,
      data: {
        symbol: text,
        company,
        accessionNumber: accession,
        form,
        filedAt: publishedAt.toISOString(),
        reportDate,
        reportItems: items.slice(0, 50),
        url,
        provider,
        simulated: provider === 'simulator',
      },
    });
  }
}
