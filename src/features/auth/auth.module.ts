import { Authenticator } from '../../http/caller.js';
import { ProtectedResources } from '../../http/protected-resources.js';
import { ExactWindowStore } from '../../http/rate-limit/window-store.js';
import { SiteRoutes } from '../../http/site-routes.js';
import type { ContainerParts } from '../../modules/feature-module.js';
import { FeatureModule } from '../../modules/feature-module.js';
import { DAY_MS } from '../../time/durations.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { TokenAuthenticator } from './access/token-authenticator.js';
import { OAuthConfig } from './auth.config.js';
import { FirstOperator } from './first-operator/first-operator.js';
import { issuerOf } from './oauth/issuer.js';
import { OAuthEndpoints } from './oauth/oauth-endpoints.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { MemorySessionStore } from './sessions/memory-session-store.js';
import { RedisSessionStore } from './sessions/redis-session-store.js';
import { RefreshTokenMint } from './sessions/refresh-token.js';
import { defaultSessionLimits } from './sessions/session.js';
import { SessionRotation } from './sessions/session-rotation.service.js';
import { SessionStore } from './sessions/session-store.js';
import type { AttemptStore } from './sign-in/attempt-store.js';
import { MemoryAttemptStore } from './sign-in/memory-attempt-store.js';
import { RedisAttemptStore } from './sign-in/redis-attempt-store.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';

class AuthModule extends FeatureModule {
  override readonly ports: ReadonlyArray<Injectable<object>> = [SessionStore, Authenticator];

  override bind(services: Services, { config, clock, redis, keys }: ContainerParts): void {
    const limits = { ...defaultSessionLimits, maxAgeMs: config.auth.sessionMaxDays * DAY_MS };
    const attempts: AttemptStore = redis ? new RedisAttemptStore(redis) : new MemoryAttemptStore(clock);
    const sessions: SessionStore = redis ? new RedisSessionStore(redis, limits) : new MemorySessionStore(clock, limits);
    const mint = new RefreshTokenMint(keys.refreshKey);
    services.set(PasswordHasher, new PasswordHasher());
    services.set(SessionStore, sessions);
    services.set(RefreshTokenMint, mint);
    services.set(SessionRotation, new SessionRotation(sessions, mint, config.auth.refreshGraceMs));
    services.set(
      SignInThrottle,
      new SignInThrottle(attempts, services.get(ExactWindowStore as Injectable<ExactWindowStore>)),
    );
    services.alias(Authenticator, TokenAuthenticator);
    const issuer = services.get(OAuthConfig).isOn ? issuerOf(config.http.publicUrl) : undefined;
    if (issuer === undefined) return;
    services.get(ProtectedResources).ownIssuer = issuer;
    services.get(SiteRoutes).add((ctx, next) => services.get(OAuthEndpoints).handle(ctx, next));
  }

  override async start(services: Services, print: (text: string) => void): Promise<string | undefined> {
    let isPrinted = false;
    const unused = await services.get(FirstOperator).ensure(({ email, password }, file) => {
      isPrinted = true;
      print(
        `\nThe first operator account was created:\n  e-mail    ${email}\n  password  ${password}\nUntil the first sign-in it is also in ${file}.\n\n`,
      );
    });
    return unused && !isPrinted
      ? `The password of the first operator (${unused.email}) is in ${unused.file} until the first sign-in.`
      : undefined;
  }

  override close(services: Services): Promise<void> {
    return services.get(PasswordHasher).close();
  }
}

export const authModule = new AuthModule();
