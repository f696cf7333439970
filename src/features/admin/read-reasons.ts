import { Service } from 'typedi';
import { wrongParameter } from '../../api/problem.js';
import { AuthConfig } from '../../config/auth-config.js';
import type { RequestOrigin } from '../../http/caller.js';

/** The origin of a read request, and its reason. */
export interface ReadOrigin extends RequestOrigin {
  reason?: string;
}

/** Requires operators to give a reason for reading data of an account, if configured. */
@Service()
export class ReadReasons {
  constructor(private readonly config: AuthConfig) {}

  /** Checks that there is a reason if one is required. @throws Problem `invalid_request` */
  check({ reason }: ReadOrigin): void {
    if (reason === undefined && this.config.requiresReadReason)
      throw wrongParameter('query/reason', 'is required: this installation records why operators read accounts');
  }
}

/** Returns the reason as detail of an audit entry. */
export const reasonOf = ({ reason }: ReadOrigin): { reason?: string } => (reason === undefined ? {} : { reason });
