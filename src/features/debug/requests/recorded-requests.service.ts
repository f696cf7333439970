import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type RequestRecording, RequestRecordings } from '../../../debugging/request-recordings.js';

/** Reads the recordings of the last requests of this process. */
@Service()
export class RecordedRequests {
  constructor(private readonly recordings: RequestRecordings) {}

  /** Returns the recording of a request. @throws Problem `not_found` */
  get(requestId: string): RequestRecording {
    const recording = this.recordings.find(requestId);
    if (recording === undefined)
      throw new Problem('not_found', { detail: 'This process has no request with this id among its last 200.' });
    return recording;
  }
}
