import { Dto, Field } from '../../../api/field.js';
import { choice, number, optional, text, union } from '../../../api/rules.js';
import { assetClasses } from '../../markets/asset-class.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { symbol } from '../portfolio.dto.js';
import { type FactorName, factorNames, factors } from './factors.js';

const change = (of: string) => `Change of ${of} as a fraction (-0.2 is a fall of 20 %).`;
const share = () => number(-1, 10);
export const country = () => text(2, 2, /^[A-Z]{2}$/, 'a country code such as DE');

@Dto('A change of one price.')
export class SymbolShock {
  @Field('`symbol`.', choice(['symbol']), { example: 'symbol' })
  target!: 'symbol';

  @Field('Instrument whose price changes.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field(change('its price'), share(), { example: -0.3 })
  change!: number;
}

@Dto('A change of the prices of an asset class.')
export class AssetClassShock {
  @Field('`asset_class`.', choice(['asset_class']), { example: 'asset_class' })
  target!: 'asset_class';

  @Field('All holdings of this asset class change by the shock.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field(change('its prices'), share(), { example: -0.2 })
  change!: number;
}

@Dto('A change of the prices of a sector.')
export class SectorShock {
  @Field('`sector`.', choice(['sector']), { example: 'sector' })
  target!: 'sector';

  @Field('The sector as `GET /markets/instruments/{symbol}` names it, case-insensitive.', text(1, 100), {
    example: 'Energy',
  })
  sector!: string;

  @Field(change('its prices'), share(), { example: 0.15 })
  change!: number;
}

@Dto('A change of the prices of instruments of a country.')
export class CountryShock {
  @Field('`country`.', choice(['country']), { example: 'country' })
  target!: 'country';

  @Field('Country of the instruments (ISO 3166-1 alpha-2).', country(), { example: 'DE' })
  country!: string;

  @Field(change('their prices'), share(), { example: -0.1 })
  change!: number;
}

@Dto('A change of the value of a currency.')
export class CurrencyShock {
  @Field('`currency`.', choice(['currency']), { example: 'currency' })
  target!: 'currency';

  @Field('Currency of holdings and cash.', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field(change('its value in the other currencies'), share(), { example: -0.1 })
  change!: number;
}

const meanings = factorNames
  .map((name) => `\`${name}\` (${factors[name].isInverse ? 'against ' : ''}${factors[name].symbol})`)
  .join(', ');

@Dto('A change of a risk factor, which each holding follows by its beta.')
export class FactorShock {
  @Field('`factor`.', choice(['factor']), { example: 'factor' })
  target!: 'factor';

  @Field(
    `The factor, with its proxy instrument: ${meanings}; \`economy\`: the economic series \`seriesId\`; ` +
      '`flow`: the flow `symbol`.',
    choice([...factorNames, 'economy', 'flow']),
    { example: 'oil' },
  )
  factor!: FactorName | 'economy' | 'flow';

  @Field(
    'A series of `GET /economy/series`, with the factor `economy`. Betas are from the changes of its first prints in ' +
      'up to ten years; holdings with fewer than 24 periods do not change.',
    optional(text(3, 200, /^[a-z]{2,20}:[A-Za-z0-9_.:+@$-]{1,180}$/, 'an id such as fred:CPIAUCSL')),
    { omitFromExample: true, example: 'simulator:US-UNEMPLOYMENT-RATE' },
  )
  seriesId?: string;

  @Field(
    'The symbol of a flow, with the factor `flow`. Holdings with fewer than 26 weeks of returns do not change.',
    optional(symbol()),
    { omitFromExample: true, example: 'HORMUZ-TANKERS.FLOW' },
  )
  symbol?: string;

  @Field(
    'The change of the factor as a fraction from -1 to 10 (-0.2 is a fall of 20 %); with the factor `economy` in the ' +
      'unit of the series (0.5 is half a percentage point of a rate in percent).',
    number(-1e9, 1e9),
    { example: 0.5 },
  )
  change!: number;
}

export const shockRule = () =>
  union('target', {
    symbol: () => SymbolShock,
    asset_class: () => AssetClassShock,
    sector: () => SectorShock,
    country: () => CountryShock,
    currency: () => CurrencyShock,
    factor: () => FactorShock,
  });
