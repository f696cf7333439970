import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { type Identifier, type IdentifierKind, isinOfCusip, withModulus10, withRemainder97 } from '../identifier.js';
import type { Instrument } from '../instrument.js';
import type { IdentifiedListing, OwnerLevel, RegisteredEntity, Subsidiaries } from '../legal-entity.js';
import { EntityRegister, ListingSource } from '../providers/identifier-source.js';

/** Characters of FIGIs: digits and consonants. */
const consonants = '0123456789BCDFGHJKLMNPQRSTVWXYZ';
/** Fractions of companies that have a parent, and of holding companies that have one. */
const OWNED_SHARE = 0.25;
const HELD_SHARE = 0.4;
/** Fraction of companies with subsidiaries. */
const PARENT_SHARE = 0.5;
/** The entities of a group by the digit of their LEI: the listed company, its owners and its subsidiaries. */
const roles = ['', ' Group', ' Holding', ' Finance', ' International'] as const;
const [COMPANY, GROUP, HOLDING, FINANCE, INTERNATIONAL] = [0, 1, 2, 3, 4] as const;

/** Writes a number in the digits of an alphabet, in its last `length` digits. */
const written = (value: number, length: number, alphabet: string): string =>
  Array.from(
    { length },
    (_, at) => alphabet[Math.floor(value / alphabet.length ** (length - 1 - at)) % alphabet.length],
  ).join('');
const all = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Invents identifiers for the instruments of the directory. Each contains the place of its instrument, so that it can
 * be resolved without a list, and cannot be real: no authority assigns FIGIs of ZZ or LEIs of SIMU.
 */
class Codes {
  constructor(
    private readonly seed: number,
    readonly instruments: InstrumentTable,
  ) {}

  figi(place: number): string {
    return withModulus10(`ZZG${written(place, 4, consonants)}${written(this.key(place), 4, consonants)}`);
  }

  lei(place: number, role: number): string {
    return withRemainder97(`SIMU00${written(place, 5, all)}${role}${written(this.key(place), 6, all)}`);
  }

  key(place: number): number {
    return keyOf(this.seed, `registers ${this.instruments.all[place]?.symbol}`);
  }

  placeOf(instrument: Instrument): number {
    return this.instruments.all.indexOf(instrument);
  }

  /** Returns the place of the company of an instrument: that of its first listing with the same ISIN. */
  companyOf(instrument: Instrument): number {
    return this.placeOf(
      instrument.isin === null ? instrument : (this.instruments.ofIsin(instrument.isin)[0] ?? instrument),
    );
  }

  listing(instrument: Instrument): IdentifiedListing {
    const { symbol, name, exchange, currency, isin } = instrument;
    const shareClassFigi = this.figi(this.companyOf(instrument));
    return { symbol, name, exchange, currency, isin, figi: this.figi(this.placeOf(instrument)), shareClassFigi };
  }
}

/** Simulates a source of listings by identifier. */
export class SimulatedListings extends ListingSource {
  readonly name = 'simulator';
  readonly kinds: readonly IdentifierKind[] = ['isin', 'cusip', 'figi', 'ticker', 'symbol'];
  readonly batch = 100;
  private readonly codes: Codes;

  constructor(
    seed: number,
    private readonly instruments: InstrumentTable,
  ) {
    super();
    this.codes = new Codes(seed, instruments);
  }

  async listings(identifiers: readonly Identifier[]): Promise<ReadonlyArray<readonly IdentifiedListing[]>> {
    return identifiers.map((identifier) => this.found(identifier).map((one) => this.codes.listing(one)));
  }

  private found({ kind, value }: Identifier): readonly Instrument[] {
    if (kind === 'isin') return this.instruments.ofIsin(value);
    if (kind === 'cusip') return this.instruments.ofIsin(isinOfCusip(value));
    if (kind === 'symbol') return [this.instruments.find(value) ?? []].flat();
    if (kind === 'ticker') return this.instruments.all.filter(({ symbol }) => symbol.startsWith(`${value}.`));
    const place = [...value.slice(3, 7)].reduce((sum, digit) => sum * consonants.length + consonants.indexOf(digit), 0);
    const instrument = this.instruments.all[place];
    return instrument !== undefined && this.codes.figi(place) === value ? [instrument] : [];
  }
}

/** Simulates a register of the companies of the directory: some belong to a group, and some own others. */
export class SimulatedRegister extends EntityRegister {
  readonly name = 'simulator';
  private readonly codes: Codes;

  constructor(
    seed: number,
    private readonly instruments: InstrumentTable,
  ) {
    super();
    this.codes = new Codes(seed, instruments);
  }

  async entity(lei: string): Promise<RegisteredEntity> {
    const { place, role } = this.place(lei);
    return this.at(place, role);
  }

  async issuersOf(isin: string): Promise<readonly RegisteredEntity[]> {
    const instrument = this.instruments.ofIsin(isin)[0];
    return instrument?.assetClass === 'equity' ? [this.at(this.codes.placeOf(instrument), COMPANY)] : [];
  }

  async isinsOf(lei: string): Promise<readonly string[]> {
    const { place, role } = this.place(lei);
    return role === COMPANY ? [this.instruments.all[place]?.isin ?? []].flat() : [];
  }

  async owner(lei: string, level: OwnerLevel): Promise<RegisteredEntity> {
    const { place, role } = this.place(lei);
    const chain = this.ownersOf(place, role);
    const owner = level === 'direct' ? chain[0] : chain.at(-1);
    if (owner === undefined) throw new UpstreamError('not_found');
    return this.at(place, owner);
  }

  async exception(lei: string): Promise<string> {
    return mix(this.codes.key(this.place(lei).place), 91) % 2 === 0 ? 'NO_KNOWN_PERSON' : 'NATURAL_PERSONS';
  }

  async subsidiaries(lei: string): Promise<Subsidiaries> {
    const { place, role } = this.place(lei);
    const owned = roles.flatMap((_, other) =>
      this.exists(place, other) && this.ownersOf(place, other)[0] === role ? other : [],
    );
    const entities = owned.map((other) => this.at(place, other).entity);
    return { entities, total: entities.length };
  }

  private place(lei: string): { place: number; role: number } {
    const place = Number.parseInt(lei.slice(6, 11), 36);
    const role = Number(lei[11]);
    const instrument = this.instruments.all[place];
    const isCompany = instrument?.assetClass === 'equity' && this.codes.companyOf(instrument) === place;
    if (!isCompany || this.codes.lei(place, role) !== lei || !this.exists(place, role))
      throw new UpstreamError('not_found');
    return { place, role };
  }

  private exists(place: number, role: number): boolean {
    const key = this.codes.key(place);
    if (role === COMPANY) return true;
    if (role === FINANCE || role === INTERNATIONAL) return unit(key, 83) < PARENT_SHARE;
    return unit(key, 81) < OWNED_SHARE && (role === HOLDING || (role === GROUP && unit(key, 82) < HELD_SHARE));
  }

  /** Returns the roles of the owners of an entity, the direct one first. */
  private ownersOf(place: number, role: number): number[] {
    const above: number[] = role === FINANCE || role === INTERNATIONAL ? [COMPANY, HOLDING, GROUP] : [HOLDING, GROUP];
    return above.slice(above.indexOf(role) + 1).filter((owner) => this.exists(place, owner));
  }

  private at(place: number, role: number): RegisteredEntity {
    const { name, country } = this.instruments.all[place] as Instrument;
    const owners = this.ownersOf(place, role).length > 0 ? 'entity' : 'exception';
    return {
      entity: {
        lei: this.codes.lei(place, role),
        name: `${name}${roles[role]}`,
        country,
        jurisdiction: country,
        isActive: true,
        isCurrent: true,
        updatedAt: null,
      },
      owners: { direct: owners, ultimate: owners },
    };
  }
}
