import { RECORDING, warningsOf } from '../data-origin.js';
import { instant } from '../instant.js';
import { quoted } from './quoted.js';

const RECORDING_WARNINGS = JSON.stringify(warningsOf([RECORDING]));

/** What is known of the latest report. */
interface Report {
  provider: string;
  /** ms */
  observedAt: number;
  receivedAt: number;
}

/** `observedAt` and `provenance` as JSON. Observations before `staleBefore` (ms) are stale. */
export function writtenProvenance({ provider, observedAt, receivedAt }: Report, staleBefore: number): string {
  const asOf = instant(observedAt);
  const warnings = provider === RECORDING ? RECORDING_WARNINGS : '[]';
  return `"observedAt":"${asOf}","provenance":{"provider":${quoted(provider)},"asOf":"${asOf}","fetchedAt":"${instant(receivedAt)}","delaySeconds":0,"stale":${observedAt < staleBefore},"warnings":${warnings}}`;
}
