import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { boxArea } from '../area.js';
import { type Box, WORLD } from '../box.js';
import { providersOf } from '../geo-event.js';
import { FenceOutlines } from '../geofences/api/fence-outlines.service.js';
import { GeofencesService } from '../geofences/api/geofences.service.js';
import { readBox } from '../geometry/read-area.js';
import type { PictureLayer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { PinsService } from '../pins/pins.records.js';
import { labelOfEvent, noticeOf, subtitleOf } from './map-texts.js';
import { type MovingOnMap, movingOnMap } from './moving-objects.js';
import { mapInThread, type SentScene } from './render/render-in-thread.js';
import { viewOfMap } from './render/render-map.js';
import { VisibleEvents } from './visible-events.service.js';

const MAX_PINS = 1_000;
const MAX_FENCES = 1_000;

export interface MapRequest extends Pick<ChartLook, 'theme' | 'width'> {
  bbox?: number[];
  layer: readonly PictureLayer[];
  height?: number;
}

/** Renders live state as a map. */
@Service()
export class MapService {
  constructor(
    private readonly picture: LiveState,
    private readonly events: VisibleEvents,
    private readonly pins: PinsService,
    private readonly geofences: GeofencesService,
    private readonly outlines: FenceOutlines,
    private readonly clock: Clock,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a map.
   * @returns an SVG document
   * @throws Problem `invalid_request` for an invalid box; `overloaded`
   */
  async draw(requester: Requester, { bbox, ...request }: MapRequest): Promise<string> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    return this.heavy.run(requester, async (inThread) =>
      inThread(mapInThread, await this.sceneOf(requester.accountId, box, request)),
    );
  }

  /** Returns the current content of a map. */
  async sceneOf(
    accountId: string,
    box: Box,
    { layer: layers, theme, width, height }: Omit<MapRequest, 'bbox'>,
  ): Promise<SentScene> {
    const now = this.clock.now();
    const empty = Object.fromEntries(layers.map((layer) => [layer === 'geofences' ? 'fences' : layer, []]));
    // Space for the notice is reserved before it is known whether there is one.
    const scene: SentScene = {
      box,
      subtitle: '',
      notice: '',
      theme,
      width,
      height,
      ...empty,
    };
    const view = viewOfMap({ ...scene, fences: scene.fences && [] });
    const moving: MovingOnMap[] = [];
    for (const layer of ['vessels', 'aircraft'] as const) {
      if (!layers.includes(layer)) continue;
      const found = await movingOnMap(this.picture, layer, view, now);
      scene[layer] = found.shown;
      moving.push(found);
    }
    const area = boxArea(view.box);
    const events = layers.includes('events') ? await this.events.within(area) : [];
    if (layers.includes('pins'))
      scene.pins = (await this.pins.within(accountId, area, MAX_PINS)).map(({ position, title }) => ({
        ...position,
        label: title,
      }));
    if (layers.includes('geofences')) scene.fences = await this.fencesOf(accountId);
    const providers = new Set([...events.flatMap(providersOf), ...moving.flatMap((found) => found.providers)]);
    const received = moving.flatMap(({ receivedAt }) => receivedAt ?? []);
    const notice = noticeOf(providers, received.length > 0 ? Math.max(...received) : undefined, now);
    scene.notice = notice;
    scene.subtitle = subtitleOf(now, providers);
    if (layers.includes('events'))
      scene.events = events.map(({ position, severity, title }) => ({
        ...position,
        severity,
        label: labelOfEvent(title, notice),
      }));
    return scene;
  }

  /** Returns the geofences of the account at their current places, without inactive moving ones. */
  private async fencesOf(accountId: string): Promise<NonNullable<SentScene['fences']>> {
    const fences = await this.geofences.list(accountId, MAX_FENCES);
    return fences.flatMap(({ name, shape }) => {
      const still = this.outlines.still(shape);
      return still === undefined ? [] : [{ label: name, shape: still }];
    });
  }
}
