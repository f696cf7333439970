import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  line,
  list,
  nullable,
  number,
  objects,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { Id, UpdatedAt, Version } from '../../../resources/resource-dto.js';
import { type AssetClass, assetClasses } from '../../markets/asset-class.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { type Grouping, groupings } from '../../portfolios/allocation/grouping.js';
import type { Mandate } from '../mandate.js';

export const MAX_TARGETS = 200;
const MAX_GROUP_LIMITS = 50;
const share = () => nullable(number(0, 1));
const countries = () => list(text(2, 2, /^[A-Z]{2}$/, 'a country code such as RU (ISO 3166-1 alpha-2)'), 250);
const classes = () => list(choice(assetClasses), assetClasses.length);
const symbols = () => list(symbolRule, 500);

const says = {
  modelPortfolioId:
    'The portfolio of the kind `model` whose weights are the target; null if the target is in `targetWeights`, ' +
    'or if there is no target.',
  targetWeights:
    'The target as weights of symbols; what remains to 1 is cash. Null if the target is a model portfolio, or ' +
    'if there is no target.',
  absoluteBand:
    'Largest difference of a weight from its target, as a fraction of the whole value (0.05 is 5 ' +
    'percentage points); null for no such band.',
  relativeBand:
    'Largest difference of a weight from its target, as a fraction of the target (0.25 is a quarter of ' +
    'it); null for no such band.',
  excludedSymbols: 'Symbols that must not be held.',
  excludedCountries: 'Countries whose instruments must not be held (ISO 3166-1 alpha-2).',
  excludedAssetClasses: 'Asset classes that must not be held.',
  maxHoldingWeight:
    'The largest weight that one holding may have, as a fraction of the whole value; null for no limit.',
  minCashWeight: 'The smallest weight that cash must have, as a fraction of the whole value; null for no limit.',
  groupLimits: 'Limits on the weights of asset classes, currencies, sectors and countries, each group once.',
  lookThrough:
    'True: restrictions, `maxHoldingWeight` and `groupLimits` apply to the holdings of funds in place of the funds, as ' +
    'in `GET /markets/funds/{symbol}/holdings`; what is not known of these never counts as keeping a limit. Targets ' +
    'and `minCashWeight` apply to what is held directly.',
  by: 'The attribute by which instruments are grouped.',
  group:
    'The group as in `GET /portfolios/{id}/allocation`: a sector, a country (ISO 3166-1 alpha-2), a currency (ISO 4217) ' +
    'or an asset class, also `cash`; case-insensitive.',
  minWeight: 'The smallest weight of the group, as a fraction of the whole value; null for no such limit.',
  maxWeight: 'The largest weight of the group, as a fraction of the whole value; null for no such limit.',
};

@Dto('The weight that a symbol is to have.')
export class MandateTargetDto {
  @Field('The symbol; each symbol once.', symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @Field('The fraction of the whole value, from 0 to 1. All weights together are at most 1.', number(0, 1), {
    example: 0.4,
  })
  weight!: number;
}

const targets = () => objects(MandateTargetDto, MAX_TARGETS, 1);

@Dto('A limit on the weight of a group of instruments; one of both weights is required.')
export class NewMandateLimitDto {
  @Field(says.by, choice(groupings), { example: 'sector' })
  by!: Grouping;

  @Field(says.group, line(1, 100), { example: 'Technology' })
  group!: string;

  @Field(says.minWeight, optional(share()), { example: null })
  minWeight?: number | null;

  @Field(says.maxWeight, optional(share()), { example: 0.4 })
  maxWeight?: number | null;
}

@Dto('A limit on the weight of a group of instruments.')
export class MandateLimitDto {
  @Field(says.by, choice(groupings), { example: 'sector' })
  by!: Grouping;

  @Field(says.group, line(1, 100), { example: 'Technology' })
  group!: string;

  @Field(says.minWeight, share(), { example: null })
  minWeight!: number | null;

  @Field(says.maxWeight, share(), { example: 0.4 })
  maxWeight!: number | null;
}

@Dto('The terms of a mandate. They replace those before.')
export class NewMandateDto {
  @Field(says.modelPortfolioId, optional(nullable(uuid())), { example: null })
  modelPortfolioId?: string | null;

  @Field(says.targetWeights, optional(nullable(targets())))
  targetWeights?: MandateTargetDto[] | null;

  @Field(says.absoluteBand, optional(share()), { example: 0.05 })
  absoluteBand?: number | null;

  @Field(says.relativeBand, optional(share()), { example: 0.25 })
  relativeBand?: number | null;

  @Field(says.excludedSymbols, optional(symbols()), { default: [], example: ['TSLA.US'] })
  excludedSymbols: string[] = [];

  @Field(says.excludedCountries, optional(countries()), { default: [], example: ['RU'] })
  excludedCountries: string[] = [];

  @Field(says.excludedAssetClasses, optional(classes()), { default: [], example: ['crypto'] })
  excludedAssetClasses: AssetClass[] = [];

  @Field(says.maxHoldingWeight, optional(share()), { example: 0.3 })
  maxHoldingWeight?: number | null;

  @Field(says.minCashWeight, optional(share()), { example: 0.02 })
  minCashWeight?: number | null;

  @Field(says.groupLimits, optional(objects(NewMandateLimitDto, MAX_GROUP_LIMITS)))
  groupLimits?: NewMandateLimitDto[];

  @Field(`${says.lookThrough} Default: false.`, optional(flag()), { example: true })
  lookThrough?: boolean;
}

@Dto('The mandate of a client: its target, bands and restrictions.')
export class MandateDto {
  @Id() id!: string;

  @Field('Id of the client that the mandate belongs to.', uuid())
  clientId!: string;

  @Field(
    `${says.modelPortfolioId} It may have been deleted since; the figures of the client then have the warning ` +
      '`model_missing`.',
    nullable(uuid()),
    { example: null },
  )
  modelPortfolioId!: string | null;

  @Field(says.targetWeights, nullable(targets()))
  targetWeights!: MandateTargetDto[] | null;

  @Field(says.absoluteBand, share(), { example: 0.05 })
  absoluteBand!: number | null;

  @Field(says.relativeBand, share(), { example: 0.25 })
  relativeBand!: number | null;

  @Field(says.excludedSymbols, symbols(), { example: ['TSLA.US'] })
  excludedSymbols!: string[];

  @Field(says.excludedCountries, countries(), { example: ['RU'] })
  excludedCountries!: string[];

  @Field(says.excludedAssetClasses, classes(), { example: ['crypto'] })
  excludedAssetClasses!: AssetClass[];

  @Field(says.maxHoldingWeight, share(), { example: 0.3 })
  maxHoldingWeight!: number | null;

  @Field(says.minCashWeight, share(), { example: 0.02 })
  minCashWeight!: number | null;

  @Field(says.groupLimits, objects(MandateLimitDto, MAX_GROUP_LIMITS))
  groupLimits!: MandateLimitDto[];

  @Field(says.lookThrough, flag(), { example: true })
  lookThrough!: boolean;

  @Field('When it was first set (UTC).', timestamp())
  createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from({ createdAt, updatedAt, ...mandate }: Mandate): MandateDto {
    const {
      id,
      clientId,
      modelPortfolioId,
      targetWeights,
      absoluteBand,
      relativeBand,
      maxHoldingWeight,
      minCashWeight,
      version,
    } = mandate;
    const { excludedSymbols, excludedCountries, excludedAssetClasses, groupLimits, lookThrough } = mandate;
    const target = { modelPortfolioId, targetWeights, absoluteBand, relativeBand };
    const weights = { maxHoldingWeight, minCashWeight, groupLimits, lookThrough };
    const restrictions = { excludedSymbols, excludedCountries, excludedAssetClasses, ...weights };
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return Object.assign(new MandateDto(), { id, clientId, ...target, ...restrictions, ...times, version });
  }
}
