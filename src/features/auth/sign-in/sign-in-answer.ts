import type { Context } from 'koa';
import { Service } from 'typedi';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { RefreshService } from './refresh.service.js';
import { RefreshCookie } from './refresh-cookie.js';
import { SignInMetrics } from './sign-in.metrics.js';

/** Counts completed sign-ins, sets the refresh cookie, and ends the session of the former cookie. */
@Service()
export class SignInAnswer {
  constructor(
    private readonly refreshing: RefreshService,
    private readonly cookie: RefreshCookie,
    private readonly metrics: SignInMetrics,
  ) {}

  async send(ctx: Context, signIn: Promise<SignedIn>): Promise<SignedIn> {
    const signedIn = await this.metrics.count(signIn);
    const former = this.cookie.read(ctx);
    // The former session ends only after the sign-in succeeded.
    if (former !== undefined) await this.refreshing.endByToken(former);
    this.cookie.write(ctx, signedIn.refreshToken);
    return signedIn;
  }
}
