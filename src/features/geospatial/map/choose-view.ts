import type { Box } from '../box.js';
import { cylindricalView } from './cylindrical-view.js';
import { type Frame, type MapView, spanOf } from './map-view.js';
import { polarView } from './polar-view.js';

/** Beyond it Mercator's map grows without bound. */
const MERCATOR_REACH = 80;

type Projection = MapView['projection'];

/** Mercator at the scale of nautical charts, a polar projection near the poles, and a world projection otherwise. */
export function projectionOf(box: Box): Projection {
  const reach = Math.max(box.north, -box.south);
  const nearest = Math.min(Math.abs(box.north), Math.abs(box.south));
  const span = spanOf(box);
  const isOneHemisphere = box.south * box.north > 0;
  if (isOneHemisphere && ((reach > MERCATOR_REACH && nearest >= 40) || (reach >= 70 && nearest >= 45 && span >= 150))) return 'polar';
  return reach > MERCATOR_REACH || span > 180 || box.north - box.south > 110 ? 'equirectangular' : 'mercator';
}

export function chooseView(box: Box, room: Frame): MapView {
  const projection = projectionOf(box);
  return projection === 'polar' ? polarView(box, room) : cylindricalView(projection, box, room);
}

/** Height by width that the box asks for. */
export function aspectOf(box: Box): number {
  const square = { x: 0, y: 0, width: 1000, height: 1000 };
  const projection = projectionOf(box);
  if (projection === 'polar') return 0.75;
  const { project } = cylindricalView(projection, box, square);
  const [corner, opposite] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  project(0, box.south, corner);
  project(Math.max(0.001, spanOf(box)), box.north, opposite);
  return (corner.y - opposite.y) / (opposite.x - corner.x);
}
