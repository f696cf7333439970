import type { Geometry } from 'geojson';
import { Service } from 'typedi';
import { Problem, type ProblemCode, problems, wrongParameter } from '../../../api/problem.js';
import type { Caller } from '../../../http/caller.js';
import { InProcessApi } from '../../../http/in-process-api.js';
import type { Box } from '../box.js';
import { readBox } from '../geometry/read-area.js';
import { touchesBox } from '../geometry/touches-box.js';
import { type OgcCollectionId, ogcCollections } from './collections.js';
import { readDatetime } from './datetime.js';

export interface OgcItemsRequest {
  bbox?: number[];
  datetime?: string;
  limit: number;
  cursor?: string;
}

/** A GeoJSON Feature as a list of this API returns it. */
export interface ListedFeature {
  geometry: Geometry | null;
  properties: Readonly<Record<string, unknown>>;
}

export interface OgcPage {
  features: ListedFeature[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/**
 * Reads features through the lists of this API, so that the same filters, scopes and owner checks apply. A page may
 * have fewer features than the limit although another one follows.
 */
@Service()
export class OgcService {
  constructor(private readonly api: InProcessApi) {}

  /** Reads a page of a collection. @throws Problem `invalid_request`, `invalid_cursor`, and as the list */
  async items(caller: Caller, id: OgcCollectionId, request: OgcItemsRequest, signal: AbortSignal): Promise<OgcPage> {
    const { path, maxLimit, hasBbox, time } = ogcCollections[id];
    const box = request.bbox === undefined ? undefined : boxOf(request.bbox);
    const interval = request.datetime === undefined ? undefined : readDatetime(request.datetime);
    const query = new URLSearchParams({ format: 'geojson', limit: String(Math.min(request.limit, maxLimit)) });
    if (box !== undefined && hasBbox) query.set('bbox', [box.west, box.south, box.east, box.north].join());
    if (request.cursor !== undefined) query.set('cursor', request.cursor);
    const value = await this.read(caller, `${path}?${query}`, signal);
    const { features, nextCursor } = value as { features: ListedFeature[]; nextCursor: string | null };
    const kept = features.filter(({ geometry, properties }) => {
      if (box !== undefined && !hasBbox && !(geometry !== null && touchesBox(geometry, box))) return false;
      if (interval === undefined || time === undefined) return true;
      const at = Date.parse(String(properties[time]));
      return at >= interval.from && at <= interval.to;
    });
    return { features: kept, next: nextCursor };
  }

  /** Reads a feature. @throws Problem `not_found`, and as the operation that reads it */
  async item(caller: Caller, id: OgcCollectionId, featureId: string, signal: AbortSignal): Promise<ListedFeature> {
    const path = `${ogcCollections[id].path}/${encodeURIComponent(featureId)}?format=geojson`;
    return (await this.read(caller, path, signal)) as ListedFeature;
  }

  private async read(caller: Caller, path: string, signal: AbortSignal): Promise<unknown> {
    const { status, value } = await this.api.call(caller, { method: 'GET', url: `/api/v1${path}` }, signal);
    if (status === 200) return value;
    const { code = 'unavailable', detail, errors } = (value ?? {}) as Partial<Problem>;
    // An id in the wrong format cannot be the id of a feature.
    const isNoId = code === 'invalid_request' && errors?.some(({ pointer }) => pointer.startsWith('path/'));
    if (isNoId) throw new Problem('not_found', { detail: 'The collection has no feature with this id.' });
    throw new Problem(code in problems ? (code as ProblemCode) : 'unavailable', { detail, errors });
  }
}

/**
 * Reads a box of four numbers, or of six numbers with heights, which are ignored.
 * @throws Problem `invalid_request` for an invalid box
 */
function boxOf(numbers: readonly number[]): Box {
  if (numbers.length === 5) throw wrongParameter('query/bbox', 'must have four or six numbers');
  return readBox(numbers.length === 6 ? numbers.filter((_, index) => index !== 2 && index !== 5) : [...numbers]);
}
