import { orAborted } from '../converser/ground/async/abort.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import type { FollowTurn } from '../converser/turn/converse-options.ts';
import type { SpanExport } from './telemetry-spans.ts';

export interface Telemetry {
  readonly follow: FollowTurn;
  dispose(): Promise<void>;
}

/** In milliseconds. What a collector hasn't taken by then is lost. */
const flushLimit = 2_000;

/** Exports turns as OpenTelemetry spans if the usual variables name a collector, and else loads nothing. */
export function openTelemetry({ log }: Pick<Host, 'log'>, environment = process.env): Telemetry | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = environment;
  const isWanted = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isWanted || OTEL_SDK_DISABLED === 'true') return undefined;
  const load = async () => {
    const { openSpanExport } = await import('./telemetry-spans.ts');
    return openSpanExport(environment.OTEL_SERVICE_NAME || 'converser');
  };
  let loading: Promise<SpanExport | undefined> | undefined;
  return {
    async *follow(events, { id }) {
      loading ??= load().catch(cause => {
        log.warn(`Can’t export to OpenTelemetry: ${reasonOf(cause)}`);
        return undefined;
      });
      const spans = (await loading)?.beginTurn(id);
      try {
        for await (const event of events) {
          spans?.hear(event);
          yield event;
        }
      } finally {
        spans?.end();
      }
    },
    async dispose() {
      const shutdown = (await loading)?.shutdown().catch(() => {});
      if (shutdown !== undefined) await orAborted(shutdown, AbortSignal.timeout(flushLimit));
    },
  };
}
