import type { Environment } from './environment.js';

const USUAL_RATIO = 0.1;

/**
 * Settings of tracing. The variables have the names of the OpenTelemetry specification, so that one setting serves all
 * services of a machine.
 */
export class TracingConfig {
  /** Base URL of an OTLP/HTTP receiver, without a trailing slash; undefined: tracing is off. */
  readonly endpoint?: string;
  /** Headers of each request to the receiver. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fraction of requests and job runs that are traced, 0 to 1. */
  readonly ratio: number;
  readonly serviceName: string;

  constructor(env: Environment) {
    this.endpoint = env
      .url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], {
        meaning:
          'Base URL of an OpenTelemetry receiver (OTLP over HTTP), such as http://127.0.0.1:4318; traces are ' +
          'sent to `/v1/traces` below it.',
      })
      ?.replace(/\/+$/, '');
    const headers = env.list('OTEL_EXPORTER_OTLP_HEADERS', {
      meaning: 'Headers of each export, as `name=value` separated by commas.',
      secret: true,
    });
    this.headers = Object.fromEntries(headers.map(nameAndValue).filter((pair) => pair !== undefined));
    if (Object.keys(this.headers).length < headers.length)
      env.refuse('OTEL_EXPORTER_OTLP_HEADERS', 'must list different headers as name=value, values percent-encoded');
    this.ratio = ratioOf(env);
    this.serviceName =
      env.text('OTEL_SERVICE_NAME', { meaning: 'Name of this service in traces.', defaultText: 'watchfloor' }) ??
      'watchfloor';
  }
}

function ratioOf(env: Environment): number {
  const text = env.text('OTEL_TRACES_SAMPLER_ARG', {
    meaning:
      'Fraction of requests and job runs that are traced, from 0 to 1. A trusted proxy that sends `traceparent` ' +
      'decides for its requests.',
    defaultText: String(USUAL_RATIO),
  });
  if (text === undefined) return USUAL_RATIO;
  if (/^(?:0|1|0?\.\d{1,9}|1\.0{1,9}|0\.0)$/.test(text)) return Number(text);
  env.refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return USUAL_RATIO;
}

function nameAndValue(item: string): [string, string] | undefined {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(.*)$/.exec(item) ?? [];
  if (name === undefined || value === undefined) return undefined;
  try {
    const decoded = decodeURIComponent(value);
    return /^[\t\x20-\x7e]*$/.test(decoded) ? [name, decoded] : undefined;
  } catch {
    return undefined;
  }
}
