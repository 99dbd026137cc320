import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { orAborted } from '../converser/ground/async/abort.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { InvocationCanister } from '../converser/words/canister/canister.ts';
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

type Environment = Readonly<Record<string, string | undefined>>;

/** In milliseconds. What a collector hasn't taken by then is lost. */
const flushLimit = 2_000;

/** Exports turns as OpenTelemetry spans if the usual variables name a collector, and else loads nothing. */
export function openTelemetry(
  { log }: Pick<Host, 'log'>,
  environment: Environment = process.env,
): Telemetry | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  if (!(all || traces) || environment.OTEL_SDK_DISABLED === 'true') return undefined;
  let loading: Promise<Exporting | undefined> | undefined;
  const load = () =>
    openExport().catch(cause => {
      log.warn(`Can’t export to OpenTelemetry: ${reasonOf(cause)}`);
      return undefined;
    });
  return {
    async *follow(events, { id }) {
      loading ??= load();
      const exporting = await loading;
      const spans = exporting && createTurnSpans(exporting, id);
      try {
        for await (const event of events) {
          spans?.hear(event);
          yield event;
        }
      } finally {
        spans?.end('stopped');
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

async function openExport(): Promise<Exporting> {
  const [{ ROOT_CONTEXT, trace }, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'converser' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [new sdk.BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors });
  const tracer = provider.getTracer('converser');
  return { provider, tracer, within: span => trace.setSpan(ROOT_CONTEXT, span) };
}

/** As in the enumerations of OpenTelemetry’s API, which is loaded later. */
const client = 2;
const failed = 2;

/**
 * Invariant: no span holds messages, arguments, results, or words of errors.
 * https://github.com/open-telemetry/semantic-conventions-genai/tree/main/docs/gen-ai
 */
function createTurnSpans({ tracer, within }: Exporting, conversationId: string) {
  const calls = new Map<string, InvocationCanister>();
  let turn: Span | undefined;
  let chat: { readonly span: Span; usage: Usage } | undefined;
  let model: AnsweringModel | undefined;

  function begin(name: string, { operation, ...more }: Attributes, startTime?: number): Span {
    const common = { 'gen_ai.operation.name': operation, 'gen_ai.conversation.id': conversationId };
    const options = { attributes: { ...common, ...more }, ...defined({ startTime }) };
    const kind = operation === 'chat' ? { kind: client } : {};
    return tracer.startSpan(`${operation} ${name}`, { ...options, ...kind }, turn && within(turn));
  }

  const ofModel = () =>
    defined({ 'gen_ai.provider.name': model?.provider, 'gen_ai.request.model': model?.id });

  function beginChat(next: AnsweringModel | undefined): void {
    model = next ?? model;
    chat = { span: begin(model?.id ?? '', { operation: 'chat', ...ofModel() }), usage: {} };
  }

  function endChat(failure?: string): void {
    const { span, usage = {} } = chat ?? {};
    span?.setAttributes(usageAttributes(usage));
    finish(span, failure);
    chat = undefined;
  }

  function addCall({ canister, duration }: Extract<ConverseEvent, { type: 'invocation-end' }>): void {
    const call = calls.get(canister.invocationId);
    const kind = canister.failure?.kind;
    // Models make up the names of tools that don’t exist.
    const name = call === undefined || kind === 'unknown-invoker' ? 'unknown' : fullName(call);
    const { returned, saved } = countsOfCall(canister, duration);
    const attributes = defined({
      operation: 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': canister.invocationId,
      'converser.tool.result_tokens': returned,
      'converser.tool.saved_tokens': saved,
    });
    // The time in which you were asked isn’t the tool’s.
    finish(begin(name, attributes, Date.now() - duration), kind);
  }

  function end(failure?: string): void {
    endChat(failure);
    finish(turn, failure);
    turn = undefined;
  }

  return {
    end,
    hear(event: ConverseEvent): void {
      switch (event.type) {
        case 'turn-start':
          model = event.model;
          turn = begin('Converser', {
            operation: 'invoke_agent',
            'gen_ai.agent.name': 'Converser',
            ...ofModel(),
          });
          break;
        case 'round-restart':
          endChat('restarted');
          beginChat(event.model);
          break;
        case 'round-start':
          beginChat(event.model);
          break;
        case 'usage':
          if (chat !== undefined) chat.usage = correctUsage(chat.usage, event.usage);
          break;
        case 'round-end':
          chat?.span.setAttribute('gen_ai.response.finish_reasons', [event.reason]);
          endChat();
          break;
        case 'invocation-start':
          calls.set(event.canister.id, event.canister);
          break;
        case 'invocation-end':
          addCall(event);
          break;
        case 'turn-end': {
          const described = event.tools?.reduce((sum, { counts }) => sum + (counts.described ?? 0), 0);
          turn?.setAttribute('converser.tools.definition_tokens', described ?? 0);
          end(event.outcome === 'final' ? undefined : (event.error?.code ?? event.outcome));
        }
      }
    },
  };
}

function finish(span: Span | undefined, failure: string | undefined): void {
  if (failure !== undefined) span?.setAttribute('error.type', failure).setStatus({ code: failed });
  span?.end();
}

function usageAttributes({ input, output, cached, written, reasoning }: Usage): Attributes {
  return defined({
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    'gen_ai.usage.cache_read.input_tokens': cached,
    'gen_ai.usage.cache_write.input_tokens': written,
    'gen_ai.usage.reasoning.output_tokens': reasoning,
  });
}
