import type { ModelCapabilities, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { ordinaryForm } from '../../src/dialects/contract/forms/contract-form.ts';
import { nativizeRequest as toOllama } from '../../src/dialects/ollama-chat/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { contractRequest } from '../../src/providers/wrappers/contract/contract-request.ts';
import { createScriptedModel } from '../fakes/scripted-model.ts';

export interface AskedModel {
  /** Whose parts of a history that only their maker reads are sent. */
  readonly provider: string;
  readonly capabilities?: ModelCapabilities;
  /** Whether it takes late instructions as such. */
  readonly late?: boolean;
}

export const wireNames = [
  'Anthropic Messages',
  'Chat Completions',
  'Responses',
  'Ollama’s chat',
  'the contract',
] as const;

export type WireName = (typeof wireNames)[number];

type Nativize = (request: ModelRequest, model: AskedModel) => readonly unknown[];

const wires: Readonly<Record<WireName, Nativize>> = {
  'Anthropic Messages': (request, { provider, late = false }) => {
    const how = { model: 'm', provider, maxTokens: 9, late };
    const { tools = [], system = '', messages } = toMessages(request, how);
    return withoutMarks([...tools, system, ...messages]);
  },
  'Chat Completions': (request, { provider }) => {
    const { tools = [], messages } = toChat(request, { model: 'm', provider });
    return [...tools, ...messages];
  },
  Responses: (request, { provider }) => {
    const { tools = [], input = [] } = toResponses(request, { model: 'm', provider });
    return [...tools, ...input];
  },
  'Ollama’s chat': (request, { provider }) => {
    const { tools = [], messages } = toOllama(request, { model: 'm', provider, images: true });
    return [...tools, ...messages];
  },
  'the contract': (request, { provider, capabilities }) => {
    const scripted = createScriptedModel();
    const model = { ...scripted, capabilities: capabilities ?? scripted.capabilities };
    const { spoken } = contractRequest({ model, request, form: ordinaryForm });
    return toChat(spoken, { model: 'm', provider }).messages;
  },
};

/** What a server reads of a request, in the order in which it does: tools, instructions, messages. Nothing closes it. */
export function asRead(wire: WireName, request: ModelRequest, model: AskedModel = { provider: 'p' }): Buffer {
  const items = wires[wire](request, model);
  return Buffer.from(items.map(item => JSON.stringify(item)).join('\n'));
}

/** Bytes with which both begin. */
export function sharedStart(one: Buffer, other: Buffer): number {
  if (one.equals(other.subarray(0, one.length))) return one.length;
  return one.findIndex((byte, at) => byte !== other[at]);
}

/** Marks are no part of what the server compares. */
function withoutMarks(items: readonly unknown[]): readonly unknown[] {
  return JSON.parse(JSON.stringify(items, (key, value) => (key === 'cache_control' ? undefined : value)));
}
