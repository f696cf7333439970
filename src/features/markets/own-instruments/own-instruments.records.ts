import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { type BondTerms, termProblems } from '../bonds/bond-schedule.js';
import { MarketsConfig } from '../markets.config.js';
import { ownInstruments } from '../markets.schema.js';
import type { OwnInstrument } from '../own/own-instrument.js';
import { type NewOwnInstrumentDto, OwnInstrumentDto } from './own-instrument.dto.js';

type Changes = Partial<Pick<OwnInstrument, 'name' | 'isin' | 'sector' | 'country' | 'note' | 'bond'>>;

/** Manages the instruments that an account has defined. Prices are deleted with their instrument. */
@Service()
export class OwnInstruments extends OwnedRecords<OwnInstrument, NewOwnInstrumentDto, Changes> {
  constructor(parts: OwnedParts, config: MarketsConfig) {
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

  /** Returns the content of a new instrument. @throws Problem `invalid_request` for contradictions */
  protected fresh(_accountId: string, input: NewOwnInstrumentDto): ContentOf<OwnInstrument> {
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
    } = input;
    const terms = termsOf(bond);
    assertBond(kind, terms);
    return { symbol: symbol.toUpperCase(), kind, name, currency, isin, sector, country, note, bond: terms };
  }

  /** Returns the changed fields. @throws Problem `invalid_request` for contradictions */
  protected revised(
    { kind }: OwnInstrument,
    { name, isin, sector, country, note, bond }: Changes,
  ): Partial<OwnInstrument> {
    const terms = bond === undefined ? undefined : termsOf(bond);
    if (terms !== undefined) assertBond(kind, terms);
    return { name, isin, sector, country, note, bond: terms };
  }

  /** Rejects a second instrument with the same symbol. @throws Problem `conflict` */
  protected override async check({ accountId, symbol }: OwnInstrument, before?: OwnInstrument): Promise<void> {
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
