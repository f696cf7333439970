import { aircraftFields } from '../aircraft.js';
import type { Fields } from '../fields.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { vesselFields } from '../vessel.js';

/** Before those of the table. Fields go by their place, so new ones are added at the end of the table. */
const common = ['key', 'observedAt', 'receivedAt', 'provider', 'lat', 'lon', 'accuracyMeters', 'heardAt'] as const satisfies ReadonlyArray<keyof VesselReport>;

/** A compact form of reports. */
class ReportCodec<Report extends VesselReport | AircraftReport> {
  private readonly codes: ReadonlyMap<string, string>;
  private readonly names: ReadonlyMap<string, string>;

  constructor(fields: Fields) {
    const codes = [...common, ...Object.keys(fields)].map((name, place) => [name, place.toString(36)] as const);
    this.codes = new Map(codes);
    this.names = new Map(codes.map(([name, code]) => [code, name]));
  }

  /** Missing fields stay missing, which is different from null. */
  write(report: Report): string {
    let text = '';
    for (const [name, value] of Object.entries(report)) {
      const code = this.codes.get(name);
      if (code !== undefined && value !== undefined) text += `${text === '' ? '' : ','}"${code}":${JSON.stringify(value)}`;
    }
    return `{${text}}`;
  }

  /** Fields of later versions are ignored. @returns undefined for an invalid report */
  read(written: unknown): Report | undefined {
    if (typeof written !== 'object' || written === null) return undefined;
    const report: Record<string, unknown> = {};
    for (const [code, value] of Object.entries(written)) {
      const name = this.names.get(code);
      if (name !== undefined) report[name] = value;
    }
    const { key, observedAt, receivedAt, provider } = report;
    const isWhole = [key, observedAt, receivedAt].every((value) => Number.isFinite(value)) && typeof provider === 'string';
    return isWhole ? (report as unknown as Report) : undefined;
  }
}

export const vesselCodec = new ReportCodec<VesselReport>(vesselFields);
export const aircraftCodec = new ReportCodec<AircraftReport>(aircraftFields);
