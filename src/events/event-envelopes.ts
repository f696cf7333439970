import { Service } from 'typedi';
import { HttpConfig } from '../config/http-config.js';
import { titleOf } from './event-title.js';
import { type EventEnvelope, type ShownEvent, severityOf } from './logged-event.js';

/** Converts events to CloudEvents envelopes, the same for all channels. */
@Service()
export class EventEnvelopes {
  /** Identifies this deployment; receivers identify an event by `source` and `id` together. */
  readonly source: string;

  constructor(http: HttpConfig) {
    this.source = `${http.publicUrl}/api/v1`;
  }

  of(event: ShownEvent): EventEnvelope {
    const { id, type, subject, time, data } = event;
    return {
      specversion: '1.0',
      id,
      source: this.source,
      type,
      ...(subject === null ? {} : { subject }),
      time: time.toISOString(),
      severity: severityOf(event),
      title: titleOf(event),
      data,
    };
  }
}
