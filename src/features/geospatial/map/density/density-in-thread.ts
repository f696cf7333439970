import { threadFunction } from '../../../../threads/thread-call.js';
import { renderMap } from '../render/render-map.js';
import type { MapScene } from '../render/scene.js';
import { densityLayer, type MapDensity } from './density-layer.js';

/** A map with the density of objects in cells. */
export type DensityScene = MapScene & { density: MapDensity };

/** Renders a density map; runs in a thread. @returns an SVG document */
export const renderDensityMap = ({ density, ...scene }: DensityScene): Promise<string> =>
  renderMap(scene, densityLayer(density));

export const densityInThread = threadFunction<typeof renderDensityMap>(new URL(import.meta.url), 'renderDensityMap');
