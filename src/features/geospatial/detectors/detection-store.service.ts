import { Service } from 'typedi';
import { ENCOUNTER } from '../encounters/encounter.js';
import { Encounters } from '../encounters/encounters.service.js';
import { GeoEvents } from '../events/geo-events.service.js';
import { HOLDING, type HoldingReport } from '../holding.js';
import { Holdings } from '../holdings/holdings.service.js';
import { DETECTOR, type Detection, type OngoingDetection } from './detector.js';

/** Stores detections by their type: geo events, encounters and holding patterns, which have tables of their own. */
@Service()
export class DetectionStore {
  constructor(
    private readonly events: GeoEvents,
    private readonly encounters: Encounters,
    private readonly holdings: Holdings,
  ) {}

  /** Returns the stored detections that have not ended. */
  async ongoing(): Promise<OngoingDetection[]> {
    const encounters = await this.encounters.ongoing();
    return [
      ...(await this.events.ongoing(DETECTOR)),
      ...encounters.map((encounter) => ({ ...encounter, type: ENCOUNTER }) as const),
      ...(await this.holdings.ongoing()).map(ongoingHolding),
    ];
  }

  /** Stores detections. Storing the same report again changes nothing. */
  async store(detections: readonly Detection[]): Promise<void> {
    const encounters = detections.filter(({ type }) => type === ENCOUNTER);
    const holdings = detections.filter(({ type }) => type === HOLDING);
    const events = detections.flatMap(({ type, ...report }) =>
      type === ENCOUNTER || type === HOLDING ? [] : { ...report, type, provider: DETECTOR },
    );
    if (encounters.length > 0) await this.encounters.report(encounters);
    if (events.length > 0) await this.events.report(events);
    if (holdings.length > 0) await this.holdings.report(holdings);
  }
}

const ongoingHolding = ({ description, entities = [], details = {}, ...rest }: HoldingReport): OngoingDetection => ({
  ...rest,
  type: HOLDING,
  description: description ?? null,
  entities: [...entities],
  details: { ...details },
});
