import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { defined } from '../converser/ground/json/defined.ts';
import type { AnsweringModel, ConverseEvent } from '../converser/words/conversation/converse-event.ts';
import { fullName } from '../converser/words/ensemble/invoker.ts';
import type { Usage } from '../converser/words/models/provider.ts';
import { correctUsage } from '../converser/words/spending/spending.ts';
import { countsOfCall } from '../converser/words/spending/tool-ledger.ts';
import { noTimes, type RequestTimes, type TurnTimes } from '../converser/words/spending/turn-times.ts';

export interface SpanExport {
  beginTurn(conversationId: string): TurnSpans;
  shutdown(): Promise<void>;
}

interface TurnSpans {
  hear(event: ConverseEvent): void;
  end(): void;
}

/** The exporter reads where to from the usual variables. */
export function openSpanExport(service: string): SpanExport {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('converser');
  return {
    beginTurn: conversationId => createTurnSpans(tracer, conversationId),
    shutdown: () => provider.shutdown(),
  };
}

/**
 * Invariant: no span holds messages, arguments, results, or words of errors.
 * https://github.com/open-telemetry/semantic-conventions-genai/tree/main/docs/gen-ai
 */
function createTurnSpans(tracer: Tracer, conversationId: string): TurnSpans {
  const held: HeldSpan[] = [];
  let usage: Usage = {};
  let model: Attributes = {};

  function begin(
    key: string,
    [operation, of]: readonly [operation: string, of: string],
    own: Attributes,
  ): void {
    const common = { 'gen_ai.operation.name': operation, 'gen_ai.conversation.id': conversationId };
    held.push({ key, name: `${operation} ${of}`, attributes: { ...common, ...own }, start: Date.now() });
  }

  function end(key: string, own: Attributes, failure: string | undefined): void {
    const at = held.findLastIndex(each => each.key === key && each.end === undefined);
    const open = held[at];
    if (open === undefined) return;
    const attributes = { ...open.attributes, ...own };
    held[at] = { ...open, ...defined({ failure }), attributes, end: Date.now() };
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
      send(tracer, held.splice(0), event.spending?.times);
    }
  }

  return {
    hear,
    end() {
      for (const { key } of [...held]) end(key, {}, 'stopped');
      send(tracer, held.splice(0), undefined);
    },
  };
}

interface HeldSpan {
  readonly key: string;
  readonly name: string;
  readonly attributes: Attributes;
  readonly failure?: string;
  readonly start: number;
  readonly end?: number;
}

/** What the turn measured counts, so that spans and its timeline say the same. Without that, it is when events came. */
function send(tracer: Tracer, held: readonly HeldSpan[], times: TurnTimes = noTimes): void {
  const requests = times.rounds.flatMap(round => round.requests);
  const calls = new Map(times.rounds.flatMap(round => round.calls).map(call => [call.id, call]));
  const [turn] = held;
  let context = ROOT_CONTEXT;
  for (const { key, name, attributes, failure, start, end } of held) {
    const measured: RequestTimes | undefined = key === 'chat' ? requests.shift() : calls.get(key);
    const at = (moment: number | undefined, heard: number | undefined) =>
      moment === undefined || turn === undefined ? heard : turn.start + moment;
    const first = measured?.first === undefined ? undefined : measured.first - measured.start;
    const kind = key === 'chat' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const startTime = at(measured?.start, start) ?? start;
    const all = { ...attributes, ...prefixed('converser.', { first_token_ms: first }) };
    const span = tracer.startSpan(name, { attributes: all, kind, startTime }, context);
    if (failure !== undefined)
      span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    span.end(at(measured?.end, end));
    if (key === 'turn') context = trace.setSpan(ROOT_CONTEXT, span);
  }
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
