import { escapedText } from '../../../charts/finish-svg.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { MapView } from '../map/projection/map-view.js';
import { PathWriter } from '../map/projection/path-writer.js';
import type { LegendItem } from '../map/render/legend.js';
import { type CellLayer, renderMap } from '../map/render/render-map.js';
import type { MapScene } from '../map/render/scene.js';
import { severities } from '../map/render/symbols.js';
import type { MapRole } from '../map/render/theme.js';
import { type CoverageCell, type CoverageInput, computeCoverage } from './coverage.js';
import { type CoverageClass, classOf, coverageClasses } from './coverage-class.js';

/** Maximum number of cells with a tooltip; above it, all cells of a class are drawn as one path. */
const MAX_TOOLTIPS = 400;
const classes: Readonly<Record<CoverageClass, { role: MapRole; text: string }>> = {
  silent: { role: 'severity4', text: 'fallen silent' },
  reduced: { role: 'severity3', text: 'below half of usual' },
  rare: { role: 'density2', text: 'under half the time' },
  often: { role: 'density4', text: 'half the time or more' },
};
/** The shape of a square in legends. */
const square = severities[3] ?? [];

/** A map of the coverage. */
export type CoverageScene = MapScene & { input: CoverageInput };

/** Renders the coverage as a map; runs in a thread. @returns an SVG document */
export function renderCoverageMap({ input, ...scene }: CoverageScene): Promise<string> {
  const { cells, cellCount, countedHours } = computeCoverage(input);
  return renderMap(scene, coverageLayer(cells, input.cellDegrees, countedHours, cellCount - cells.length));
}

export const coverageMapInThread = threadFunction<typeof renderCoverageMap>(
  new URL(import.meta.url),
  'renderCoverageMap',
);

/** Draws cells by class, as rectangles. @param omitted number of further cells, which the legend states */
export const coverageLayer = (
  cells: readonly CoverageCell[],
  size: number,
  countedHours: number,
  omitted = 0,
): CellLayer => ({
  fullLegend: [
    sizeItem(size),
    ...coverageClasses.map((name) => legendItem(name, 88_888)),
    ...(omitted === 0 ? [] : [omittedItem(omitted)]),
  ],
  async draw(view, colors) {
    const byClass = new Map<CoverageClass, Array<{ path: PathWriter; title: string }>>();
    let shown = 0;
    for (const cell of cells) {
      const path = cellPath(view, cell, size);
      if (path.isEmpty) continue;
      shown += 1;
      const name = classOf(cell, countedHours);
      const title = `${cell.reports.toLocaleString('en-US')} reports in ${cell.hours} of ${countedHours} hours`;
      const members = byClass.get(name) ?? [];
      members.push({ path, title });
      byClass.set(name, members);
    }
    const drawn = coverageClasses.map((name) => {
      const members = byClass.get(name) ?? [];
      if (members.length === 0) return '';
      const paths =
        shown > MAX_TOOLTIPS
          ? `<path d="${members.map(({ path }) => path.toString()).join('')}"/>`
          : members.map(({ path, title }) => `<path d="${path}"><title>${escapedText(title)}</title></path>`).join('');
      return `<g${colors.of({ fill: classes[name].role })}>${paths}</g>`;
    });
    return {
      svg:
        shown === 0
          ? ''
          : `<g fill-opacity=".75" stroke-width="3" stroke-opacity=".3"${colors.of({ stroke: 'ground' })}>${drawn.join('')}</g>`,
      legend:
        shown === 0
          ? [{ mark: null, role: 'muted', text: 'no reception, also in the week before' }]
          : [
              sizeItem(size),
              ...coverageClasses.flatMap((name) => {
                const count = byClass.get(name)?.length ?? 0;
                return count === 0 ? [] : [legendItem(name, count)];
              }),
              ...(omitted === 0 ? [] : [omittedItem(omitted)]),
            ],
      hidesCoast: shown > 0,
    };
  },
});

const sizeItem = (size: number): LegendItem => ({ mark: null, role: 'muted', text: `cells of ${size}° with reports` });

const legendItem = (name: CoverageClass, count: number): LegendItem => ({
  mark: square,
  role: classes[name].role,
  text: `${classes[name].text} (${count.toLocaleString('en-US')})`,
});

const omittedItem = (count: number): LegendItem => ({
  mark: null,
  role: 'muted',
  text: `${count.toLocaleString('en-US')} more cells omitted`,
});

/** Returns the outline of a cell, cut at the edge of the map. */
function cellPath(view: MapView, { south, west }: CoverageCell, size: number): PathWriter {
  const path = new PathWriter();
  const [north, east] = [south + size, west + size];
  // d3-geo expects clockwise rings.
  const ring = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  view.draw({ type: 'Polygon', coordinates: [ring] }, path);
  return path;
}
