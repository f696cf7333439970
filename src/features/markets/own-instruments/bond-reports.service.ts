import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Provenance } from '../../../upstream/provenance.js';
import {
  type BondPosition,
  type BondYield,
  bondPosition,
  figuresAtPrice,
  figuresAtYield,
} from '../bonds/bond-figures.js';
import { parseDay } from '../civil-day.js';
import { provenanceOf } from '../own/own-instrument.js';

import { OwnListingRepository } from '../own/own-listing.repository.js';
import { OwnInstruments } from './own-instruments.records.js';

export interface BondReportRequest {
  /** A day such as `2026-11-20`. Default: today (UTC). */
  settlementDay?: string;
  /** Clean price of one unit. Default: the last stored price on or before the settlement. */
  cleanPrice?: number;
  /** Annual yield as a fraction; not together with `cleanPrice`. */
  yield?: number;
}

type Nullable<Type> = { [Name in keyof Type]: Type[Name] | null };

/** The figures of a bond of an account; null without a price, or without a yield. */
export interface BondReport extends Nullable<BondYield> {
  symbol: string;
  currency: string;
  settlementDay: string;
  /** Day of the stored price; null if the request gave a price or a yield. */
  priceDay: string | null;
  position: BondPosition;
  /** The reason why there is no yield; null if there is one. */
  notComputable: string | null;
  provenance: Provenance;
}

const withoutFigures = {
  cleanPrice: null,
  dirtyPrice: null,
  yieldToMaturity: null,
  macaulayDuration: null,
  modifiedDuration: null,
  convexity: null,
};

/** Computes the figures of the bonds that an account has defined. */
@Service()
export class BondReports {
  constructor(
    private readonly instruments: OwnInstruments,
    private readonly listings: OwnListingRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the figures of a bond.
   * @throws Problem `not_found`, `unprocessable` for an instrument that is no bond, `invalid_request` for a settlement
   * out of the term
   */
  async read(accountId: string, symbol: string, request: BondReportRequest): Promise<BondReport> {
    const own = await this.instruments.of(accountId, symbol);
    const { bond, currency } = own;
    if (bond === null) throw new Problem('unprocessable', { detail: 'The instrument is not of the kind `bond`.' });
    const { settlementDay = new Date(this.clock.now()).toISOString().slice(0, 10), cleanPrice, yield: rate } = request;
    if (cleanPrice !== undefined && rate !== undefined)
      throw wrongParameter('query/yield', 'must not be given together with `cleanPrice`');
    if (settlementDay < bond.issueDay || settlementDay >= bond.maturityDay)
      throw wrongParameter(
        'query/settlementDay',
        `must be from ${bond.issueDay} to the day before ${bond.maturityDay}`,
      );
    const position = bondPosition(bond, parseDay(settlementDay));
    const isGiven = cleanPrice !== undefined || rate !== undefined;
    const [stored] = isGiven ? [] : ((await this.listings.latest([own.id], settlementDay, 1)).get(own.id) ?? []);
    const priceDay = stored?.day ?? null;
    const provenance: Provenance =
      stored === undefined
        ? provenanceOf(own)
        : { ...provenanceOf(own), asOf: new Date(`${stored.day}T00:00:00Z`), fetchedAt: stored.receivedAt };
    const common = { symbol: own.symbol, currency, settlementDay, priceDay, position, provenance };
    if (rate !== undefined)
      return { ...common, ...figuresAtYield(position, bond.frequency, rate), notComputable: null };
    const clean = cleanPrice ?? stored?.price;
    if (clean === undefined)
      return { ...common, ...withoutFigures, notComputable: 'No price on or before the settlement is stored.' };
    const dirtyPrice = clean + position.accruedInterest;
    const figures = figuresAtPrice(position, bond.frequency, dirtyPrice);
    if (figures !== undefined) return { ...common, ...figures, cleanPrice: clean, notComputable: null };
    const notComputable = 'No yield of a plausible size gives this price.';
    return { ...common, ...withoutFigures, cleanPrice: clean, dirtyPrice, notComputable };
  }
}
