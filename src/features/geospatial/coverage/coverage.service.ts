import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { type Box, WORLD } from '../box.js';
import { readBox } from '../geometry/read-area.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import type { Position } from '../position.js';
import { ReceptionRepository } from '../reception/reception.repository.js';
import { blocksOf, COUNTED_BLOCK, RANGE_BLOCK } from '../reception/reception-cells.js';
import { RECEPTION_DAYS } from '../reception/reception-retention.service.js';
import {
  type CellSize,
  type Coverage,
  type CoverageInput,
  cellSizes,
  computeCoverage,
  coverageInThread,
  MAX_CELLS,
  MAX_RANGE_HOURS,
} from './coverage.js';

/** Default length of a range, and length of the time that shows the usual reception (hours). */
const DEFAULT_HOURS = 24;
const USUAL_HOURS = 168;
/** Coverages of more rows (bytes) are computed in a thread; fewer take at most some milliseconds. */
const MAX_BYTES = 200_000;

export interface CoverageRequest {
  bbox?: number[];
  layer: Layer;
  cellDegrees?: CellSize;
  from?: Date;
  to?: Date;
  /** Whether cells have their reports in each hour. */
  hourly?: boolean;
}

/** The coverage of an area with its request. */
export interface CoverageReading extends Coverage {
  layer: Layer;
  cellDegrees: number;
  /** The range in milliseconds, full hours; the end is exclusive. */
  from: number;
  to: number;
  /** Positions of receivers by feed. */
  receivers: ReadonlyMap<string, Position>;
  /** Time at which it was read (ms). */
  now: number;
}

/** Reads where and when reports were received. */
@Service()
export class CoverageService {
  constructor(
    private readonly repository: ReceptionRepository,
    private readonly config: GeospatialConfig,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the coverage of an area.
   * @throws Problem `invalid_request` for an invalid box or range, and for more than 20,000 cells; `overloaded`
   */
  async read(requester: Requester, { bbox, ...request }: CoverageRequest): Promise<CoverageReading> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    const { input, ...reading } = await this.stored(box, request);
    const bytes = input.rows.reduce((total, { counts }) => total + counts.length, 0);
    const coverage =
      bytes <= MAX_BYTES
        ? computeCoverage(input)
        : await this.heavy.run(requester, (inThread) => inThread(coverageInThread, input));
    return { ...reading, ...checked(coverage) };
  }

  /** Reads the rows of a box, for maps, which compute the coverage in their thread. @throws as `read` does */
  async inputOf(box: Box, request: Omit<CoverageRequest, 'bbox'>): Promise<CoverageInput> {
    return (await this.stored(box, request)).input;
  }

  private async stored(box: Box, { layer, cellDegrees, from, to, hourly = false }: Omit<CoverageRequest, 'bbox'>) {
    const now = this.clock.now();
    const range = this.rangeOf(from, to, now);
    const degrees = cellDegrees === undefined ? sizeFor(box) : Number(cellDegrees);
    const [first, end] = [range.from / HOUR_MS, range.to / HOUR_MS];
    const usualFrom = first - USUAL_HOURS;
    const rows = await this.repository.read(
      layer,
      [...blocksOf(box), RANGE_BLOCK, COUNTED_BLOCK],
      dayOf(usualFrom * HOUR_MS),
      dayOf(range.to - 1),
    );
    const input: CoverageInput = {
      rows,
      layer,
      box,
      cellDegrees: degrees,
      from: first,
      to: end,
      usualFrom,
      isHourly: hourly,
    };
    return { layer, cellDegrees: degrees, ...range, receivers: this.config.receivers, now, input };
  }

  /** Returns full hours; the current hour is part of a range that ends now. */
  private rangeOf(from: Date | undefined, to: Date | undefined, now: number): { from: number; to: number } {
    const endOfHour = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
    const end = Math.ceil(Math.min(to?.getTime() ?? endOfHour, endOfHour) / HOUR_MS) * HOUR_MS;
    const start = Math.floor((from?.getTime() ?? end - DEFAULT_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS;
    if (start >= now) throw wrongParameter('query/from', 'must be in the past');
    if (start >= end) throw wrongParameter('query/from', 'must be before `to`');
    const length = Math.min(to?.getTime() ?? now, now) - (from?.getTime() ?? start);
    if (length > MAX_RANGE_HOURS * HOUR_MS)
      throw wrongParameter('query/from', `must be at most ${MAX_RANGE_HOURS} hours before \`to\``);
    if (start < now - RECEPTION_DAYS * DAY_MS)
      throw wrongParameter('query/from', `must be in the last ${RECEPTION_DAYS} days`);
    return { from: start, to: end };
  }
}

/** Returns the finest cells of which a box has at most 20,000. */
export function sizeFor({ west, south, east, north }: Box): number {
  const width = east >= west ? east - west : east - west + 360;
  const sizes = cellSizes.map(Number);
  return sizes.find((size) => (width / size + 1) * ((north - south) / size + 1) <= MAX_CELLS) ?? 5;
}

function checked(coverage: Coverage): Coverage {
  if (coverage.cellCount > MAX_CELLS)
    throw wrongParameter('query/cellDegrees', `gives more than ${MAX_CELLS.toLocaleString('en-US')} cells in this box`);
  return coverage;
}
