import { payloadOf, sentence, tagBlock } from './ais-recordings.js';

/** Values of a position report that a test sets; all others are sent as not available. */
export interface SentPosition {
  mmsi: number;
  lat: number;
  lon: number;
  /** Message type. Default: 1. */
  type?: 1 | 4 | 9 | 18;
  /** Speed over ground (knots). */
  speed?: number;
}

type Field = [value: number, bits: number];

/** The fields before the position, by message type (ITU-R M.1371-5, annex 8). */
const beforePosition: Record<NonNullable<SentPosition['type']>, (knots: number) => Field[]> = {
  1: (knots) => [
    [15, 4],
    [-128, 8],
    [Math.round(knots * 10), 10],
  ],
  4: () => [
    [0, 23],
    [24, 5],
    [60, 6],
    [60, 6],
  ],
  9: (knots) => [
    [300, 12],
    [Math.round(knots), 10],
  ],
  18: (knots) => [
    [0, 8],
    [Math.round(knots * 10), 10],
  ],
};

/** Returns an NMEA 0183 sentence with a position report, without a time and without a line end. */
export function positionSentence({ mmsi, lat, lon, type = 1, speed = 10 }: SentPosition): string {
  const place: Field[] = [
    [0, 1],
    [Math.round(lon * 600_000), 28],
    [Math.round(lat * 600_000), 27],
  ];
  const course: Field[] = type === 4 ? [[1, 4]] : [[900, 12], ...(type === 9 ? [] : [[511, 9] as Field]), [60, 6]];
  const fields: Field[] = [[type, 6], [0, 2], [mmsi, 30], ...beforePosition[type](speed), ...place, ...course];
  const spare = 168 - fields.reduce((sum, [, bits]) => sum + bits, 0);
  return sentence(`AIVDM,1,1,,A,${payloadOf(...fields, [0, spare])},0`);
}

/** Returns the sentence of a position with a tag block that has the time of reception (ms). */
export const timedSentence = (position: SentPosition, receivedMs: number): string =>
  tagBlock(`c:${receivedMs}`) + positionSentence(position);
