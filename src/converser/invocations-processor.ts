import { checkArguments } from './arguments-schema.ts';
import { type Failure, type InvocationCanister, ordinaryMarks, type ResultCanister } from './canister.ts';
import { text } from './content.ts';
import type { Conversation } from './conversation.ts';
import type { InvocationProgress } from './converse-event.ts';
import type { Deduplicator } from './deduplication/deduplicator.ts';
import type { EnsembleRoster } from './ensemble-roster.ts';
import type { Host } from './host.ts';
import { invoke } from './invoke.ts';
import { fullName, type Invoker } from './invoker.ts';
import type { Permissions } from './permissions.ts';
import { type Repaired, repairArguments } from './repair-arguments.ts';
import { type RenderedResult, renderResult } from './result-content.ts';

/**
 * Takes invocations, and for each: finds the invoker → validates → asks permission → deduplicates → invokes
 * with a time limit → produces a result canister. Every surface and every provider uses this one.
 */
export interface InvocationsProcessor {
  /** What a model wrote, as an invocation with the invoker's own name and repaired arguments. */
  prepare(name: string, written: unknown): Promise<InvocationCanister>;
  /**
   * Contract: never rejects, and resolves soon after the signal aborts. Whatever happens, there is exactly one
   * result for the invocation.
   */
  process(invocation: InvocationCanister, watch: Watch): Promise<Processed>;
}

/** How the caller of a running invocation follows it and stops it. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (event: InvocationProgress) => void;
}

export interface Processed {
  readonly result: ResultCanister;
  /** The tool ran and failed, and its descriptor says that this ends the turn. */
  readonly abortsTurn: boolean;
}

export interface InvocationsProcessorOptions {
  readonly conversation: Conversation;
  readonly roster: EnsembleRoster;
  /** Whether this turn offers the invoker. What is not offered cannot be invoked. */
  readonly offers: (invoker: Invoker) => boolean;
  readonly permissions: Permissions;
  readonly deduplicator: Deduplicator;
  readonly host: Host;
  /** Characters of text that one part of a result may have. */
  readonly resultLimit: number;
}

export function createInvocationsProcessor(options: InvocationsProcessorOptions): InvocationsProcessor {
  const { host } = options;

  function invocation(
    parts: Pick<InvocationCanister, 'ensemble' | 'name'>,
    repaired: Repaired,
  ): InvocationCanister {
    return {
      id: host.ids.next('call'),
      role: 'invocation',
      timestamp: host.clock.now().toISOString(),
      content: [],
      marks: ordinaryMarks,
      ensemble: parts.ensemble,
      name: parts.name,
      arguments: repaired.kind === 'arguments' ? repaired.arguments : {},
      ...(repaired.kind === 'malformed' ? { malformedArguments: repaired.text } : {}),
    };
  }

  function result(of: InvocationCanister, rendered: RenderedResult, repeats?: string): ResultCanister {
    return {
      id: host.ids.next('result'),
      role: 'result',
      timestamp: host.clock.now().toISOString(),
      content: rendered.content,
      marks: ordinaryMarks,
      invocationId: of.id,
      ...(rendered.failure === undefined ? {} : { failure: rendered.failure }),
      ...(rendered.screen === undefined ? {} : { screen: rendered.screen }),
      ...(repeats === undefined ? {} : { repeats }),
    };
  }

  function refuse(of: InvocationCanister, kind: Failure['kind'], message: string): Processed {
    return { result: result(of, failed({ kind, message })), abortsTurn: false };
  }

  async function run(
    call: InvocationCanister,
    invoker: Invoker,
    { signal, onProgress }: Watch,
  ): Promise<ResultCanister> {
    const ensemble = options.roster.ensembleOf(invoker);
    await ensemble?.connect(signal);
    if (ensemble?.state.status === 'failed') {
      const message = `The ensemble ${ensemble.name} is not available: ${ensemble.state.reason}`;
      return result(call, failed({ kind: 'execution', message }));
    }
    // Whatever reads while something writes may have read either state, so both ends of the writing count.
    const writes = invoker.annotations.readOnly !== true;
    if (writes) options.deduplicator.forget();
    const attempted = await invoke(
      { invoker, args: call.arguments },
      {
        namespace: options.conversation.namespace(invoker.ensemble),
        signal,
        progress: (message, fraction) =>
          onProgress({
            type: 'invocation-progress',
            invocationId: call.id,
            message,
            ...(fraction === undefined ? {} : { fraction: Math.min(1, Math.max(0, fraction)) }),
          }),
      },
      host.clock,
    );
    if (writes) options.deduplicator.forget();
    return result(
      call,
      attempted.kind === 'failed'
        ? failed(attempted.failure)
        : renderResult(attempted.returned, invoker, options.resultLimit),
    );
  }

  async function processFound(call: InvocationCanister, invoker: Invoker, watch: Watch): Promise<Processed> {
    if (call.malformedArguments !== undefined) {
      const { reason } = malformed(await repairArguments(call.malformedArguments, invoker.arguments));
      return refuse(
        call,
        'validation',
        `The arguments of ${fullName(invoker)} were refused because ${reason}. Write all of them again, as one JSON object.`,
      );
    }
    const checked = await checkArguments(call.arguments, invoker.arguments);
    if (!checked.valid) {
      return refuse(
        call,
        'validation',
        `${fullName(invoker)} was not called: ${checked.complaint}. Correct this and call again.`,
      );
    }
    const decision = await options.permissions.decide(
      { conversationId: options.conversation.id, invocation: call, invoker },
      watch.signal,
    );
    if (watch.signal.aborted) return refuse(call, 'cancelled', 'The call was stopped before it began.');
    if (!decision.allowed) {
      return refuse(call, 'permission', `${decision.reason} Do not try again unless the user asks for it.`);
    }
    const once = await options.deduplicator.once({ invocation: call, invoker }, () =>
      run(call, invoker, watch),
    );
    if (once.kind === 'repeats')
      return {
        result: result(call, once.result, once.result.id),
        abortsTurn: false,
      };
    const { failure } = once.result;
    const abortsTurn = failure !== undefined && failure.kind !== 'cancelled' && invoker.onFailure === 'abort';
    return { result: once.result, abortsTurn };
  }

  return {
    async prepare(name, written) {
      const found = options.roster.find(name);
      if (found.kind !== 'found')
        return invocation({ ensemble: '', name }, await repairArguments(written, {}));
      return invocation(found.invoker, await repairArguments(written, found.invoker.arguments));
    },

    async process(call, watch) {
      try {
        const found = options.roster.find(fullName(call));
        if (found.kind !== 'found' || !options.offers(found.invoker)) {
          return refuse(call, 'unknown-invoker', unknownInvoker(call, options));
        }
        return await processFound(call, found.invoker, watch);
      } catch (cause) {
        host.log.error(
          `${fullName(call)}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
        );
        return refuse(call, 'execution', 'The call failed inside Converser. The log says more.');
      }
    },
  };
}

function failed(failure: Failure): RenderedResult {
  return { content: [text(failure.message)], failure };
}

function malformed(repaired: Repaired): { readonly reason: string } {
  return repaired.kind === 'malformed' ? repaired : { reason: 'they could not be read' };
}

function unknownInvoker(call: InvocationCanister, { roster, offers }: InvocationsProcessorOptions): string {
  const found = roster.find(fullName(call));
  if (found.kind === 'ambiguous') {
    return `Several tools are called ${call.name}: ${found.candidates.map(fullName).join(', ')}. Say which one you mean.`;
  }
  const known = roster.invokers().filter(offers);
  if (known.length === 0) return `There is no tool ${fullName(call)}; no tools are available.`;
  const near = known.filter(invoker => resembles(invoker.name, call.name));
  const hint =
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).map(fullName).join(' or ')}?`
      : `There are ${known.slice(0, 20).map(fullName).join(', ')}.`;
  return `There is no tool ${fullName(call)}. ${hint}`;
}

function resembles(name: string, wanted: string): boolean {
  const words = (value: string) =>
    value
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(word => word.length > 2);
  const mine = words(name);
  return words(wanted).some(word => mine.includes(word));
}
