import { Service } from 'typedi';
import { Problem } from '../../../../api/problem.js';
import { ownTurn } from '../../../../async/event-loop-turns.js';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import { type Box, splitBox } from '../../box.js';
import { widened } from '../../history/box-condition.js';
import { MovingObjectRepository } from '../../history/objects/moving-object.repository.js';
import { isStationary } from '../../stationary.js';
import { GeofencesService } from '../api/geofences.service.js';
import { entityAround, prepareFence } from '../engine/fence-shape.js';
import { LivePositionLookup } from '../engine/position-lookup.js';
import type { Geofence } from '../geofence.js';
import { TransitionProviders } from '../transition-providers.service.js';
import { type Backtest, boxesAlong, MAX_TRANSITIONS, type PathPoint, replay } from './backtest.js';
import { fillPaths } from './filled-paths.js';
import { type FoundObjects, type PathObject, StoredPaths } from './stored-paths.repository.js';

const MAX_DAYS = 7;
const MAX_OBJECTS = 2_000;
const MAX_POINTS = 100_000;
/**
 * Maximum time of the search for objects near the geofence (ms). Objects that come near only later in the range are
 * then missing.
 */
const SEARCH_TIMEOUT_MS = 10_000;
/** Maximum number of points, including interpolated ones. */
const MAX_FILLED = 400_000;
/**
 * Distance from the geofence (m) within which a point includes its object: an aircraft flies twice this distance in the
 * minute between two stored points.
 */
const MARGIN_METERS = 10_000;
/**
 * Time before the range (ms) in which the last point of an object gives its initial position: the default of
 * `SVC_VESSEL_TTL_SECONDS`, for which a silent vessel stays in live state.
 */
const LOOK_BACK_MS = 2 * HOUR_MS;

/** Evaluates a geofence against stored tracks. */
@Service()
export class FenceBacktest {
  constructor(
    private readonly geofences: GeofencesService,
    private readonly stored: StoredPaths,
    private readonly clock: Clock,
    private readonly providers: TransitionProviders,
    private readonly live: LivePositionLookup,
    private readonly known: MovingObjectRepository,
  ) {}

  /**
   * Runs a backtest of a geofence.
   * @throws Problem `not_found`, `invalid_request` for a range that does not end after its start or is too long
   */
  async run(accountId: string, id: string, request: { from: string; to: string }): Promise<Backtest> {
    const range = readRange(request);
    const fence = await this.geofences.get(accountId, id);
    const boxes = await this.boxesOf(fence, range);
    const { objects: found, isComplete } = await this.objectsNear(fence, range, boxes);
    const objects = found.slice(0, MAX_OBJECTS);
    const followed = entityAround(fence.shape);
    const wanted: PathObject[] =
      followed === undefined
        ? objects
        : [followed, ...objects.filter(({ layer, key }) => layer !== followed.layer || key !== followed.key)];
    const read = await this.stored.paths(wanted, range, MAX_POINTS + 1);
    const before = await this.stored.before(wanted, range.from - LOOK_BACK_MS, range.from);
    const points = read.slice(0, MAX_POINTS);
    const shape = prepareFence(fence.shape);
    const isInside = ({ lat, lon }: PathPoint) => shape?.contains(lat, lon) === true;
    const isNear = (one: PathPoint, next: PathPoint) =>
      meetsBox(one, next, boxes) && !(isInside(one) && isInside(next));
    const filled = fillPaths(before, points, isNear, MAX_FILLED);
    const within = filled.points.filter(({ observedAt }) => observedAt >= range.from);
    const transitions = await replay(fence, before, within, range, ownTurn);
    const cuts: Array<[Backtest['cutBy'], boolean]> = [
      ['objects', found.length > MAX_OBJECTS || !isComplete],
      ['points', read.length > MAX_POINTS || filled.isCut],
      ['transitions', transitions.length > MAX_TRANSITIONS],
    ];
    const cutBy = cuts.find(([, isCut]) => isCut)?.[0] ?? null;
    const sourced = await this.providers.add(transitions.slice(0, MAX_TRANSITIONS));
    const omittedReports = points.reduce((sum, point) => sum + point.omittedReports, 0);
    return { transitions: sourced, objects: objects.length, points: points.length, omittedReports, cutBy };
  }

  /** Returns boxes around the shape, or around the track of a moving geofence. */
  private async boxesOf({ shape }: Geofence, range: { from: number; to: number }): Promise<readonly Box[]> {
    const followed = entityAround(shape);
    const around =
      followed &&
      boxesAlong(
        await this.stored.paths([followed], range, MAX_POINTS),
        shape.type === 'moving' ? shape.radiusMeters : 0,
      );
    return around ?? prepareFence(shape)?.boxes ?? [];
  }

  private async objectsNear(
    { policy }: Geofence,
    range: { from: number; to: number },
    boxes: readonly Box[],
  ): Promise<FoundObjects> {
    if (boxes.length === 0) return { objects: [], isComplete: true };
    const end = this.clock.now() + SEARCH_TIMEOUT_MS;
    const around = boxes.flatMap((box) => splitBox(widened(box, MARGIN_METERS)));
    const isLate = () => this.clock.now() > end;
    const found = await this.stored.objectsIn(policy.layers, range, around, MAX_OBJECTS + 1, isLate);
    return policy.entities === null ? { ...found, objects: await this.moving(found.objects) } : found;
  }

  /** Leaves out stations that do not move, by their live or last known state. */
  private async moving(objects: readonly PathObject[]): Promise<PathObject[]> {
    const keys = objects.filter(({ layer }) => layer === 'vessels').map(({ key }) => key);
    const states = await this.known.findMany('vessels', keys);
    return objects.filter(({ layer, key }) => {
      const state = layer === 'vessels' ? states.get(key) : undefined;
      return !this.live.isStationary(layer, key) && !(state && 'station' in state && isStationary(state.station));
    });
  }
}

/** True if the line between two points may touch one of the boxes, which do not cross the antimeridian. */
function meetsBox(one: PathPoint, next: PathPoint, boxes: readonly Box[]): boolean {
  if (Math.abs(one.lon - next.lon) > 180) return true;
  const [west, east] = [Math.min(one.lon, next.lon), Math.max(one.lon, next.lon)];
  const [south, north] = [Math.min(one.lat, next.lat), Math.max(one.lat, next.lat)];
  return boxes.some((box) => west <= box.east && east >= box.west && south <= box.north && north >= box.south);
}

function readRange({ from, to }: { from: string; to: string }): { from: number; to: number } {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.to > range.from && range.to - range.from <= MAX_DAYS * DAY_MS) return range;
  const detail = `must be after from, by at most ${MAX_DAYS} days`;
  throw new Problem('invalid_request', {
    detail: 'Some fields are not valid; see errors.',
    errors: [{ pointer: '/to', detail }],
  });
}
