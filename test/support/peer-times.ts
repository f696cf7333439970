// Time limits of calls to peers of a test (ms), ten times the usual ones, so that a busy machine ends no call.

/** Duration of a call to a vendor that has no time limit of its own. */
export const VENDOR_MS = 45_000;

/** Each step of connecting to the mail server. */
export const MAIL_MS = 100_000;

/** Calls to addresses that users name. */
export const OUTBOUND_TIMES = { connectMs: 50_000, timeoutMs: 150_000 };
