import { Service } from 'typedi';
import { HttpConfig } from '../config/http-config.js';
import { EventCatalogue } from './event-catalogue.js';
import { plainTitle } from './event-title.js';
import { type EventEnvelope, type ShownEvent, severityOf } from './logged-event.js';

/** Writes events as every channel carries them. */
@Service()
export class EventEnvelopes {
  /** Identifies this deployment: receivers identify an event by `source` and `id` together. */
  readonly source: string;

  constructor(
    http: HttpConfig,
    private readonly catalogue: EventCatalogue,
  ) {
    this.source = `${http.publicUrl}/api/v1`;
  }

  of(event: ShownEvent): EventEnvelope {
    const { id, type, subject, time, data } = event;
    return {
      ...{ specversion: '1.0', id, source: this.source, type },
      ...(subject === null ? {} : { subject }),
      ...{ time: time.toISOString(), severity: severityOf(event), title: this.titleOf(event), data },
    };
  }

  /** The stored title; that of its type for an event of an earlier release, or one that is not stored yet. */
  titleOf({ title, type, subject, data }: ShownEvent): string {
    return title ?? this.catalogue.get(type)?.titleOf(data, subject) ?? plainTitle(type, subject);
  }
}
