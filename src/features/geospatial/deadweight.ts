/** The size of a vessel; unknown sizes are null or undefined. */
export interface HullSize {
  lengthMeters?: number | null;
  beamMeters?: number | null;
  draughtMeters?: number | null;
}

/**
 * Deadweight (t) of laden cargo ships and tankers for each m³ of length × beam × draught: a block coefficient of 0.83,
 * water of 1.025 t/m³ and 85 % of the displacement. Vessels in ballast report less than their full draught, which is
 * at least 0.37 of the beam.
 */
const [DEADWEIGHT_OF_BOX, DRAUGHT_OF_BEAM] = [0.72, 0.37];

/** Estimates the deadweight (t) of a cargo ship or tanker from its size; null without length and beam. */
export function deadweightOfHull({ lengthMeters, beamMeters, draughtMeters }: HullSize): number | null {
  if (!lengthMeters || !beamMeters) return null;
  return DEADWEIGHT_OF_BOX * lengthMeters * beamMeters * Math.max(draughtMeters ?? 0, DRAUGHT_OF_BEAM * beamMeters);
}
