import { FLOW_VENUE } from '../../../markets/market-symbol.js';
import { ownTicker } from '../../flows/flow-symbols.js';
import type { Layer } from '../../layer.js';
import type { FencePolicy } from '../geofence.js';

/** The series of the objects of one layer in a geofence, which is an instrument of its account. */
export interface TrafficSymbol {
  symbol: string;
  name: string;
  fenceId: string;
  layer: Layer;
}

/** The beginning of all these symbols. */
export const TRAFFIC_PART = 'AREA-';

const words: Readonly<Record<Layer, string>> = { vessels: 'Vessels', aircraft: 'Aircraft' };

/** Returns the instruments of a geofence: the objects of each layer that its policy includes. */
export const symbolsOfFence = (fence: { id: string; name: string; policy: Pick<FencePolicy, 'layers'> }) =>
  fence.policy.layers.map((layer): TrafficSymbol => {
    const symbol = `${ownTicker('AREA', fence.id)}-${words[layer].toUpperCase()}.${FLOW_VENUE}`;
    return { symbol, name: `${words[layer]} in ${fence.name}, mean of an hour`, fenceId: fence.id, layer };
  });
