// Time limits of calls to peers of a test (ms). They are ten times the usual ones, so that no call times out on a busy
// machine.

/** Duration of a call to a vendor without its own time limit. */
export const VENDOR_MS = 45_000;

/** Duration of each step of connecting to the mail server, and of its silence. */
export const MAIL_MS = 100_000;

/** Durations of calls to addresses that users configure. */
export const OUTBOUND_TIMES = { connectMs: 50_000, timeoutMs: 150_000 };
