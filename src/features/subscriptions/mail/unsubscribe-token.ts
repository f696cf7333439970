/** The id of a subscription and a code, in base64url. */
export const tokenShape = /^[A-Za-z0-9_-]{43}$/;
