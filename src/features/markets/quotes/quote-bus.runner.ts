import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { QuoteBus } from './quote-bus.js';
import { QuoteHub } from './quote-hub.js';
import { SharedQuoteReads } from './shared-quote-reads.service.js';

/** Delivers the quotes that other processes read or receive as ticks to this process. */
@Service()
export class QuoteBusRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';

  constructor(
    private readonly bus: QuoteBus,
    private readonly reads: SharedQuoteReads,
    private readonly hub: QuoteHub,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.bus.join({
      read: (symbol, outcome) => this.reads.receive(symbol, outcome),
      ticked: (quote) => this.hub.receive(quote),
    });
  }

  async stop(): Promise<void> {
    await this.bus.close();
  }
}
