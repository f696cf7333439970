import { AccountQuota } from '../../accounts/account-quota.service.js';
import { scopes } from '../../api/scopes.js';
import { HttpConfig } from '../../config/http-config.js';
import { ProtectedResources } from '../../http/protected-resources.js';
import { FeatureModule } from '../../modules/feature-module.js';
import { Clock } from '../../time/clock.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import type { Services } from '../../wiring/services.js';
import { AiConfig } from './ai.config.js';
import { Budgets, TOKEN_LIMIT } from './budgets/budgets.service.js';
import { ChatModels } from './models/chat-model.js';
import { OpenAiCompatibleModel } from './models/openai-compatible.provider.js';

const MCP_PATH = '/api/v1/ai/mcp';
const reads = (scope: string): boolean => scope.endsWith(':read');

class AiModule extends FeatureModule {
  override readonly ports = [ChatModels];

  override bind(services: Services): void {
    const config = services.get(AiConfig);
    services.get(AccountQuota).declare(TOKEN_LIMIT, {
      configured: () => config.tokensPerDay,
      max: 1_000_000_000,
      count: (accountId) => services.get(Budgets).usedTokens(accountId),
    });
    if (services.has(ChatModels)) return;
    const models = config.models.map((endpoint) => new OpenAiCompatibleModel(endpoint, services.get(Clock)));
    for (const model of models) services.get(FeedRegistry).register(model.feed, () => model.status());
    services.set(ChatModels, new ChatModels(models));
  }

  override bound(services: Services): void {
    const resources = services.get(ProtectedResources);
    const { mcpAuthorizationServers: external } = services.get(AiConfig);
    const own = resources.ownIssuer === undefined ? [] : [resources.ownIssuer];
    const authorizationServers = external.length > 0 ? external : own;
    if (authorizationServers.length === 0) return;
    const url = `${services.get(HttpConfig).publicUrl}${MCP_PATH}`;
    resources.register(MCP_PATH, { url, name: 'Watchfloor', authorizationServers, scopes: scopes.filter(reads) });
  }

  override async close(services: Services): Promise<void> {
    await Promise.all(services.get(ChatModels).all.map((model) => model.close()));
  }
}

export const aiModule = new AiModule();
