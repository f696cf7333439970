import { ownTurn } from '../../../async/event-loop-turns.js';
import type { Aircraft } from '../aircraft.js';
import { boxArea } from '../area.js';
import { idOf, type Layer } from '../layer.js';
import type { LiveLayer } from '../live/live-layer.js';
import type { LiveState } from '../live/live-state.js';
import { movingWithin } from '../live/moving-within.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import type { Vessel } from '../vessel.js';
import type { MapView } from './projection/map-view.js';
import { type Crowd, CrowdCounter, MAX_MARKS } from './render/crowds.js';
import type { MapPoint } from './render/scene.js';

/** Speed (knots) below which a vessel is at rest; receivers at anchor report small speeds. */
const AT_REST = 0.5;
/** Number of objects counted before the event loop continues; counting them takes a few milliseconds. */
const AT_ONCE = 20_000;

/** The visible objects of one layer. */
export interface MovingOnMap {
  shown: MapPoint[] | Crowd;
  /** Providers of the objects. */
  providers: readonly string[];
  /** Time at which the latest report was received (ms); undefined without objects. */
  receivedAt: number | undefined;
}

/** Finds the vessels or aircraft in a view: as individual marks, or as counts when there are too many. */
export async function movingOnMap(picture: LiveState, layer: Layer, view: MapView, now: number): Promise<MovingOnMap> {
  const live = picture[layer];
  const slots = movingWithin(picture, layer, boxArea(view.box));
  const { providers, receivedAt } = sourcesOf(live, slots);
  if (slots.length <= MAX_MARKS) {
    const states = Array.from(slots, (slot) => live.stateAt(slot));
    const shown = states.filter((state) => state.position !== null);
    return { shown: shown.map((state) => pointOf(layer, state, now)), providers, receivedAt };
  }
  const counter = new CrowdCounter(view, layer);
  for (let at = 0; at < slots.length; at += 1) {
    // After the event loop has continued, a slot may belong to another object, which is then counted at its own
    // position.
    if (at % AT_ONCE === AT_ONCE - 1) await ownTurn();
    counter.add(live.lonAt(slots[at] as number), live.latAt(slots[at] as number));
  }
  return { shown: counter.crowd, providers, receivedAt };
}

function pointOf(layer: Layer, state: Vessel | Aircraft, now: number): MapPoint {
  const { lat, lon } = state.position as { lat: number; lon: number };
  const stale = now - state.observedAt > STALE_AFTER_MS[layer];
  if ('trackDegrees' in state) {
    return {
      lat,
      lon,
      stale,
      bearing: state.trackDegrees,
      label: state.callsign ?? state.registration ?? idOf(layer, state.key),
    };
  }
  const isAtRest = state.speedKnots !== null && state.speedKnots < AT_REST;
  return {
    lat,
    lon,
    stale,
    bearing: isAtRest ? null : (state.courseDegrees ?? state.headingDegrees),
    label: state.name ?? idOf(layer, state.key),
  };
}

/** Returns the providers of some objects and the time of their latest report (ms; undefined without objects). */
export function sourcesOf(
  live: LiveLayer<Vessel> | LiveLayer<Aircraft>,
  slots: Int32Array,
): { providers: string[]; receivedAt: number | undefined } {
  const providers = new Set<string>();
  let [latest, previous] = [Number.NEGATIVE_INFINITY, ''];
  for (const slot of slots) {
    const provider = live.providerAt(slot);
    if (provider !== previous) providers.add(provider);
    previous = provider;
    latest = Math.max(latest, live.receivedAt(slot));
  }
  return { providers: [...providers].sort(), receivedAt: slots.length === 0 ? undefined : latest };
}
