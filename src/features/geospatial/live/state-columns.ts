import type { Aircraft } from '../aircraft.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import type { Vessel } from '../vessel.js';

export type Moving = Vessel | Aircraft;
/** What is reported of what moves. */
export type ReportOf<State extends Moving> = State extends Vessel ? VesselReport : AircraftReport;

/** What every state has and `LiveLayer` keeps itself. */
export type Common = 'key' | 'position' | 'accuracyMeters' | 'observedAt' | 'receivedAt' | 'provider';

/** The fields specific to vessels or aircraft, by slot: numbers in columns, texts in one small object. */
export interface StateColumns<State extends Moving> {
  grow(capacity: number): void;
  /** Nothing is known of the slot any more. */
  clear(slot: number): void;
  /** Takes over what changes as it moves: null makes it unknown. */
  mergeMotion(slot: number, report: ReportOf<State> | State): void;
  /** Takes over what stays: null says nothing. @returns whether the report says any of it */
  mergeFacts(slot: number, report: ReportOf<State> | State): boolean;
  compose(slot: number): Omit<State, Common>;
  /** NaN for what is not known; so below. */
  speedAt(slot: number): number;
  courseAt(slot: number): number;
  altitudeAt(slot: number): number;
}

/** In columns of bytes: not known. */
export const UNKNOWN = 255;
/** Maximum length of texts. */
const MAX = 120;

/** For a column of floats; what is too large for one is not known. */
export const toColumn = (value: number | null): number => (value !== null && Number.isFinite(Math.fround(value)) ? value : Number.NaN);

/** For a column of bytes. */
export const toByte = (value: number | null): number => (value !== null && value >= 0 && value < UNKNOWN ? value : UNKNOWN);

/** From a column of 32-bit floats: two decimals, which are as many as any source sends, so that 12.3 does not come back as 12.300000190734863. */
export const fromColumn = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 100) / 100);

export const fromByte = (value: number): number | null => (value === UNKNOWN ? null : value);

/** What is kept of a text: what was there where the new one says nothing. */
export function mergeText(before: string | null, said: string | null | undefined): string | null {
  if (said === undefined || said === null || said === '' || said === before) return before;
  return said.length > MAX ? said.slice(0, MAX) : said;
}
