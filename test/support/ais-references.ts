import type { VesselReport } from '../../src/features/geospatial/observation.js';

/** A line printed by `gpsdecode -j` (gpsd 3.22). */
export type Reference = Record<string, unknown> & { type: number; mmsi: number };

export interface TypedReport {
  type: number;
  report: VesselReport;
}

const sides = ({ to_bow, to_stern, to_port, to_starboard }: Reference) => {
  const [bow, stern, port, starboard] = [to_bow, to_stern, to_port, to_starboard] as [number, number, number, number];
  const isKnown = bow > 0 || port > 0;
  return {
    lengthMeters: bow + stern || null,
    beamMeters: port + starboard || null,
    ...(isKnown ? { toBowMeters: bow, toSternMeters: stern, toPortMeters: port, toStarboardMeters: starboard } : {}),
  };
};
const upTo = (max: number, value: unknown) => (typeof value === 'number' && value <= max ? value : null);
const text = (value: unknown) => String(value).trim() || null;
const shipTypeCode = ({ shiptype }: Reference) => upTo(99, shiptype) || null;

function position({ lat, lon, accuracy, raim, type }: Reference): Record<string, unknown> {
  if (lat === undefined) return {};
  if ((lat as number) > 90.9 || (lon as number) > 180.9)
    return { lat: undefined, lon: undefined, positionAccuracy: undefined, raim: undefined };
  const digits = type === 27 ? 1 : 6;
  const place = { lat: (lat as number).toFixed(digits), lon: (lon as number).toFixed(digits) };
  return { ...place, accuracyMeters: accuracy ? 10 : 30, positionAccuracy: accuracy ? 'high' : 'low', raim };
}

const motion = ({ speed, course, heading }: Reference) => ({
  speedKnots: speed === 'fast' ? 102.2 : upTo(102.2, speed),
  courseDegrees: upTo(359.9, course),
  headingDegrees: upTo(359, heading),
});

const turns: Readonly<Record<string, number | null>> = { nan: null, fastleft: -10, fastright: 10 };
const statuses = [
  'Under way using engine',
  'At anchor',
  'Not under command',
  'Restricted manoeuverability',
  'Constrained by her draught',
  'Moored',
  'Aground',
  'Engaged in fishing',
  'Under way sailing',
];

/**
 * Returns an estimated time of arrival (month to minute) as gpsd writes it; null if the date does not exist in any year
 * near the present.
 */
function eta(written: string): string | null {
  const [, month, day, hour, minute] = (/^(\d\d)-(\d\d)T(\d\d):(\d\d)Z$/.exec(written) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const isDate = month >= 1 && month <= 12 && day >= 1 && new Date(Date.UTC(2026, month - 1, day)).getUTCDate() === day;
  const time = hour >= 24 ? '00:00' : `${written.slice(6, 8)}:${minute < 60 ? written.slice(9, 11) : '00'}`;
  return isDate ? `${written.slice(0, 5)}T${time}Z` : null;
}

/** Returns the expected fields of a report, in the precision of gpsdecode. */
export function expectedOf(reference: Reference): Record<string, unknown> {
  const place = position(reference);
  switch (reference.type) {
    case 1:
    case 2:
    case 3: {
      const { status, turn } = reference;
      return {
        ...place,
        ...motion(reference),
        navigationStatus: upTo(14, status),
        rateOfTurnDegreesPerMinute: typeof turn === 'string' ? turns[turn] : `±${turn}`,
      };
    }
    case 5: {
      const { imo, shipname, callsign, destination, draught } = reference;
      return {
        ...sides(reference),
        name: text(shipname),
        callsign: text(callsign),
        destination: text(destination),
        shipTypeCode: shipTypeCode(reference),
        imo: (imo as number) >= 1_000_000 && (imo as number) <= 9_999_999 ? imo : null,
        draughtMeters: draught || null,
        eta: eta(reference.eta as string),
      };
    }
    case 9: {
      const { alt, speed, course } = reference;
      const altitudeMeters = alt === 'high' ? 4_094 : upTo(4_094, alt);
      return {
        ...place,
        altitudeMeters,
        speedKnots: speed === 'fast' ? 1_022 : upTo(1_022, speed),
        courseDegrees: upTo(359.9, course),
      };
    }
    case 18:
      return { ...place, ...motion(reference), classBUnit: reference.cs ? 'carrier_sense' : 'sotdma' };
    case 19:
      return {
        ...place,
        ...motion(reference),
        ...sides(reference),
        name: text(reference.shipname),
        shipTypeCode: shipTypeCode(reference),
      };
    case 21: {
      const { name, aid_type, second, off_position, virtual_aid } = reference;
      const offPosition = (second as number) < 60 ? off_position : null;
      return {
        ...place,
        ...sides(reference),
        name: text(name),
        aidTypeCode: aid_type,
        virtual: virtual_aid,
        offPosition,
      };
    }
    case 24:
      return { ...sides(reference), shipTypeCode: shipTypeCode(reference), callsign: text(reference.callsign) };
    case 27: {
      const { speed, course, status } = reference;
      const navigationStatus = statuses.includes(status as string) ? statuses.indexOf(status as string) : null;
      return { ...place, speedKnots: upTo(62, speed), courseDegrees: upTo(359, course), navigationStatus };
    }
    default:
      return place;
  }
}

/** Returns whether a value equals the expected one within the precision of the reference. */
function isSame(name: string, value: unknown, expected: unknown, type: number): boolean {
  if ((name === 'lat' || name === 'lon') && typeof value === 'number' && typeof expected === 'string') {
    // gpsd rounds halves to the even digit, as C does.
    return Math.abs(value - Number(expected)) <= (type === 27 ? 0.050_000_1 : 0.000_000_501);
  }
  if (name === 'eta' && typeof value === 'number') return `${new Date(value).toISOString().slice(5, 16)}Z` === expected;
  // gpsd squares the rate of turn, which loses the sign, and prints whole degrees.
  if (typeof expected === 'string' && expected.startsWith('±'))
    return Math.abs(Math.abs(value as number) - Number(expected.slice(1))) < 0.56;
  return value === expected;
}

export interface Agreement {
  /** Number of references with a matching report. */
  found: number;
  /** Number of differing values, by `type field: ours, theirs`. */
  differences: Map<string, number>;
  /** References without a matching report. */
  missing: string[];
  /** Reports without a reference. */
  extra: TypedReport[];
}

/**
 * Compares reports and references in order: a reference belongs to the next message of the same type and sender. The
 * two parts of type 24 are combined as gpsd does.
 */
export function compare(reports: readonly TypedReport[], references: readonly Reference[]): Agreement {
  const decoded = new Set([1, 2, 3, 4, 5, 9, 11, 18, 19, 21, 24, 27]);
  const agreement: Agreement = { found: 0, differences: new Map(), missing: [], extra: [] };
  const waiting = new Map<string, TypedReport[]>();
  const names = new Map<number, Array<string | null>>();
  for (const one of reports) {
    const { type, report } = one;
    if (type === 24 && report.name !== undefined) {
      names.set(report.key, [...(names.get(report.key) ?? []), report.name]);
      continue;
    }
    const key = `${type} ${report.key}`;
    const list = waiting.get(key);
    if (list) list.push(one);
    else waiting.set(key, [one]);
  }
  for (const reference of references) {
    if (!decoded.has(reference.type) || reference.mmsi > 999_999_999) continue;
    const queue = waiting.get(`${reference.type} ${reference.mmsi}`) ?? [];
    const best = queue.slice(0, 12).map((one) => ({ one, wrong: wrongIn(one, reference, names) }));
    const chosen = best.reduce<(typeof best)[number] | undefined>(
      (least, candidate) => (least === undefined || candidate.wrong.length < least.wrong.length ? candidate : least),
      undefined,
    );
    if (chosen === undefined) {
      agreement.missing.push(JSON.stringify(reference));
      continue;
    }
    agreement.found += 1;
    agreement.extra.push(...queue.splice(0, queue.indexOf(chosen.one) + 1).slice(0, -1));
    for (const wrong of chosen.wrong) agreement.differences.set(wrong, (agreement.differences.get(wrong) ?? 0) + 1);
  }
  for (const rest of waiting.values()) agreement.extra.push(...rest);
  return agreement;
}

function wrongIn(
  { type, report }: TypedReport,
  reference: Reference,
  names: ReadonlyMap<number, ReadonlyArray<string | null>>,
): string[] {
  const values = report as unknown as Record<string, unknown>;
  const wrong = Object.entries(expectedOf(reference))
    .filter(([name, expected]) => !isSame(name, values[name], expected, type))
    .map(([name, expected]) => `${type} ${name}: ${JSON.stringify(values[name])}, ${JSON.stringify(expected)}`);
  if (type === 24 && !names.get(report.key)?.includes(text(reference.shipname)))
    wrong.push(`24 name: ${names.get(report.key)}, ${reference.shipname}`);
  return wrong;
}
