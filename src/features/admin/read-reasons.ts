import { Service } from 'typedi';
import { wrongParameter } from '../../api/problem.js';
import { AuthConfig } from '../../config/auth-config.js';
import type { RequestOrigin } from '../../http/caller.js';

/** Where a read comes from, and why it is made. */
export interface ReadOrigin extends RequestOrigin {
  reason?: string;
}

/** Asks operators why they read what belongs to an account. */
@Service()
export class ReadReasons {
  constructor(private readonly config: AuthConfig) {}

  /** @throws Problem `invalid_request` without a reason where one is required */
  check({ reason }: ReadOrigin): void {
    if (reason === undefined && this.config.requiresReadReason)
      throw wrongParameter('query/reason', 'is required: this installation records why operators read accounts');
  }
}

/** The reason as a detail of an audit entry. */
export const reasonOf = ({ reason }: ReadOrigin): { reason?: string } => (reason === undefined ? {} : { reason });
