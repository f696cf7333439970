import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { uuidPattern } from '../../../api/rules.js';
import { EventEnvelopes } from '../../../events/event-envelopes.js';
import { EventLog } from '../../../events/event-log.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { NewsApi } from '../../news/news.api.js';
import { SanctionsSearch } from '../sanctions/sanctions-search.service.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { RecordType } from './case.js';

/** A copy of the current state of a record. */
export interface CapturedRecord {
  title: string;
  record: object;
}

/** The fields of an article that a copy has. */
const articleFields = [
  'id',
  'title',
  'summary',
  'text',
  'author',
  'url',
  'publishedAt',
  'fetchedAt',
  'language',
  'sourceName',
  'owner',
  'provider',
  'tone',
  'symbols',
  'entities',
  'countries',
] as const;

/** Reads records of this service that an account can see. */
@Service()
export class RecordCapture {
  constructor(
    private readonly events: EventLog,
    private readonly envelopes: EventEnvelopes,
    private readonly geospatial: GeospatialApi,
    private readonly sanctions: SanctionsSearch,
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly news: NewsApi,
  ) {}

  /**
   * Captures a record.
   * @throws Problem `unprocessable` for a record that does not exist or is not visible to the account
   */
  async capture(accountId: string, type: RecordType, id: string): Promise<CapturedRecord> {
    const found = await this.find(accountId, type, id);
    if (found !== undefined) return found;
    throw new Problem('unprocessable', { detail: `No record of the type ${type} with this id is visible to you.` });
  }

  private async find(accountId: string, type: RecordType, id: string): Promise<CapturedRecord | undefined> {
    if (type === 'vessel' || type === 'aircraft') return this.moving(`${type}:${id.toLowerCase()}`);
    if (type === 'sanctioned') {
      const entry = await this.sanctions.find(id);
      return entry && { title: entry.name, record: entry };
    }
    if (type === 'vulnerability') {
      const found = await this.vulnerabilities.find(id.toUpperCase());
      if (found === undefined) return undefined;
      const { stixId: _id, addedAt: _added, changedAt: _changed, ...record } = found;
      return { title: `${found.id}: ${found.title}`, record };
    }
    if (!uuidPattern.test(id)) return undefined;
    if (type === 'event') return this.event(accountId, id);
    if (type === 'geo_event') {
      const event = await this.geospatial.event(id);
      return event && { title: event.title, record: event };
    }
    return this.article(accountId, id);
  }

  private async article(accountId: string, articleId: string): Promise<CapturedRecord | undefined> {
    const found = await this.news.find(accountId, articleId);
    if (found === undefined) return undefined;
    const record = Object.fromEntries(articleFields.map((field) => [field, found[field]]));
    return { title: found.title, record };
  }

  private async event(accountId: string, id: string): Promise<CapturedRecord | undefined> {
    const event = await this.events.find(accountId, id);
    if (event === undefined) return undefined;
    const envelope = this.envelopes.of(event);
    return { title: envelope.title, record: envelope };
  }

  private moving(entity: string): CapturedRecord | undefined {
    const object = this.geospatial.find(entity);
    if (object === undefined) return undefined;
    const { key: _, observedAt, receivedAt, ...rest } = object;
    const eta = 'eta' in object && object.eta !== null ? { eta: new Date(object.eta) } : {};
    const name = ('name' in object ? object.name : object.callsign) ?? entity;
    return {
      title: `${name}, live state`,
      record: { entity, ...rest, ...eta, observedAt: new Date(observedAt), receivedAt: new Date(receivedAt) },
    };
  }
}
