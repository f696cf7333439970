import { readSources, SIMULATOR, type SourceRecord, writeSources } from '../data-origin.js';
import type { GeoEvent, GeoEventReport } from '../geo-event.js';
import { type Layer, parseEntity } from '../layer.js';

const MARK = ' (simulated)';

type Report = Omit<GeoEventReport, 'provider'>;

/** Adds to a detection which reports it was derived from, and marks it where these are simulated: nobody may take it for real. */
export class SimulatedLabels {
  /** The sources of detections that go on, by their keys: the vessel or aircraft may be gone by the time it ends. */
  private readonly ongoing = new Map<string, readonly SourceRecord[]>();

  constructor(private readonly providerOf: (layer: Layer, key: number) => string | undefined) {}

  /** How many detections go on. */
  get size(): number {
    return this.ongoing.size;
  }

  /** An event that had not ended when the process did. */
  resume({ key, entities, details }: GeoEvent): void {
    const sources = readSources(details.derivedFrom);
    // An event of a version that did not keep its sources.
    const isMarked = sources.length === 0 && details.simulated === true;
    this.ongoing.set(key, isMarked ? entities.map((record) => ({ provider: SIMULATOR, record })) : sources);
  }

  label(report: Report): Report {
    const sources = this.sourcesOf(report);
    if (report.endedAt === null) this.ongoing.set(report.key, sources);
    else this.ongoing.delete(report.key);
    const details = { ...report.details, ...(sources.length > 0 && { derivedFrom: writeSources(sources) }) };
    if (!sources.some(({ provider }) => provider === SIMULATOR)) return { ...report, details };
    const { title, description = 'Noticed in movements made up by the simulator: nothing of it has happened.' } = report;
    return { ...report, title: title.includes(MARK) ? title : title + MARK, description, details: { ...details, simulated: true } };
  }

  /** By what is known now; of what is gone as it was known before. */
  private sourcesOf({ key, entities = [] }: Report): readonly SourceRecord[] {
    const before = this.ongoing.get(key) ?? [];
    return entities.flatMap((record) => {
      const known = before.find((source) => source.record === record);
      const object = parseEntity(record);
      const provider = known?.provider ?? (object && this.providerOf(object.layer, object.key));
      return provider === undefined ? [] : [{ provider, record }];
    });
  }
}
