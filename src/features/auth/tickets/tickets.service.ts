import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { lazy } from '../../../async/lazy.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { takesTicket } from '../../../http/format.js';
import { KeyRing } from '../../../http/key-ring.js';
import { ServiceDirectory } from '../../../http/route/service-directory.js';
import { mintTicket } from './ticket.js';

/** Issues tickets, which are signed and not stored. */
@Service()
export class TicketsService {
  /** Patterns of the paths that accept a ticket. Created at the first use, when all routes are registered. */
  private readonly paths = lazy(() =>
    this.directory.routes
      .filter(
        ({ method, access, endpoint, produces }) =>
          method === 'GET' && access === 'authorized' && takesTicket(endpoint, produces),
      )
      .map(({ template }) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)),
  );

  constructor(
    private readonly keys: KeyRing,
    private readonly directory: ServiceDirectory,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Issues a ticket for a path.
   * @returns the ticket and its expiry (ms since the epoch)
   * @throws Problem `invalid_request` for a path that accepts no ticket
   */
  async issue(
    caller: Caller,
    path: string,
    { address, requestId }: RequestOrigin,
  ): Promise<{ ticket: string; expiresAt: number }> {
    if (!this.paths().some((known) => known.test(path))) {
      throw new Problem('invalid_request', {
        detail: 'No operation takes a ticket for this path.',
        errors: [
          {
            pointer: '/path',
            detail: 'must be the path of a stream or an image, such as /api/v1/markets/quotes/stream',
          },
        ],
      });
    }
    const { accountId, credentialId, tokenExpiresAt: expiresAt } = caller;
    const kind = caller.key === undefined || caller.key.isApp ? 'session' : 'key';
    const ticket = mintTicket(this.keys.ticketKeys[0] as Buffer, { accountId, kind, credentialId, expiresAt }, path);
    await this.audit.append({
      actorId: accountId,
      action: 'ticket.issued',
      subject: credentialId,
      detail: { path },
      address,
      requestId,
    });
    return { ticket, expiresAt };
  }
}
