import 'reflect-metadata';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import { type CompanySource, CompanySources } from '../../src/features/markets/providers/company-source.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';
import type { TestService } from './test-service.js';

/**
 * Makes the simulated companies report only if the OpenAPI description mentions their symbol. A test that calls every
 * operation also screens all shares, and would compute the figures of 4,000 companies in the background meanwhile,
 * which takes 20 seconds of CPU time; test/features/markets/screens holds what screens find.
 */
export function knowFewCompanies({ services, app }: TestService): void {
  const named = new Set(JSON.stringify(app.document).match(/\b[A-Z0-9-]+\.[A-Z]+\b/g));
  const source = services.get(CompanySources).source as CompanySource;
  const { company, facts } = source;
  const known = (symbol: MarketSymbol): MarketSymbol => {
    if (!named.has(symbol.text)) throw new UpstreamError('not_found');
    return symbol;
  };
  source.company = async (symbol) => company.call(source, known(symbol));
  source.facts = async (symbol, ...range) => facts.call(source, known(symbol), ...range);
}
