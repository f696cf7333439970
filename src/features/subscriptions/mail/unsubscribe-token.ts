/** Form of a token: id of a subscription and a MAC, in base64url. */
export const tokenShape = /^[A-Za-z0-9_-]{43}$/;
