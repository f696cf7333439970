import 'reflect-metadata';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import { type CompanySource, CompanySources } from '../../src/features/markets/providers/company-source.js';
import { PriceColumnsService } from '../../src/features/markets/screens/price-columns.service.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';
import type { TestService } from './test-service.js';

/**
 * Makes the simulator report companies, and prices for screens, only if the OpenAPI description mentions their symbol.
 * A test that calls every operation also screens all shares, and would compute the figures of 4,000 companies in the
 * background meanwhile, which takes 25 seconds of CPU time. The tests of screens check what screens find.
 */
export function knowFewShares({ services, app }: TestService): void {
  const named = new Set(JSON.stringify(app.document).match(/\b[A-Z0-9-]+\.[A-Z]+\b/g));
  const requireNamed = (symbol: string): void => {
    if (!named.has(symbol)) throw new UpstreamError('not_found');
  };
  const source = services.get(CompanySources).source as CompanySource;
  const prices = services.get(PriceColumnsService);
  const { company, facts } = source;
  const { read } = prices;
  source.company = async (symbol: MarketSymbol) => {
    requireNamed(symbol.text);
    return company.call(source, symbol);
  };
  source.facts = async (symbol: MarketSymbol, ...range) => {
    requireNamed(symbol.text);
    return facts.call(source, symbol, ...range);
  };
  prices.read = async (symbol, ...rest) => {
    requireNamed(symbol);
    return read.call(prices, symbol, ...rest);
  };
}
