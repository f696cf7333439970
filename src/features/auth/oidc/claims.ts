import type { Role } from '../../../accounts/account.js';
import type { OidcProvider } from '../auth.config.js';

/** Claims of a verified ID token. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The decision of a provider's rule: null if it does not admit the person; without a role if it sets none. */
export type Admission = { role?: Role } | null;

const MAX_SUBJECT_LENGTH = 255;

/** Returns the values of a claim that may be nested: `realm_access.roles`. A name with dots is found, too. */
function valuesOf(claims: Claims, path: string): readonly string[] {
  const nested = path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      claims,
    );
  const value = Object.hasOwn(claims, path) ? claims[path] : nested;
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

/** Applies the rule of a provider to the claims: values of an operator come before those of a user. */
export function admissionOf(claims: Claims, provider: OidcProvider): Admission {
  const { roleClaim, operatorValues, userValues } = provider;
  if (claims.sub === '' || claims.sub.length > MAX_SUBJECT_LENGTH) return null;
  if (roleClaim === undefined) return {};
  const values = valuesOf(claims, roleClaim);
  const has = (wanted: readonly string[]) => wanted.some((value) => values.includes(value));
  if (has(operatorValues)) return { role: 'operator' };
  if (userValues.length > 0 && !has(userValues)) return null;
  return operatorValues.length > 0 ? { role: 'user' } : {};
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value) ? value.trim().slice(0, 254) : undefined;

/** Returns the e-mail address if the provider has verified it, or if its addresses are trusted. */
export function verifiedEmail(claims: Claims, { trustsEmail }: OidcProvider): string | undefined {
  const email = text(claims.email);
  const isForm = email !== undefined && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email);
  return isForm && (claims.email_verified === true || trustsEmail) ? email.toLowerCase() : undefined;
}

/** Returns how the provider calls the person, for display: the e-mail address or the user name; null if not sent. */
export const labelOf = (claims: Claims): string | null => text(claims.email) ?? text(claims.preferred_username) ?? null;

/** Returns the name for a new account. */
export const nameOf = (claims: Claims, email: string): string =>
  (text(claims.name) ?? text(claims.preferred_username) ?? (email.split('@')[0] as string)).slice(0, 100);
