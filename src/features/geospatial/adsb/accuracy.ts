/**
 * Estimated position uncertainty (m), with which 95 in 100 positions are nearer than that, by NACp: RTCA DO-260B table 2-70, where
 * 11 to 1 are 3 m, 10 m, 30 m, 0.05, 0.1, 0.3, 0.5, 1, 2, 4 and 10 nautical miles.
 */
const metersByNacP = [null, 18_520, 7_408, 3_704, 1_852, 926, 555.6, 185.2, 92.6, 30, 10, 3] as const;

/** @returns null for 0 (unknown, or 10 nautical miles and more) and for what is no NACp */
export const accuracyMetersOf = (nacP: number | null | undefined): number | null => metersByNacP[nacP ?? 0] ?? null;
