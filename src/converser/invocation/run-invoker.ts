import type { InvocationCanister } from '../canister/canister.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { InvocationProgress } from '../conversation/converse-event.ts';
import type { EnsembleRoster } from '../ensemble/ensemble-roster.ts';
import { type Context, fullName, type Invocable, type Invoker } from '../ensemble/invoker.ts';
import type { Host } from '../host.ts';
import { invoke } from './invoke.ts';
import { type RenderedResult, renderFailure, renderResult } from './result-content.ts';

/** How the caller of a running invocation follows it and stops it. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (event: InvocationProgress) => void;
}

export interface RunnerOptions {
  readonly conversation: Conversation;
  readonly roster: EnsembleRoster;
  readonly host: Host;
  /** Characters of text that a result may have. */
  readonly resultLimit: number;
}

/** The last step of an invocation: what has been found valid and allowed is run. */
export interface Runner {
  run(call: InvocationCanister, invoker: Invoker, watch: Watch): Promise<RenderedResult>;
  /**
   * Something that may change what others read is running, perhaps beyond its time limit. What is read now may
   * be true no longer when it is asked for again.
   */
  isWriting(): boolean;
}

export function createRunner(options: RunnerOptions): Runner {
  const { roster, host, resultLimit } = options;
  let writing = 0;

  /** Both ends of the writing count, because whatever reads meanwhile may have read either state. */
  function announced(invocable: Invocable): Invocable {
    return async (args, context) => {
      writing++;
      roster.outdate();
      try {
        return await invocable(args, context);
      } finally {
        writing--;
        roster.outdate();
      }
    };
  }

  return {
    isWriting: () => writing > 0,
    async run(call, invoker, watch) {
      const isReady = roster.ensembleOf(invoker)?.state.status === 'ready';
      const trouble = isReady ? undefined : await connect(invoker, watch.signal);
      if (trouble !== undefined) return renderFailure({ kind: 'execution', message: trouble }, resultLimit);
      const { invocable, annotations } = invoker;
      const attempted = await invoke(
        {
          invoker,
          args: call.arguments,
          invocable: annotations.readOnly === true ? invocable : announced(invocable),
        },
        {
          namespace: options.conversation.namespace(invoker.ensemble),
          signal: watch.signal,
          progress: tellNews(call, watch),
        },
        host.clock,
      );
      return attempted.kind === 'failed'
        ? renderFailure(attempted.failure, resultLimit)
        : renderResult(attempted.returned, invoker, resultLimit);
    },
  };

  /** Why the ensemble is not there for its invoker, if it is not. */
  async function connect(invoker: Invoker, signal: AbortSignal): Promise<string | undefined> {
    const ensemble = roster.ensembleOf(invoker);
    if (ensemble === undefined) return `${fullName(invoker)} is no longer there.`;
    if (ensemble.state.status !== 'ready') await ensemble.connect(signal);
    const { state } = ensemble;
    if (state.status === 'ready') return undefined;
    const reason = state.status === 'failed' ? state.error.message : 'it is not connected.';
    return `The ensemble ${ensemble.name} is not available: ${reason}`;
  }
}

/** What is said again, or says nothing, shows only that somebody is alive, and is not told on. */
function tellNews({ id }: InvocationCanister, { onProgress }: Watch): Context['progress'] {
  let last = '';
  return (message, fraction) => {
    const event: InvocationProgress = {
      type: 'invocation-progress',
      invocationId: id,
      message: String(message),
      ...(Number.isFinite(fraction) ? { fraction: Math.min(1, Math.max(0, Number(fraction))) } : {}),
    };
    const news = `${event.fraction ?? ''}${event.message}`;
    if (news === '' || news === last) return;
    last = news;
    onProgress(event);
  };
}
