import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { feature } from '../../../http/geojson.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { HOUR_MS, SECOND_MS } from '../../../time/durations.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { SIMULATOR, warningsOf } from '../data-origin.js';
import { type Layer, layers } from '../layer.js';
import { MapLookQuery } from '../map/map.dto.js';
import { PositionDto } from '../position.dto.js';
import {
  type CellSize,
  type CoverageCell,
  type CoverageHour,
  type CoverageSource,
  cellSizes,
  MAX_CELLS,
  MAX_HOURLY,
  MAX_HOURS,
  type SourceCount,
} from './coverage.js';
import type { CoverageReading } from './coverage.service.js';

const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const MAX_SOURCES = 1_000;
const count = () => integer(0, MAX_COUNT);
const hourCount = () => integer(0, MAX_HOURS);
const fraction = () => number(0, 1);
const feedName = () => text(1, 100);

@Dto('The area, the time and the cells of a coverage, and the size and colors of an image.')
export class CoverageQuery extends MapLookQuery {
  @Field('Layer whose reports are counted.', optional(choice(layers)), { default: 'vessels', example: 'vessels' })
  layer: Layer = 'vessels';

  @Field(
    'Width and height of the cells in degrees. Default: the finest of which the box has at most ' +
      `${MAX_CELLS.toLocaleString('en-US')}.`,
    optional(choice(cellSizes)),
    { omitFromExample: true, example: '1' },
  )
  cellDegrees?: CellSize;

  @Field(
    'Inclusive; the start of its hour counts. Default: 24 hours before `to`. In the last 30 days, and at most 168 ' +
      'hours before `to`.',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-20T00:00:00.000Z' },
  )
  from?: string;

  @Field('Exclusive; the end of its hour counts. Default: now.', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21T00:00:00.000Z',
  })
  to?: string;

  @Field(
    'Whether each cell has its reports by hour (`hourlyReportCounts`); at most ' +
      `${MAX_HOURLY.toLocaleString('en-US')} numbers in all.`,
    optional(flag()),
    { default: false, example: false },
  )
  hourly: boolean = false;
}

@Dto('The reports of one source in a cell.')
export class CoverageCellSourceDto {
  @Field('Name of the feed, as in `GET /health/feeds`.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field('The number of position reports.', count(), { example: 8_120 })
  reportCount!: number;

  @Field('The number of hours with a report.', hourCount(), { example: 23 })
  heardHourCount!: number;

  static from({ feed, reports, hours }: SourceCount): CoverageCellSourceDto {
    return Object.assign(new CoverageCellSourceDto(), { feed, reportCount: reports, heardHourCount: hours });
  }
}

@Dto('A cell in which reports were received in the range or in the week before.')
export class CoverageCellDto {
  @Field('West, south, east and north in degrees.', list(number(-180, 180), 4, 4), { example: [4, 51.5, 4.5, 52] })
  bbox!: number[];

  @Field('The number of position reports of all sources.', count(), { example: 9_310 })
  reportCount!: number;

  @Field('The number of hours with a report.', hourCount(), { example: 23 })
  heardHourCount!: number;

  @Field('The number of hours in which this service ran and had no report in the cell.', hourCount(), { example: 1 })
  silentHourCount!: number;

  @Field(
    'Fraction of the hours of the week before with a report, of those in which this service ran; null if it ran in ' +
      'no hour of them.',
    nullable(fraction()),
    { example: 1 },
  )
  usualFraction!: number | null;

  @Field('Start of the last hour with a report (UTC).', timestamp(), { example: '2026-11-20T22:00:00.000Z' })
  lastHeardHour!: string;

  @Field('The sources with a report in the range.', objects(CoverageCellSourceDto, MAX_SOURCES))
  sources!: CoverageCellSourceDto[];

  @Field('Reports in each hour, as in `hours`; absent without `hourly=true`.', optional(list(count(), MAX_HOURS)), {
    omitFromExample: true,
    example: [388, 402],
  })
  hourlyReportCounts?: number[];
}

@Dto('The reports of one source in an hour.')
export class CoverageHourSourceDto {
  @Field('Name of the feed.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field('The number of position reports.', count(), { example: 120_311 })
  reportCount!: number;

  @Field('The number of cells with a report.', count(), { example: 212 })
  cellCount!: number;
}

@Dto('The reports of an hour in the box.')
export class CoverageHourDto {
  @Field('Start of the hour (UTC).', timestamp(), { example: '2026-11-20T22:00:00.000Z' })
  time!: string;

  @Field('Whether this service ran; otherwise missing reports show nothing about the sources.', flag(), {
    example: true,
  })
  counted!: boolean;

  @Field('The number of position reports.', count(), { example: 140_902 })
  reportCount!: number;

  @Field('The number of cells with a report.', count(), { example: 241 })
  cellCount!: number;

  @Field('The sources with a report.', objects(CoverageHourSourceDto, MAX_SOURCES))
  sources!: CoverageHourSourceDto[];

  static from({ hour, isCounted, reports, cells, sources }: CoverageHour): CoverageHourDto {
    return Object.assign(new CoverageHourDto(), {
      time: timeOf(hour),
      counted: isCounted,
      reportCount: reports,
      cellCount: cells,
      sources: sources.map(({ feed, reports: reportCount, cells: cellCount }) =>
        Object.assign(new CoverageHourSourceDto(), { feed, reportCount, cellCount }),
      ),
    });
  }
}

@Dto('A receiver with a configured position, and its range.')
export class ReceiverDto {
  @Field(
    'Position of the receiver (`SVC_RECEIVERS`).',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Distance in meters below which half of its reports were; null without reports.', nullable(number(0)), {
    example: 25_000,
  })
  medianRangeMeters!: number | null;

  @Field('Distance in meters below which 95 % of its reports were; null without reports.', nullable(number(0)), {
    example: 60_000,
  })
  p95RangeMeters!: number | null;

  @Field('Greatest distance in meters, at most 1,000,000; null without reports.', nullable(number(0, 1_000_000)), {
    example: 95_000,
  })
  maxRangeMeters!: number | null;
}

@Dto('A source and its reports in the box.')
export class CoverageSourceDto {
  @Field('Name of the feed, as in `GET /health/feeds`.', feedName(), { example: 'ais.tcp' })
  feed!: string;

  @Field('Provider; `simulator` data is not real.', feedName(), { example: 'ais' })
  provider!: string;

  @Field('The number of position reports, also of positions that another source reported first.', count(), {
    example: 2_902_113,
  })
  reportCount!: number;

  @Field('Position reports per second, in the hours with a report; 0 without one.', number(0), { example: 33.6 })
  reportsPerSecond!: number;

  @Field('The number of hours with a report.', hourCount(), { example: 23 })
  heardHourCount!: number;

  @Field('The number of hours in which this service ran and the source had no report.', hourCount(), { example: 1 })
  silentHourCount!: number;

  @Field('The number of cells with a report.', count(), { example: 212 })
  cellCount!: number;

  @Field('The number of cells in which no other source had a report.', count(), { example: 40 })
  onlyCellCount!: number;

  @Field('Start of the last hour with a report (UTC); null without one in the range.', nullable(timestamp()), {
    example: '2026-11-20T22:00:00.000Z',
  })
  lastHeardHour!: string | null;

  @Field(
    'The receiver, with the range of all of its reports; null without a configured position.',
    nullable(object(() => ReceiverDto)),
  )
  receiver!: ReceiverDto | null;

  static from(source: CoverageSource, { countedHours, receivers }: CoverageReading): CoverageSourceDto {
    const { feed, provider, reports, hours, cells, onlyCells, lastHour, range } = source;
    const position = receivers.get(feed);
    const receiver =
      position === undefined
        ? null
        : Object.assign(new ReceiverDto(), {
            position: Object.assign(new PositionDto(), position),
            medianRangeMeters: range?.median ?? null,
            p95RangeMeters: range?.p95 ?? null,
            maxRangeMeters: range?.most ?? null,
          });
    return Object.assign(new CoverageSourceDto(), {
      feed,
      provider,
      reportCount: reports,
      reportsPerSecond: hours === 0 ? 0 : rounded((reports * SECOND_MS) / (hours * HOUR_MS), 3),
      heardHourCount: hours,
      silentHourCount: Math.max(0, countedHours - hours),
      cellCount: cells,
      onlyCellCount: onlyCells,
      lastHeardHour: lastHour === null ? null : timeOf(lastHour),
      receiver,
    });
  }
}

@Dto('The cells in which reports were received, by hour and source.')
export class CoverageDto {
  @Field('Layer whose reports are counted.', choice(layers), { example: 'vessels' })
  layer!: Layer;

  @Field('Width and height of the cells in degrees.', number(0.5, 5), { example: 0.5 })
  cellDegrees!: number;

  @Field('Start of the range (UTC), inclusive.', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  from!: string;

  @Field('End of the range (UTC), exclusive.', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;

  @Field('The number of hours of the range in which this service ran.', hourCount(), { example: 24 })
  countedHourCount!: number;

  @Field('The number of cells without a report in the range that had one in the week before.', count(), {
    example: 3,
  })
  silentCellCount!: number;

  @Field(
    'The cells, those that lost the most of their usual reception first. Areas without a cell had no report in the ' +
      'range and the week before: either no object was there, or no source receives it.',
    objects(CoverageCellDto, MAX_CELLS),
  )
  items!: CoverageCellDto[];

  @Field('The hours of the range, oldest first.', objects(CoverageHourDto, MAX_HOURS))
  hours!: CoverageHourDto[];

  @Field(
    'The sources with a report in the range or in the week before, by name.',
    objects(CoverageSourceDto, MAX_SOURCES),
  )
  sources!: CoverageSourceDto[];

  @Field(
    'The provider `reception`, and warnings about simulated data and missing hours.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  @SinglePageCursor()
  nextCursor: string | null = null;

  /** Returns everything but the cells. */
  static head(reading: CoverageReading): Omit<CoverageDto, 'items' | 'nextCursor'> {
    const { layer, cellDegrees, from, to, countedHours, cells, hours, sources, now } = reading;
    const providers = sources.map(({ provider }) => provider);
    const warnings = warningsOf(providers.includes(SIMULATOR) ? [SIMULATOR] : []);
    if (countedHours < (to - from) / HOUR_MS)
      warnings.push('This service did not run in every hour, so that missing reports can be its own.');
    if (sources.length === 0) warnings.push('No source had a report in the range or in the week before.');
    return {
      layer,
      cellDegrees,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      countedHourCount: countedHours,
      silentCellCount: cells.filter((cell) => cell.hours === 0).length,
      hours: hours.map(CoverageHourDto.from),
      sources: sources.map((source) => CoverageSourceDto.from(source, reading)),
      provenance: ProvenanceDto.from({
        provider: 'reception',
        asOf: new Date(Math.min(now, to)),
        fetchedAt: new Date(now),
        delaySeconds: 0,
        stale: false,
        warnings,
      }),
    };
  }

  /** Writes a cell as JSON. @param countedHours hours of the range in which this service ran */
  static cellJson(cell: CoverageCell, size: number, countedHours: number, isHourly: boolean): string {
    const { south, west } = cell;
    const bbox = [west, south, west + size, south + size];
    return JSON.stringify({ bbox, ...CoverageDto.counts(cell, countedHours, isHourly) });
  }

  /** Writes a cell as a GeoJSON Feature. @param countedHours hours of the range in which this service ran */
  static cellFeature(cell: CoverageCell, size: number, countedHours: number, isHourly: boolean): string {
    const { south, west } = cell;
    const [north, east] = [south + size, west + size];
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a ring
    const geometry = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    return feature(`${west},${south}`, geometry, JSON.stringify(CoverageDto.counts(cell, countedHours, isHourly)));
  }

  private static counts(
    { reports, hours, usual, lastHour, hourly, sources }: CoverageCell,
    countedHours: number,
    isHourly: boolean,
  ): Omit<CoverageCellDto, 'bbox'> {
    return {
      reportCount: reports,
      heardHourCount: hours,
      silentHourCount: Math.max(0, countedHours - hours),
      usualFraction: usual === null ? null : rounded(usual, 4),
      lastHeardHour: timeOf(lastHour),
      sources: sources.map(CoverageCellSourceDto.from),
      ...(isHourly && { hourlyReportCounts: hourly }),
    };
  }
}

const timeOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString();

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
