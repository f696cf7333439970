import { Environment } from './environment.js';
import { readSecret } from './secret-rules.js';
import type { ServiceConfig } from './service-config.js';
import type { Setting } from './setting.js';

const mfaRequirements = ['none', 'operators', 'all'] as const;
const registrations = ['open', 'closed'] as const;

/** Settings of sign-in, sessions and keys. */
export class AuthConfig {
  /**
   * Secret that signs access tokens, and from which other keys are derived. May be undefined only outside production;
   * the service then generates one and stores it in the data directory.
   */
  readonly jwtSecret?: string;
  /** Earlier secrets, which still verify tokens until the tokens expire. */
  readonly previousSecrets: readonly string[];
  /** Period (ms, 0 to 60 s) in which a repeated refresh returns the same new token. */
  readonly refreshGraceMs: number;
  /** Maximum lifetime of a session (days), no matter how often it is refreshed. */
  readonly sessionMaxDays: number;
  readonly operatorEmail?: string;
  readonly operatorPassword?: string;
  /** True: operators must state a reason to read an account. */
  readonly requiresReadReason: boolean;
  private readonly registration: Setting<(typeof registrations)[number]>;
  private readonly mfaRequired: Setting<(typeof mfaRequirements)[number]>;

  constructor(env: Environment, service: ServiceConfig) {
    const { current, previous } = readSecret(env, service, {
      name: 'SVC_JWT_SECRET',
      meaning: 'Signs access tokens: 32 bytes or more, random. Required in production.',
      previousName: 'SVC_JWT_PREVIOUS_SECRETS',
      previousMeaning:
        'Previous signing secrets, separated by commas: accepted, but not used to sign. Remove them 15 minutes ' +
        'after a change.',
    });
    this.jwtSecret = current;
    this.previousSecrets = previous;
    this.registration = env.choiceSetting('SVC_REGISTRATION', registrations, service.production ? 'closed' : 'open', {
      meaning: '`open`: anyone may register; `closed`: only operators add accounts.',
      defaultText: '`open` in development, `closed` in production',
      setting: 'registration',
    });
    this.refreshGraceMs =
      env.integer('SVC_REFRESH_GRACE_SECONDS', 0, 0, 60, {
        meaning: 'Within it a repeated refresh gets the identical successor, never a second one.',
      }) * 1000;
    this.sessionMaxDays = env.integer('SVC_SESSION_MAX_DAYS', 90, 14, 365, {
      meaning: 'Maximum lifetime of a session in days, however often it is refreshed.',
    });
    this.mfaRequired = env.choiceSetting('SVC_MFA_REQUIRED', mfaRequirements, 'none', {
      meaning:
        'Accounts that must have a second factor (TOTP): `operators`, `all` or `none`. Until they set it up, ' +
        'they may do nothing else.',
      setting: 'mfaRequired',
    });
    this.requiresReadReason =
      env.oneOf('SVC_ADMIN_READ_REASON', ['optional', 'required'], 'optional', {
        meaning:
          '`required`: operators must give a `reason` when they read accounts and their keys; it is kept in ' +
          'the audit record.',
      }) === 'required';
    this.operatorEmail = env
      .text('SVC_OPERATOR_EMAIL', { meaning: 'The first operator, created at start if no operator exists.' })
      ?.toLowerCase();
    this.operatorPassword = env.text('SVC_OPERATOR_PASSWORD', {
      meaning: "The first operator's password, 8 characters or more; to be changed after the first sign-in.",
      secret: true,
    });
    if ((this.operatorEmail === undefined) !== (this.operatorPassword === undefined)) {
      env.refuse(
        this.operatorEmail === undefined ? 'SVC_OPERATOR_EMAIL' : 'SVC_OPERATOR_PASSWORD',
        'must be set too: the first operator needs an address and a password',
      );
    }
    if (
      this.operatorPassword !== undefined &&
      ([...this.operatorPassword].length < 8 || [...this.operatorPassword].length > 128)
    )
      env.refuse('SVC_OPERATOR_PASSWORD', 'must be 8 to 128 characters');
    if (this.operatorEmail !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(this.operatorEmail))
      env.refuse('SVC_OPERATOR_EMAIL', 'must be an e-mail address');
  }

  get registrationOpen(): boolean {
    return this.registration.value === 'open';
  }

  /** Returns true if an account with this role must have a second factor. */
  requiresMfa(role: string): boolean {
    return this.mfaRequired.value === 'all' || (this.mfaRequired.value === 'operators' && role === 'operator');
  }
}
