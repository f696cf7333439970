/** The type of detections that are published in the event log, and stored so that each is published once. */
export const HOLDING = 'holding';
