import { readRecord } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';

/** Parses a frame of a socket. @throws UpstreamError `bad_answer` if it is not a JSON object */
export function readFrame(text: string): Record<string, unknown> {
  try {
    return readRecord(JSON.parse(text), 'The frame');
  } catch (cause) {
    throw cause instanceof SyntaxError ? badAnswer('The frame is no JSON.') : cause;
  }
}
