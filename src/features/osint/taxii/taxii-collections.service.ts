import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { CasePublication } from '../cases/case-publication.service.js';
import { SanctionsPublication } from '../sanctions/sanctions-publication.service.js';
import {
  FIXED_TIME,
  publishedUuid,
  recordUuid,
  type StixObject,
  serviceIdentity,
  stixType,
} from '../stix/stix-object.js';
import type { StixSelection } from '../stix/stix-selection.js';
import { VulnerabilityRepository } from '../vulnerabilities/vulnerability.repository.js';
import { stixVulnerability } from '../vulnerabilities/vulnerability-stix.js';
import type { TaxiiCollectionResource } from './taxii-form.js';

/** An object of a collection and its position there. */
export interface TaxiiEntry {
  /** Text by which objects with the same time are ordered. */
  id: string;
  /** Time at which this version was added. */
  time: Date;
  object: StixObject;
}

/** The objects of one kind in a collection. */
export interface TaxiiSection {
  types: readonly string[];
  /** Lists objects by time and id. The cost depends on the limit, not on the number of stored objects. */
  read(accountId: string, selection: StixSelection): Promise<TaxiiEntry[]>;
}

export interface TaxiiCollection {
  description: TaxiiCollectionResource;
  /** Maximum number of objects in a page. */
  limit: number;
  sections: readonly TaxiiSection[];
}

/** Maximum number of objects in a page; evidence can be 100 kB long, other objects are a few. */
const MAX_OBJECTS = 500;
const MAX_CASE_OBJECTS = 50;
/** Ids of the collections, the same in every installation. They are unique only within the API root. */
const ids = {
  vulnerabilities: '6c4a8d52-1e0b-4d3a-9f0e-2b7c5e8a1f01',
  sanctions: '6c4a8d52-1e0b-4d3a-9f0e-2b7c5e8a1f02',
  cases: '6c4a8d52-1e0b-4d3a-9f0e-2b7c5e8a1f03',
};

/** The collections of the TAXII server. Each begins with the identity of this service, to which all objects refer. */
@Service()
export class TaxiiCollections {
  readonly all: readonly TaxiiCollection[];

  constructor(vulnerabilities: VulnerabilityRepository, sanctions: SanctionsPublication, cases: CasePublication) {
    const identity = fixed(async () => [serviceIdentity]);
    const changedVulnerabilities: TaxiiSection = {
      types: ['vulnerability'],
      read: async (_, selection) => {
        const found = await vulnerabilities.changed(selection);
        return found.map((one) => ({ id: one.stixId, time: one.changedAt, object: stixVulnerability(one) }));
      },
    };
    this.all = [
      {
        description: described('vulnerabilities', 'Vulnerabilities', 'Vulnerabilities of the configured catalogs.'),
        limit: MAX_OBJECTS,
        sections: [identity, changedVulnerabilities],
      },
      {
        description: described(
          'sanctions',
          'Sanctions',
          'Entries of the configured sanctions lists, as identities. Delisted entries are revoked.',
        ),
        limit: MAX_OBJECTS,
        sections: [
          fixed(async () => [serviceIdentity, ...(await sanctions.simulated())]),
          { types: ['identity'], read: (_, selection) => sanctions.changed(selection) },
        ],
      },
      {
        description: described('cases', 'Cases', 'Your cases, as groupings, with their evidence as notes.'),
        limit: MAX_CASE_OBJECTS,
        sections: [
          identity,
          byRecord('grouping', (account, selection) => cases.changedCases(account, selection)),
          byRecord('note', (account, selection) => cases.capturedEvidence(account, selection)),
        ],
      },
    ];
  }

  /** Returns a collection by its id or alias. @throws Problem `not_found` */
  get(name: string): TaxiiCollection {
    const found = this.all.find(({ description: { id, alias } }) => name === id || name === alias);
    if (found === undefined) throw new Problem('not_found', { detail: 'No collection has this id.' });
    return found;
  }
}

const described = (alias: keyof typeof ids, title: string, description: string): TaxiiCollectionResource => ({
  id: ids[alias],
  title,
  description,
  alias,
  can_read: true,
  can_write: false,
  media_types: [stixType],
});

/** Returns a section of objects that are the same in every installation and were added before all others. */
function fixed(read: () => Promise<StixObject[]>): TaxiiSection {
  return {
    types: ['identity'],
    read: async (_, { limit, addedAfter, after, ids: chosen, versions }) => {
      const isOver = (addedAfter !== undefined && addedAfter >= FIXED_TIME) || (after && isBehind(after));
      const isOther = versions?.every((version) => version.getTime() !== FIXED_TIME.getTime());
      if (isOver || isOther) return [];
      const entries = (await read()).map((object) => ({
        id: object.id.slice(object.id.indexOf('--') + 2),
        time: FIXED_TIME,
        object,
      }));
      return entries
        .filter(({ id }) => (chosen?.includes(id) ?? true) && (after?.id === undefined || id > after.id))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/** Returns true if no object at the fixed time follows a position. */
const isBehind = ({ time, id, isInclusive }: NonNullable<StixSelection['after']>): boolean =>
  time > FIXED_TIME || (time.getTime() === FIXED_TIME.getTime() && id === undefined && !isInclusive);

/** Returns a section whose objects have the UUIDs of their records in another form. */
const byRecord = (type: string, read: TaxiiSection['read']): TaxiiSection => ({
  types: [type],
  read: (accountId, { ids: chosen, ...selection }) => {
    const records = chosen?.map(recordUuid).filter((id, index) => publishedUuid(id) === chosen[index]);
    return records?.length === 0 ? Promise.resolve([]) : read(accountId, { ...selection, ids: records });
  },
});
