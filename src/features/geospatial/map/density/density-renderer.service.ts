import { Service } from 'typedi';
import type { ChartLook } from '../../../../charts/chart-frame.js';
import type { Requester } from '../../../../http/requester.js';
import { HeavyWork } from '../../../../threads/heavy-work.js';
import { Clock } from '../../../../time/clock.js';
import { boxArea } from '../../area.js';
import { type Box, WORLD } from '../../box.js';
import { readBox } from '../../geometry/read-area.js';
import { normalLongitude } from '../../position.js';
import { METERS_PER_DEGREE } from '../../sphere.js';
import { noticeOf, subtitleOf } from '../map-texts.js';
import { type MapView, spanOf } from '../projection/map-view.js';
import { viewOfMap } from '../render/render-map.js';
import type { MapScene } from '../render/scene.js';
import type { DensityLayer } from './density.js';
import { DensityService } from './density.service.js';
import { type DensityScene, densityInThread } from './density-in-thread.js';
import { densityLayer } from './density-layer.js';
import { FINEST, h3 } from './h3.js';

/** Maximum number of cells in an image; a cell takes about 60 bytes. */
const MAX_CELLS = 6_500;
/** Minimum length of cell edges in pixels for the default resolution. */
const MIN_EDGE = 4;
/** Maximum width of an image in cell edges at the default resolution, which is about 40 cells. */
const MAX_EDGES_ACROSS = 90;

const titles: Record<DensityLayer, string> = { vessels: 'Vessels', aircraft: 'Aircraft', events: 'Events' };

export interface DensityPictureRequest extends Pick<ChartLook, 'theme' | 'width'> {
  bbox?: number[];
  resolution?: number;
  layer: DensityLayer;
  height?: number;
}

/** Renders the density of objects as a map. */
@Service()
export class DensityRenderer {
  constructor(
    private readonly density: DensityService,
    private readonly clock: Clock,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a density map.
   * @returns an SVG document
   * @throws Problem `invalid_request` for an invalid box, and for a resolution with too many cells; `overloaded`
   */
  async draw(requester: Requester, { bbox, ...request }: DensityPictureRequest): Promise<string> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    return this.heavy.run(requester, async (inThread) => inThread(densityInThread, await this.contentOf(box, request)));
  }

  /** Returns the current content of the map. */
  private async contentOf(
    box: Box,
    { resolution, layer, theme, width, height }: DensityPictureRequest,
  ): Promise<DensityScene> {
    const now = this.clock.now();
    // Space for the notice and the legend is reserved before their content is known.
    const scene: MapScene = {
      box,
      subject: `${titles[layer]} by area`,
      subtitle: '',
      notice: '',
      theme,
      width,
      height,
    };
    const view = viewOfMap(scene, densityLayer({ layer, resolution: 0, cells: [] }));
    const fineness = resolution ?? resolutionFor(view);
    // The area is enlarged, because cells at the edge are counted completely.
    const area = boxArea(grown(view.box, (2 * edgeMeters(fineness)) / METERS_PER_DEGREE));
    const { cells, providers, receivedAt } = await this.density.countWithin(area, fineness, layer, MAX_CELLS);
    const size = h3().getHexagonAreaAvg(fineness, 'km2');
    const sizeText = `cells of some ${Number(size.toPrecision(2)).toLocaleString('en-US')} km²`;
    return {
      ...scene,
      subtitle: subtitleOf(now, providers, `H3 resolution ${fineness}, ${sizeText}`),
      notice: noticeOf(new Set(providers), receivedAt, now),
      density: { layer, resolution: fineness, cells },
    };
  }
}

/** Returns the average edge length of a cell (m). */
const edgeMeters = (resolution: number): number => h3().getHexagonEdgeLengthAvg(resolution, 'm');

/**
 * Returns the finest resolution at which cells are large enough to be visible and not too many, even if no cell is
 * empty.
 */
export function resolutionFor({ box, frame, pixelsPerDegree }: MapView): number {
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
  const least = Math.max(MIN_EDGE, frame.width / MAX_EDGES_ACROSS);
  const part = ((sine(box.north) - sine(box.south)) / 2) * (spanOf(box) / 360);
  for (let resolution = FINEST; resolution > 0; resolution -= 1) {
    const isSeen = (edgeMeters(resolution) / METERS_PER_DEGREE) * pixelsPerDegree >= least;
    // The number of cells is increased by 10 %, because cells at the edge are only partly in the box.
    if (isSeen && h3().getNumCells(resolution) * part * 1.1 <= MAX_CELLS) return resolution;
  }
  return 0;
}

/** Returns the box enlarged by `degrees` on every side. */
function grown(box: Box, degrees: number): Box {
  const [south, north] = [Math.max(-90, box.south - degrees), Math.min(90, box.north + degrees)];
  const across = degrees / Math.max(1e-6, Math.cos((Math.max(-south, north) * Math.PI) / 180));
  if (spanOf(box) + 2 * across >= 360) return { ...WORLD, south, north };
  return { west: normalLongitude(box.west - across), south, east: normalLongitude(box.east + across), north };
}
