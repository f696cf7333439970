import type { LiveState } from '../../../../src/features/geospatial/live/live-state.js';

/** Adds vessels to the live state: half of them near the North Sea, as if received by coastal stations. */
export function fillVessels(live: LiveState, count: number, now: number): void {
  for (let index = 0; index < count; index += 1) {
    const isNear = index % 2 === 0;
    live.takeVessel({
      key: 200_000_000 + index,
      provider: 'bench',
      name: `VESSEL ${index}`,
      observedAt: now,
      receivedAt: now,
      lat: isNear ? 50 + ((index * 7_919) % 1_000) / 250 : ((index * 7_919) % 1_600) / 10 - 80,
      lon: isNear ? ((index * 104_729) % 10_000) / 1_000 : ((index * 104_729) % 3_600) / 10 - 180,
      speedKnots: index % 20,
      courseDegrees: index % 360,
      shipTypeCode: 70 + (index % 10),
    });
  }
}
