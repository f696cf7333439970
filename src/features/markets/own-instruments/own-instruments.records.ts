import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { Outbound, OutboundRefused } from '../../../upstream/outbound.js';
import { type BondTerms, termProblems } from '../bonds/bond-schedule.js';
import { MarketsConfig } from '../markets.config.js';
import { ownInstruments } from '../markets.schema.js';
import type { OwnInstrument } from '../own/own-instrument.js';
import type { PriceAddress, ReadingStatus } from '../own/price-address.js';
import { addressOf, addressProblems, type GivenAddress } from '../price-addresses/given-address.js';
import { PriceReadingRepository } from '../price-addresses/price-reading.repository.js';
import { type NewOwnInstrumentDto, OwnInstrumentDto } from './own-instrument.dto.js';

type Changes = Partial<Pick<OwnInstrument, 'name' | 'isin' | 'sector' | 'country' | 'note' | 'bond'>> & {
  priceAddress?: GivenAddress | null;
};

const ADDRESS_LIMIT = 'own_price_addresses';

/** Manages the instruments that an account has defined. Prices are deleted with their instrument. */
@Service()
export class OwnInstruments extends OwnedRecords<OwnInstrument, NewOwnInstrumentDto, Changes> {
  constructor(
    parts: OwnedParts,
    config: MarketsConfig,
    private readonly outbound: Outbound,
    private readonly readings: PriceReadingRepository,
  ) {
    super(parts, {
      table: parts.table(ownInstruments),
      noun: 'instrument of your own',
      plural: 'instruments of their own',
      limitName: 'own_instruments',
      limit: () => config.ownInstruments,
      exported: {
        section: 'ownInstruments',
        description: 'Instruments that the account has defined; `ownPrices` has their prices.',
        item: OwnInstrumentDto,
      },
    });
    parts.quota.declare(ADDRESS_LIMIT, {
      configured: () => config.ownPriceAddresses,
      count: (accountId) => readings.count(accountId),
    });
  }

  /** Changes an instrument. @throws Problem as `create`, `not_found`, `precondition_failed` */
  override async change(accountId: string, id: string, changes: Changes, ifMatch?: string): Promise<OwnInstrument> {
    // The check is made before the transaction, because it may resolve a name.
    const priceAddress = changes.priceAddress && (await this.checked(changes.priceAddress, '/priceAddress'));
    return super.change(accountId, id, { ...changes, priceAddress }, ifMatch);
  }

  /** Locks an instrument until the transaction ends; undefined if the account has no such instrument. */
  held(accountId: string, id: string): Promise<OwnInstrument | undefined> {
    return this.table.hold(accountId, id);
  }

  /** Sets the state of the readings of the price address. */
  async setPriceStatus({ accountId, id }: Pick<OwnInstrument, 'accountId' | 'id'>, priceStatus: ReadingStatus) {
    await this.rewrite(accountId, id, undefined, () => ({ priceStatus }));
  }

  /**
   * Returns the address with the normal form of its URL and with defaults.
   * @throws Problem `invalid_request` for paths and times that are not valid, `unprocessable` for a URL that the
   * service must not call
   */
  async checked(given: GivenAddress, pointer: string): Promise<PriceAddress> {
    const errors = addressProblems(given).map(({ field, detail }) => ({ pointer: `${pointer}/${field}`, detail }));
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'The price address is not valid; see errors.', errors });
    try {
      return { ...addressOf(given), url: (await this.outbound.check(given.url)).href };
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      throw new Problem('unprocessable', {
        detail: error.message,
        errors: [{ pointer: `${pointer}/url`, detail: 'is not a URL from which prices can be read' }],
        cause: error,
      });
    }
  }

  /** Returns an instrument by its symbol, case-insensitive; undefined if the account has no such instrument. */
  async find(accountId: string, symbol: string): Promise<OwnInstrument | undefined> {
    return this.table.findWith(accountId, { symbol: symbol.toUpperCase() });
  }

  /** Returns an instrument by its symbol. @throws Problem `not_found` */
  async of(accountId: string, symbol: string): Promise<OwnInstrument> {
    const own = await this.find(accountId, symbol);
    if (own !== undefined) return own;
    throw new Problem('not_found', { detail: 'You have no instrument of your own with this symbol.' });
  }

  /** Returns the content of a new instrument. @throws Problem `invalid_request`, `unprocessable` as `checked` */
  protected async fresh(_accountId: string, input: NewOwnInstrumentDto): Promise<ContentOf<OwnInstrument>> {
    const {
      symbol,
      kind,
      name,
      currency,
      isin = null,
      sector = null,
      country = null,
      note = null,
      bond = null,
      priceAddress: given = null,
    } = input;
    const terms = termsOf(bond);
    assertBond(kind, terms);
    const priceAddress = given === null ? null : await this.checked(given, '/priceAddress');
    const priceStatus = priceAddress && 'pending';
    const facts = { name, currency, isin, sector, country, note };
    return { symbol: symbol.toUpperCase(), kind, ...facts, bond: terms, priceAddress, priceStatus };
  }

  /** Returns the changed fields. @throws Problem `invalid_request` for contradictions */
  protected revised(
    { kind, priceStatus, ...current }: OwnInstrument,
    { name, isin, sector, country, note, bond, priceAddress }: Changes,
  ): Partial<OwnInstrument> {
    const terms = bond === undefined ? undefined : termsOf(bond);
    if (terms !== undefined) assertBond(kind, terms);
    const facts = { name, isin, sector, country, note, bond: terms };
    if (priceAddress === undefined) return facts;
    if (priceAddress === null) return { ...facts, priceAddress, priceStatus: null };
    const address = addressOf(priceAddress);
    const isKept = priceStatus !== 'stopped' && isDeepStrictEqual(address, current.priceAddress);
    return { ...facts, priceAddress: address, priceStatus: isKept ? priceStatus : 'pending' };
  }

  protected override async afterCreate({ id, priceAddress }: OwnInstrument): Promise<void> {
    if (priceAddress !== null) await this.readings.restart(id, this.now());
  }

  protected override async afterChange(own: OwnInstrument, before: OwnInstrument): Promise<void> {
    if (own.priceAddress === null) await this.readings.remove(own.id);
    else if (
      (own.priceStatus === 'pending' && before.priceStatus !== 'pending') ||
      !isDeepStrictEqual(own.priceAddress, before.priceAddress)
    )
      await this.readings.restart(own.id, this.now());
  }

  /**
   * Rejects a second instrument with the same symbol, and too many addresses.
   * @throws Problem `conflict`, `quota_reached`
   */
  protected override async check(
    { accountId, symbol, priceAddress }: OwnInstrument,
    before?: OwnInstrument,
  ): Promise<void> {
    if (priceAddress !== null && (before?.priceAddress ?? null) === null)
      await this.parts.quota.check(accountId, ADDRESS_LIMIT, (limit) =>
        limit === 0
          ? 'This service reads no prices from addresses.'
          : `An account has at most ${limit} price addresses here; remove one first.`,
      );
    if (before !== undefined || (await this.find(accountId, symbol)) === undefined) return;
    throw new Problem('conflict', {
      detail: 'You have an instrument with this symbol already; choose another code, or change it with PATCH.',
      errors: [{ pointer: '/symbol', detail: 'is used by another instrument of yours' }],
    });
  }
}

/** Returns terms as a plain object, as they are stored. */
const termsOf = (bond: BondTerms | null): BondTerms | null => bond && { ...bond };

/** @throws Problem `invalid_request` for terms that contradict each other, or the kind */
function assertBond(kind: OwnInstrument['kind'], bond: BondTerms | null): void {
  const errors: FieldProblem[] = [];
  if (kind === 'bond' && bond === null) errors.push({ pointer: '/bond', detail: 'is required for the kind `bond`' });
  if (kind !== 'bond' && bond !== null)
    errors.push({ pointer: '/bond', detail: 'is only for the kind `bond`; leave it out' });
  if (errors.length === 0 && bond !== null)
    errors.push(...termProblems(bond).map(({ field, detail }) => ({ pointer: `/bond/${field}`, detail })));
  if (errors.length > 0)
    throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
}
