/** The type of detections that are published in the event log alone. */
export const HOLDING = 'holding';
