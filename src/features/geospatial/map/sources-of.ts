import type { Aircraft } from '../aircraft.js';
import type { LiveLayer } from '../live/live-layer.js';
import type { Vessel } from '../vessel.js';

/** Sample size for many objects, evenly distributed. */
const SAMPLE = 2_000;

/** Providers of some objects and the time of their latest report (ms, undefined without objects). Many objects are sampled. */
export function sourcesOf(live: LiveLayer<Vessel> | LiveLayer<Aircraft>, slots: Int32Array): { providers: string[]; receivedAt: number | undefined } {
  const providers = new Set<string>();
  let receivedAt: number | undefined;
  const step = Math.max(1, Math.floor(slots.length / SAMPLE));
  for (let at = 0; at < slots.length; at += step) {
    const slot = slots[at] as number;
    providers.add(live.providerAt(slot));
    receivedAt = Math.max(receivedAt ?? 0, live.receivedAt(slot));
  }
  return { providers: [...providers].sort(), receivedAt };
}
