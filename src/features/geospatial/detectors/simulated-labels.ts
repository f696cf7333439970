import type { GeoEvent, GeoEventReport } from '../geo-event.js';
import { type Layer, parseEntity } from '../layer.js';

const SIMULATOR = 'simulator';
const MARK = ' (simulated)';

type Report = Omit<GeoEventReport, 'provider'>;

/** Marks what detectors notice in movements that are made up: nobody may take it for real. */
export class SimulatedLabels {
  /** Keys of what is marked and goes on: the ship or aircraft may be gone by the time it ends. */
  private readonly marked = new Set<string>();

  constructor(private readonly providerOf: (layer: Layer, key: number) => string | undefined) {}

  get size(): number {
    return this.marked.size;
  }

  /** An event that had not ended when the process did. */
  resume({ key, details }: GeoEvent): void {
    if (details.simulated === true) this.marked.add(key);
  }

  /** The report itself, or marked as the simulator marks its own events. */
  label(report: Report): Report {
    if (!this.marked.has(report.key) && !report.entities?.some((entity) => this.isSimulated(entity))) return report;
    if (report.endedAt === null) this.marked.add(report.key);
    else this.marked.delete(report.key);
    const { title, description = 'Noticed in movements made up by the simulator: nothing of it has happened.', details } = report;
    return { ...report, title: title.endsWith(MARK) ? title : title + MARK, description, details: { ...details, simulated: true } };
  }

  private isSimulated(entity: string): boolean {
    const object = parseEntity(entity);
    return object !== undefined && this.providerOf(object.layer, object.key) === SIMULATOR;
  }
}
