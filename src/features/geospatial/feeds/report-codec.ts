import type { AircraftReport, VesselReport } from '../observation.js';

/** Fields go by their place in this list, so new ones are added at its end. */
const fields = [
  'key',
  'observedAt',
  'receivedAt',
  'provider',
  'lat',
  'lon',
  'accuracyMeters',
  'station',
  'speedKnots',
  'courseDegrees',
  'headingDegrees',
  'rateOfTurn',
  'navigationStatus',
  'imo',
  'name',
  'callsign',
  'shipTypeCode',
  'destination',
  'eta',
  'draughtMeters',
  'lengthMeters',
  'beamMeters',
  'registration',
  'aircraftType',
  'altitudeFeet',
  'geometricAltitudeFeet',
  'groundSpeedKnots',
  'trackDegrees',
  'verticalRateFpm',
  'squawk',
  'emergency',
  'onGround',
  'category',
  'nacP',
  'nic',
  'heardAt',
  'toBowMeters',
  'toSternMeters',
  'toPortMeters',
  'toStarboardMeters',
  'positionAccuracy',
  'raim',
  'classBUnit',
  'aidTypeCode',
  'virtual',
  'offPosition',
  'altitudeMeters',
  'indicatedAirspeedKnots',
  'trueAirspeedKnots',
  'mach',
  'selectedAltitudeFeet',
  'windDirectionDegrees',
  'windSpeedKnots',
  'rssiDbfs',
  'positionSource',
  'military',
  'sourceStation',
] as const;

const codes = new Map<string, string>(fields.map((name, place) => [name, place.toString(36)]));
const names = new Map<string, string>(fields.map((name, place) => [place.toString(36), name]));

/** A compact form of a report. Missing fields stay missing, which is different from null. */
export function writeReport(report: VesselReport | AircraftReport): string {
  let text = '';
  for (const [name, value] of Object.entries(report)) {
    const code = codes.get(name);
    if (code !== undefined && value !== undefined) text += `${text === '' ? '' : ','}"${code}":${JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

/** Fields of later versions are ignored. @returns undefined for an invalid report */
export function readReport<Report extends VesselReport | AircraftReport>(written: unknown): Report | undefined {
  if (typeof written !== 'object' || written === null) return undefined;
  const report: Record<string, unknown> = {};
  for (const [code, value] of Object.entries(written)) {
    const name = names.get(code);
    if (name !== undefined) report[name] = value;
  }
  const { key, observedAt, receivedAt, provider } = report;
  const isWhole = [key, observedAt, receivedAt].every((value) => Number.isFinite(value)) && typeof provider === 'string';
  return isWhole ? (report as unknown as Report) : undefined;
}
