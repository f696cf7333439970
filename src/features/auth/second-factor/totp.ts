/** Length of a period (s). A code is valid in its period and in the one before and after. */
const PERIOD_SECONDS = 30;
/** Parameters of the otpauth URI; authenticator apps ignore other values. */
const FORM = { issuer: 'Watchfloor', algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
const SECRET_BYTES = 20;
/** Number of periods before and after the current one whose codes are accepted (RFC 6238, section 5.2). */
const WINDOW = 1;

/** Returns a random secret of 160 bits in base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the otpauth URI that authenticator apps read, usually as a QR code. */
export async function otpauthUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await import('otpauth');
  return new TOTP({ ...FORM, label: email, secret }).toString();
}

/** Returns the QR code of an otpauth URI as SVG, dark on light. */
export async function qrCodeSvg(uri: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(uri, { ecc: 'M', border: 4 });
}

/**
 * Returns the number of the period that a code belongs to (RFC 6238), counted from the epoch; undefined for a wrong
 * code. Compares in constant time.
 * @param secret in base32
 * @param now ms since the epoch
 */
export async function counterOfCode(secret: string, code: string, now: number): Promise<number | undefined> {
  const { TOTP } = await import('otpauth');
  const totp = new TOTP({ ...FORM, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
