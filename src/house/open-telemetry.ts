import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { orAborted } from '../converser/ground/async/abort.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import type { Conversation } from '../converser/words/conversation/conversation.ts';
import type { AnsweringModel, ConverseEvent } from '../converser/words/conversation/converse-event.ts';
import { fullName } from '../converser/words/ensemble/invoker.ts';
import type { Usage } from '../converser/words/models/provider.ts';
import { correctUsage } from '../converser/words/spending/spending.ts';
import { countsOfCall } from '../converser/words/spending/tool-ledger.ts';

export interface Telemetry {
  /** Contract: the same events. */
  follow(events: AsyncIterable<ConverseEvent>, of: Pick<Conversation, 'id'>): AsyncIterable<ConverseEvent>;
  dispose(): Promise<void>;
}

/** In milliseconds. What a collector hasn't taken by then is lost. */
const flushLimit = 2_000;

/** Exports turns as OpenTelemetry spans if the usual variables name a collector, and else loads nothing. */
export function openTelemetry({ log }: Pick<Host, 'log'>, environment = process.env): Telemetry | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = environment;
  const isWanted = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isWanted || OTEL_SDK_DISABLED === 'true') return undefined;
  const name = environment.OTEL_SERVICE_NAME || 'converser';
  let loading: Promise<Exporting | undefined> | undefined;
  return {
    async *follow(events, { id }) {
      loading ??= openExport(name).catch(cause => {
        log.warn(`Can’t export to OpenTelemetry: ${reasonOf(cause)}`);
        return undefined;
      });
      const exporting = await loading;
      const spans = exporting && createTurnSpans(exporting, id);
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
      const shutdown = (await loading)?.provider.shutdown().catch(() => {});
      if (shutdown !== undefined) await orAborted(shutdown, AbortSignal.timeout(flushLimit));
    },
  };
}

interface Exporting {
  readonly provider: BasicTracerProvider;
  readonly tracer: Tracer;
  readonly within: (span: Span) => Context;
}

async function openExport(service: string): Promise<Exporting> {
  const [{ ROOT_CONTEXT, trace }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ],
  );
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    provider,
    tracer: provider.getTracer('converser'),
    within: span => trace.setSpan(ROOT_CONTEXT, span),
  };
}

/** As in the enumerations of OpenTelemetry’s API, which is loaded later. */
const client = 2;
const failed = 2;

/**
 * Invariant: no span holds messages, arguments, results, or words of errors.
 * https://github.com/open-telemetry/semantic-conventions-genai/tree/main/docs/gen-ai
 */
function createTurnSpans({ tracer, within }: Exporting, conversationId: string) {
  const open = new Map<string, Span>();
  let usage: Usage = {};
  let model: Attributes = {};

  function begin(key: string, name: readonly [operation: string, of: string], own: Attributes): void {
    const [operation] = name;
    const common = { 'gen_ai.operation.name': operation, 'gen_ai.conversation.id': conversationId };
    const options = { attributes: { ...common, ...own }, ...(operation === 'chat' && { kind: client }) };
    const turn = open.get('turn');
    open.set(key, tracer.startSpan(name.join(' '), options, turn && within(turn)));
  }

  function end(key: string, own: Attributes, failure: string | undefined): void {
    const span = open.get(key)?.setAttributes(own);
    if (failure !== undefined) span?.setAttribute('error.type', failure).setStatus({ code: failed });
    span?.end();
    open.delete(key);
  }

  function beginChat(next: AnsweringModel | undefined): void {
    end('chat', usageAttributes(usage), 'restarted');
    usage = {};
    if (next !== undefined) model = modelAttributes(next);
    begin('chat', ['chat', String(model['gen_ai.request.model'])], model);
  }

  function hear(event: ConverseEvent): void {
    if (event.type === 'turn-start') {
      model = modelAttributes(event.model);
      begin('turn', ['invoke_agent', 'Converser'], { 'gen_ai.agent.name': 'Converser', ...model });
    }
    if (event.type === 'round-start' || event.type === 'round-restart') beginChat(event.model);
    if (event.type === 'usage') usage = correctUsage(usage, event.usage);
    if (event.type === 'round-end') {
      const reasons = { 'gen_ai.response.finish_reasons': [event.reason] };
      end('chat', { ...usageAttributes(usage), ...reasons }, undefined);
    }
    if (event.type === 'invocation-start') {
      const name = fullName(event.canister);
      begin(event.canister.id, ['execute_tool', name], {
        'gen_ai.tool.name': name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': event.canister.id,
      });
    }
    if (event.type === 'invocation-end') {
      const { canister, duration } = event;
      const { returned = 0, saved = 0 } = countsOfCall(canister, duration);
      // The span has the time in which you were asked, too.
      const own = { duration_ms: duration, result_tokens: returned, saved_tokens: saved };
      end(canister.invocationId, prefixed('converser.tool.', own), canister.failure?.kind);
    }
    if (event.type === 'turn-end') {
      const failure = event.outcome === 'final' ? undefined : (event.error?.code ?? event.outcome);
      const described = event.tools?.reduce((sum, { counts }) => sum + (counts.described ?? 0), 0);
      end('chat', usageAttributes(usage), failure);
      end('turn', prefixed('converser.tools.', { definition_tokens: described }), failure);
    }
  }

  return {
    hear,
    end() {
      for (const key of open.keys()) end(key, {}, 'stopped');
    },
  };
}

function modelAttributes({ provider, id }: AnsweringModel): Attributes {
  return prefixed('gen_ai.', { 'provider.name': provider, 'request.model': id });
}

function usageAttributes({ input, output, cached, written, reasoning }: Usage): Attributes {
  return prefixed('gen_ai.usage.', {
    input_tokens: input,
    output_tokens: output,
    'cache_read.input_tokens': cached,
    'cache_write.input_tokens': written,
    'reasoning.output_tokens': reasoning,
  });
}

function prefixed(start: string, own: Attributes): Attributes {
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [`${start}${name}`, value]));
}
