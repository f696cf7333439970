import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type RequestRecording, RequestRecordings } from '../../../debugging/request-recordings.js';

/** The last requests of this process. */
@Service()
export class RecordedRequests {
  constructor(private readonly recordings: RequestRecordings) {}

  /** @throws Problem `not_found` */
  get(requestId: string): RequestRecording {
    const recording = this.recordings.find(requestId);
    if (recording === undefined)
      throw new Problem('not_found', { detail: 'This process has no request with this id among its last 200.' });
    return recording;
  }
}
