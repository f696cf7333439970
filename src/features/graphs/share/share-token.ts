import { hash, randomBytes } from 'node:crypto';
import { type Rule, text } from '../../../api/rules.js';

const TOKEN_BYTES = 32;

/** Creates a token of a public address: 256 random bits. */
export const newShareToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the stored form of a token. A random token needs no slow hash. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'base64url');

export const shareTokenRule = (): Rule => text(43, 43, /^[A-Za-z0-9_-]{43}$/, 'the token of a public address');
