import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { extractEntities } from '../../../extraction/extract-entities.js';
import type { Aircraft } from '../../geospatial/aircraft.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { idOf } from '../../geospatial/layer.js';
import type { Vessel } from '../../geospatial/vessel.js';
import { findInstruments } from '../../markets/directory/find-instruments.js';
import { SanctionsSearch } from '../sanctions/sanctions-search.service.js';
import type { SanctionsMatch } from '../sanctions/screening.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import { type EntityProfile, type EntitySummary, nameKey, type PageKind, parsePageEntity } from './entity.js';
import { MentionsService } from './mentions.service.js';

const MAX_VESSELS = 10;
const LATEST_MENTIONS = 10;

const isVessel = (object: Vessel | Aircraft): object is Vessel => 'shipTypeCode' in object;

/** Finds entities, and collects the data about one. */
@Service()
export class EntitiesService {
  constructor(
    private readonly sanctions: SanctionsSearch,
    private readonly geospatial: GeospatialApi,
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly mentions: MentionsService,
  ) {}

  /**
   * Finds entities that a text names, best first: in live state, sanctions lists and catalogs, and by the format of the
   * text.
   */
  async search(text: string, kinds: readonly PageKind[] | undefined, limit: number): Promise<EntitySummary[]> {
    const found = [
      ...this.moving(text),
      ...(await this.listed(text, limit)),
      ...(await this.catalogued(text)),
      ...byForm(text),
    ];
    const distinct = [...new Map(found.toReversed().map((entity) => [entity.id, entity])).values()].reverse();
    return distinct
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  /** Returns an entity with its data. @throws Problem `not_found` for an entity without data */
  async get(accountId: string, entity: string): Promise<EntityProfile> {
    const page = await this.known(entity);
    const keys = [page.id, ...page.alsoKnownAs];
    const mentions = await this.mentions.list(accountId, keys, LATEST_MENTIONS);
    const isKnown =
      page.live !== null ||
      page.listed !== null ||
      page.vulnerability !== null ||
      page.sanctions.length > 0 ||
      mentions.length > 0;
    if (!isKnown) throw notFound();
    return { ...page, mentions };
  }

  /** Returns the keys under which an entity is mentioned. @throws Problem `not_found` */
  async keysOf(entity: string): Promise<string[]> {
    const { id, alsoKnownAs } = await this.known(entity);
    return [id, ...alsoKnownAs];
  }

  private async known(entity: string): Promise<EntityProfile> {
    const parsed = parsePageEntity(entity);
    if (parsed === undefined) throw notFound();
    const { kind, id } = parsed;
    const page: EntityProfile = {
      id: entity,
      kind,
      name: id,
      alsoKnownAs: [],
      live: null,
      listed: null,
      sanctions: [],
      vulnerability: null,
      mentions: [],
    };
    if (kind === 'vessel' || kind === 'imo' || kind === 'aircraft') return this.movingPage(page, id);
    if (kind === 'person' || kind === 'organization') {
      const name = id.replaceAll('_', ' ');
      const { matches } = await this.sanctions.search({ text: name, types: [kind], limit: 5 });
      return { ...page, name, sanctions: matches };
    }
    if (kind === 'sanctioned') return this.listedPage(page, id);
    if (kind === 'cve') {
      const vulnerability = (await this.vulnerabilities.find(id.toUpperCase())) ?? null;
      return { ...page, id: `cve:${id.toUpperCase()}`, name: vulnerability?.title ?? id.toUpperCase(), vulnerability };
    }
    if (kind === 'symbol') return { ...page, id: `symbol:${id.toUpperCase()}`, name: id.toUpperCase() };
    const { matches } = await this.sanctions.search({ text: id, limit: 5 });
    return { ...page, sanctions: matches.filter(({ reasons }) => reasons[0]?.code === 'same_identifier') };
  }

  private async movingPage(page: EntityProfile, id: string): Promise<EntityProfile> {
    const named = page.kind === 'vessel' && !/^\d{9}$/.test(id) ? id.replaceAll('_', ' ').toUpperCase() : undefined;
    const imo = page.kind === 'imo' && /^\d{7}$/.test(id) ? Number(id) : undefined;
    const isLookedUp = named !== undefined || imo !== undefined;
    const live =
      (isLookedUp
        ? this.geospatial.identify({ imo, name: named }, 1)[0]
        : this.geospatial.find(`${page.kind}:${id.toLowerCase()}`)) ?? null;
    if (live === null) {
      const { matches } = await this.sanctions.search({
        text: named ?? id,
        types: [page.kind === 'aircraft' ? 'aircraft' : 'vessel'],
        limit: 5,
      });
      return { ...page, name: named ?? id, sanctions: matches };
    }
    if (!isVessel(live))
      return { ...page, name: live.callsign ?? id, live, sanctions: await this.aircraftMatches(live) };
    const mmsi = idOf('vessels', live.key);
    const number = live.imo === null ? null : String(live.imo);
    const keys = [
      `vessel:${mmsi}`,
      ...(number === null ? [] : [`imo:${number}`]),
      ...(live.name === null ? [] : [nameKey('vessel', live.name)]),
    ];
    const sanctions = await this.sanctions.vessel({ mmsi, imo: number, name: live.name });
    const also = [...keys, ...sanctions.map(({ entity }) => `sanctioned:${entity.id}`)].filter(
      (key) => key !== page.id,
    );
    return { ...page, name: live.name ?? `MMSI ${mmsi}`, live, sanctions, alsoKnownAs: also };
  }

  private async aircraftMatches({ registration, key }: Aircraft): Promise<SanctionsMatch[]> {
    const byAddress = await this.sanctions.search({ text: idOf('aircraft', key), types: ['aircraft'], limit: 5 });
    if (byAddress.matches.length > 0 || registration === null) return byAddress.matches;
    return (await this.sanctions.search({ text: registration, types: ['aircraft'], minScore: 1, limit: 5 })).matches;
  }

  private async listedPage(page: EntityProfile, id: string): Promise<EntityProfile> {
    const listed = await this.sanctions.find(id);
    if (listed === undefined) throw notFound();
    const numbers = listed.identifiers.flatMap(({ type, value }) =>
      type === 'imo' ? [`imo:${value}`] : type === 'mmsi' ? [`vessel:${value}`] : [],
    );
    const names = listed.type === 'aircraft' ? [] : [nameKey(listed.type, listed.name)];
    const imo = listed.identifiers.find(({ type }) => type === 'imo')?.value;
    const live =
      listed.type === 'vessel' && imo !== undefined
        ? (this.geospatial.identify({ imo: Number(imo) }, 1)[0] ?? null)
        : null;
    return { ...page, name: listed.name, listed, live, alsoKnownAs: [...numbers, ...names] };
  }

  private moving(text: string): EntitySummary[] {
    const plain = text.trim();
    const byId = /^\d{9}$/.test(plain)
      ? this.geospatial.find(`vessel:${plain}`)
      : /^[0-9a-f]{6}$/i.test(plain)
        ? this.geospatial.find(`aircraft:${plain.toLowerCase()}`)
        : undefined;
    const imo = /^(?:IMO\s*)?(\d{7})$/i.exec(plain)?.[1];
    const named = this.geospatial.identify(
      { name: plain.toUpperCase(), imo: imo === undefined ? undefined : Number(imo) },
      MAX_VESSELS,
    );
    return [...(byId ? [byId] : []), ...named].map((object): EntitySummary => {
      if (!isVessel(object))
        return {
          id: `aircraft:${idOf('aircraft', object.key)}`,
          kind: 'aircraft',
          name: object.callsign ?? plain,
          detail: 'Aircraft in live state.',
          score: 1,
        };
      const mmsi = idOf('vessels', object.key);
      return {
        id: `vessel:${mmsi}`,
        kind: 'vessel',
        name: object.name ?? `MMSI ${mmsi}`,
        detail: 'Vessel in live state.',
        score: 1,
      };
    });
  }

  private async listed(text: string, limit: number): Promise<EntitySummary[]> {
    const { matches } = await this.sanctions.search({ text, limit });
    return matches.map(({ entity, score }) => {
      return {
        id: `sanctioned:${entity.id}`,
        kind: 'sanctioned',
        name: entity.name,
        detail: `On a sanctions list (${entity.list.provider}).`,
        score,
      };
    });
  }

  private async catalogued(text: string): Promise<EntitySummary[]> {
    const cve = /^CVE-\d{4}-\d{4,7}$/i.exec(text.trim())?.[0].toUpperCase();
    const found = cve === undefined ? undefined : await this.vulnerabilities.find(cve);
    return found === undefined
      ? []
      : [
          {
            id: `cve:${found.id}`,
            kind: 'cve',
            name: found.title,
            detail: 'In a catalog of vulnerabilities.',
            score: 1,
          },
        ];
  }
}

/** Returns entities that the format of the text identifies, and instruments that it names. */
function byForm(text: string): EntitySummary[] {
  const identified = extractEntities(text).filter(({ foundBy }) => foundBy !== 'context');
  const symbols = findInstruments(text).map(({ symbol, confidence }): EntitySummary => {
    return {
      id: `symbol:${symbol}`,
      kind: 'symbol',
      name: symbol,
      detail: 'Instrument of the directory.',
      score: confidence,
    };
  });
  const found = identified.map(
    ({ kind, key, name, confidence }): EntitySummary => ({
      id: key,
      kind,
      name,
      detail: 'Recognized by its form.',
      score: confidence * 0.9,
    }),
  );
  return [...symbols, ...found];
}

const notFound = (): Problem =>
  new Problem('not_found', {
    detail: 'This service has no data about this entity. Ids are `<kind>:<id>`, as `GET /osint/entities` lists them.',
  });
