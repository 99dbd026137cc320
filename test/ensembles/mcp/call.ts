import { type Attempted, invoke } from '../../../src/converser/call/invocation/invoke.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Clock } from '../../../src/converser/ground/ports.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import {
  type Context,
  type Invoker,
  isReply,
  type Reply,
  type Returned,
} from '../../../src/converser/words/ensemble/invoker.ts';

/** Calls a tool as it is offered now, past all that would ask or check. */
export async function call(
  ensemble: Ensemble,
  name: string,
  {
    args = {},
    ...context
  }: Partial<Pick<Context, 'signal' | 'progress' | 'askCaller'>> & { readonly args?: JsonObject } = {},
): Promise<Reply> {
  const returned = await callInvoker(find(ensemble, name), args, context);
  if (returned === undefined || !isReply(returned)) throw new Error('This is no reply.');
  return returned;
}

/** Calls a tool that may be offered no longer. */
export async function callInvoker(
  invoker: Invoker,
  args: JsonObject = {},
  more: Partial<Context> = {},
): Promise<Returned> {
  const ours = { auxdata: {}, configuration: {}, namespace: new Map(), progress: () => {} };
  return invoker.invocable(args, { invoker, ...ours, signal: new AbortController().signal, ...more });
}

/** Calls a tool as a turn does, which waits for it no longer than its time limit by this clock. */
export function attempt(ensemble: Ensemble, name: string, clock: Clock): Promise<Attempted> {
  const invoker = find(ensemble, name);
  const context = { namespace: new Map(), signal: new AbortController().signal, progress: () => {} };
  return invoke(invoker, {}, { context, clock });
}

function find(ensemble: Ensemble, name: string): Invoker {
  const invoker = ensemble.invokers.find(each => each.name === name);
  if (invoker === undefined) throw new Error(`There is no ${name}.`);
  return invoker;
}

export function texts({ content }: Reply): readonly string[] {
  return content.map(part => (part.type === 'text' ? part.text : part.type));
}

/** Why a server has failed; empty where it has not. */
export function whyFailed({ state }: Pick<Ensemble, 'state'>): string {
  return state.status === 'failed' ? state.error.message : '';
}
