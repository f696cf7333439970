import { threadFunction } from '../../../../threads/thread-call.js';
import { renderMap } from '../render/render-map.js';
import type { MapScene } from '../render/scene.js';
import { type WeightedGroup, weightedLayer } from './weighted-layer.js';

/** A map with weighted positions. */
export type WeightedScene = MapScene & { groups: readonly WeightedGroup[] };

/** Renders a map of weights; runs in a thread. @returns an SVG document */
export const renderWeightedMap = ({ groups, ...scene }: WeightedScene): Promise<string> =>
  renderMap(scene, weightedLayer(groups));

export const weightsInThread = threadFunction<typeof renderWeightedMap>(new URL(import.meta.url), 'renderWeightedMap');
