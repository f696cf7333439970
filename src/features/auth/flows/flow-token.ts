/** Form of the tokens that name flows: 256 random bits in base64url. */
export const flowTokenForm = /^[A-Za-z0-9_-]{43}$/;
