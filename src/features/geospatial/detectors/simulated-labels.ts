import { readSources, SIMULATOR, type SourceRecord, writeSources } from '../data-origin.js';
import { type Layer, parseEntity } from '../layer.js';
import type { Detection, OngoingDetection } from './detector.js';

const MARK = ' (simulated)';

/**
 * Adds the source records to a detection, and labels it as simulated when the provider of one of them is the simulator.
 */
export class SimulatedLabels {
  /**
   * The source records of ongoing detections, by the key of the detection. The vessel or aircraft may have left live
   * state when the detection ends.
   */
  private readonly ongoing = new Map<string, readonly SourceRecord[]>();

  constructor(private readonly providerOf: (layer: Layer, key: number) => string | undefined) {}

  /** The number of ongoing detections. */
  get size(): number {
    return this.ongoing.size;
  }

  /** Keeps the sources of a detection that had not ended when the previous process stopped. */
  resume({ key, entities, details }: Pick<OngoingDetection, 'key' | 'entities' | 'details'>): void {
    const sources = readSources(details.derivedFrom);
    // Detections of version 0.1 have no sources, only the mark.
    const isMarked = sources.length === 0 && details.simulated === true;
    this.ongoing.set(key, isMarked ? entities.map((record) => ({ provider: SIMULATOR, record })) : sources);
  }

  label(detection: Detection): Detection {
    const sources = this.sourcesOf(detection);
    if (detection.endedAt === null) this.ongoing.set(detection.key, sources);
    else this.ongoing.delete(detection.key);
    const details = { ...detection.details, ...(sources.length > 0 && { derivedFrom: writeSources(sources) }) };
    if (!sources.some(({ provider }) => provider === SIMULATOR)) return { ...detection, details };
    const { title, description = 'Detected in simulated movements. It did not happen.' } = detection;
    return {
      ...detection,
      title: title.includes(MARK) ? title : title + MARK,
      description,
      details: { ...details, simulated: true },
    };
  }

  /**
   * Returns the source record of each entity: the record stored when the detection began or, without one, a record with
   * the provider that live state has now. Entities without a known provider are left out.
   */
  private sourcesOf({ key, entities = [] }: Detection): readonly SourceRecord[] {
    const before = this.ongoing.get(key) ?? [];
    return entities.flatMap((record) => {
      const known = before.find((source) => source.record === record);
      const object = parseEntity(record);
      const provider = known?.provider ?? (object && this.providerOf(object.layer, object.key));
      return provider === undefined ? [] : [{ provider, record }];
    });
  }
}
