import { Environment } from '../../config/environment.js';
import type { Setting } from '../../config/setting.js';
import { SECOND_MS } from '../../time/durations.js';

/** An OpenAI-compatible endpoint and the model to use there. */
export interface ModelSettings {
  /** Name of the model in logs. */
  name: 'primary' | 'fallback';
  /** Base URL of the endpoint, without a slash at the end. */
  baseUrl: string;
  /** API key; undefined for servers that need no key, such as Ollama. */
  apiKey?: string;
  model: string;
}

/** Settings of the AI features. */
export class AiConfig {
  /** Models in the order in which they are tried; empty: the built-in composer answers. */
  readonly models: readonly ModelSettings[];
  /** Maximum number of threads per account. */
  readonly threads: number;
  /** Maximum number of messages per thread. */
  readonly messages: number;
  /** Maximum number of scheduled briefings per account. */
  readonly briefings: number;
  /** Maximum number of answers of an account that are being written at the same time. */
  readonly concurrentAnswers: number;
  /** Maximum number of model calls per answer. */
  readonly steps: number;
  /** Maximum duration of an answer (ms). */
  readonly answerMs: number;
  /** Maximum number of tokens sent to a model per step, as estimated by the service. */
  readonly inputTokens: number;
  /** Maximum number of tokens that a model writes per step. */
  readonly outputTokens: number;
  /**
   * Host names under which MCP clients may call the service, in addition to the host names of its public URL and of
   * this machine.
   */
  readonly mcpHosts: readonly string[];
  /** Issuers of access tokens for MCP clients (RFC 9728); empty: clients use a personal key. */
  readonly mcpAuthorizationServers: readonly string[];
  private readonly dailyTokens: Setting<number>;

  constructor(env: Environment) {
    this.models = [readModel(env, 'primary', ''), readModel(env, 'fallback', 'FALLBACK_')].filter(
      (model) => model !== undefined,
    );
    this.threads = env.integer('SVC_AI_THREAD_LIMIT', 200, 1, 10_000, {
      meaning: 'Maximum number of AI threads per account.',
    });
    this.messages = env.integer('SVC_AI_MESSAGE_LIMIT', 500, 2, 10_000, {
      meaning: 'Maximum number of messages per AI thread.',
    });
    this.briefings = env.integer('SVC_AI_BRIEFING_LIMIT', 20, 1, 1_000, {
      meaning: 'Maximum number of scheduled AI briefings per account.',
    });
    this.concurrentAnswers = env.integer('SVC_AI_CONCURRENT_ANSWERS', 3, 1, 100, {
      meaning: 'Maximum number of AI answers that are written at a time for one account.',
    });
    this.dailyTokens = env.integerSetting('SVC_AI_TOKENS_PER_DAY', 500_000, 0, 1_000_000_000, {
      meaning:
        'Model tokens, input and output together, that an account may use per UTC day. The built-in composer ' +
        'uses no tokens.',
      setting: 'aiDailyTokenLimit',
    });
    this.steps = env.integer('SVC_AI_STEPS', 8, 1, 32, { meaning: 'Maximum number of model calls per AI answer.' });
    this.answerMs =
      env.integer('SVC_AI_ANSWER_SECONDS', 60, 1, 600, { meaning: 'Seconds after which an AI answer ends.' }) *
      SECOND_MS;
    this.inputTokens = env.integer('SVC_AI_INPUT_TOKENS', 32_000, 2_000, 1_000_000, {
      meaning:
        'Maximum number of estimated tokens that are sent to the model at a time; older messages and context ' +
        'are cut to fit.',
    });
    this.outputTokens = env.integer('SVC_AI_OUTPUT_TOKENS', 2_000, 100, 100_000, {
      meaning: 'Maximum number of tokens that the model writes per step.',
    });
    this.mcpHosts = env.list('SVC_MCP_HOSTS', {
      meaning:
        'Host names, without ports, by which MCP clients may call `/ai/mcp`, beside the one in `SVC_BASE_URL` ' +
        'and `localhost`; separated by commas.',
    });
    this.mcpAuthorizationServers = env.list('SVC_MCP_AUTHORIZATION_SERVERS', {
      meaning:
        'Issuer URLs of the OAuth authorization servers that give MCP clients tokens for `/ai/mcp`; separated ' +
        'by commas. Needs `SVC_BASE_URL`. ' +
        'Without it there is no metadata of RFC 9728, and clients use a personal key.',
    });
    if (this.mcpAuthorizationServers.some((issuer) => !isIssuer(issuer)))
      env.refuse(
        'SVC_MCP_AUTHORIZATION_SERVERS',
        'must list https URLs such as https://auth.example.org, without a query',
      );
    if (this.mcpAuthorizationServers.length > 0 && env.text('SVC_BASE_URL', { meaning: '' }) === undefined)
      env.refuse(
        'SVC_MCP_AUTHORIZATION_SERVERS',
        'needs SVC_BASE_URL, since clients compare it with the URL that they call',
      );
  }

  /** Maximum number of model tokens per account and UTC day, input and output together. */
  get tokensPerDay(): number {
    return this.dailyTokens.value;
  }
}

/**
 * Whether a text is an issuer by RFC 8414: an https URL without query and fragment; http is allowed only for this
 * machine.
 */
function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(issuer);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLocal)) &&
    [search, hash, username, password].every((part) => part === '')
  );
}

function readModel(env: Environment, name: ModelSettings['name'], infix: '' | 'FALLBACK_'): ModelSettings | undefined {
  const [which, urlName, modelName] = [
    infix === '' ? 'the model' : 'the second model, used when the first one fails',
    `SVC_AI_${infix}BASE_URL`,
    `SVC_AI_${infix}MODEL`,
  ];
  const baseUrl = env.url(urlName, ['https:', 'http:'], {
    meaning: `Base URL of the OpenAI-compatible API of ${which}, such as http://127.0.0.1:11434/v1.${infix === '' ? ' Without it the built-in composer answers.' : ''}`,
  });
  const apiKey = env.text(`SVC_AI_${infix}API_KEY`, { meaning: `API key of ${which}; optional.`, secret: true });
  const model = env.text(modelName, { meaning: `Name of ${which}.` });
  if (baseUrl === undefined && model === undefined) return undefined;
  if (baseUrl === undefined || model === undefined) {
    env.refuse(
      baseUrl === undefined ? urlName : modelName,
      `must be set together with ${baseUrl === undefined ? modelName : urlName}`,
    );
    return undefined;
  }
  return { name, baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model };
}
