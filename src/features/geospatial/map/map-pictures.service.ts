import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { Clock } from '../../../clock.js';
import { boxArea } from '../area.js';
import { type Box, WORLD } from '../box.js';
import type { MapLayer } from '../layer.js';
import { LivePicture } from '../live/live-picture.js';
import { PinsService } from '../pins/pins.service.js';
import { readBox } from '../read-area.js';
import { drawMap, type MapDrawing, viewOfMap } from './map-drawing.js';
import { type MovingOnMap, movingOnMap } from './moving-points.js';
import { ShownEvents } from './shown-events.service.js';

/** Nothing heard for so long (ms): the picture as a whole is not up to date. */
const SILENCE_MS = 600_000;
const MOST_PINS = 1_000;

export interface MapRequest extends Pick<ChartLook, 'theme' | 'width'> {
  bbox?: number[];
  layers: readonly MapLayer[];
  height?: number;
}

/** The live picture as a map. */
@Service()
export class MapPictures {
  constructor(
    private readonly picture: LivePicture,
    private readonly events: ShownEvents,
    private readonly pins: PinsService,
    private readonly clock: Clock,
  ) {}

  /** @returns an SVG document. @throws Problem `invalid_request` for a box that is none */
  async draw(accountId: string, { bbox, layers, theme, width, height }: MapRequest): Promise<string> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    const now = this.clock.now();
    const empty = Object.fromEntries(layers.map((layer) => [layer, []]));
    // The notice has its room before anybody knows whether it is needed.
    const drawing: MapDrawing = { box, title: titleOf(box), subtitle: '', notice: '', theme, width, height, ...empty };
    const view = viewOfMap(drawing);
    const moving: MovingOnMap[] = [];
    for (const layer of ['vessels', 'aircraft'] as const) {
      if (!layers.includes(layer)) continue;
      const found = await movingOnMap(this.picture, layer, view, now);
      drawing[layer] = found.shown;
      moving.push(found);
    }
    const area = boxArea(view.box);
    const events = layers.includes('events') ? await this.events.within(area) : [];
    if (layers.includes('events')) drawing.events = events.map(({ position, severity, title }) => ({ ...position, severity, label: title }));
    if (layers.includes('pins'))
      drawing.pins = (await this.pins.list(accountId, area, MOST_PINS)).map(({ position, title }) => ({ ...position, label: title }));
    const providers = new Set([...events.map(({ provider }) => provider), ...moving.flatMap((found) => found.providers)]);
    const received = moving.flatMap(({ receivedAt }) => receivedAt ?? []);
    drawing.notice = noticeOf(providers, received.length > 0 && now - Math.max(...received) > SILENCE_MS);
    drawing.subtitle = [`${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`, ...[...providers].sort()].join(' · ');
    return drawMap(drawing);
  }
}

/** Empty when there is nothing to say. */
function noticeOf(providers: ReadonlySet<string>, isSilent: boolean): string {
  const made = providers.has('simulator') ? (providers.size === 1 ? 'simulator – not real data' : 'partly simulator – not all is real data') : undefined;
  return [made, isSilent ? 'not up to date' : undefined].filter((part) => part !== undefined).join(' · ');
}

function titleOf(box: Box): string {
  if (box === WORLD) return 'The world now';
  const text = (value: number, positive: string, negative: string) => `${Math.abs(Math.round(value * 100) / 100)}° ${value < 0 ? negative : positive}`;
  return `${text(box.south, 'N', 'S')} ${text(box.west, 'E', 'W')} to ${text(box.north, 'N', 'S')} ${text(box.east, 'E', 'W')}`;
}
