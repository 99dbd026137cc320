import { listeners } from '../../../src/converser/async/listeners.ts';
import { createConversation } from '../../../src/converser/conversation/conversation.ts';
import type { Ensemble } from '../../../src/converser/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../src/converser/ensemble/ensemble-roster.ts';
import type { Invoker } from '../../../src/converser/ensemble/invoker.ts';
import type { Model } from '../../../src/converser/models/provider.ts';
import { createSystemClock } from '../../../src/converser/system-ports.ts';
import { type ConversePorts, converse, ordinaryLimits } from '../../../src/converser/turn/converse.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import type { Wire } from '../render-reply.ts';
import { instructions, toolAnswer, toolDescription, toolNames, toolSchema } from '../scenario.ts';
import type { CreateContestant } from './contestant.ts';
import { createHost, permissionsOf, silentLog } from './converse-ports.ts';
import { pastCanisters } from './history.ts';

/**
 * What a person runs: the real loop, processor, permissions, deduplication and validation, and the provider of a
 * server as settings describe it, with its time limits, retries and recovery of printed calls.
 */
export const createConverser: CreateContestant = async (wire, scenario, url) => {
  let calls = 0;
  const model = await createModel(wire, url);
  const ports = await createPorts(() => calls++);
  const past = pastCanisters(scenario.history);
  return async () => {
    calls = 0;
    let answer = '';
    const conversation = createConversation('bench', past);
    const prompt = { content: [{ type: 'text', mimeType: 'text/plain', text: 'What is there?' }] } as const;
    const options = { ports, model, supervisor: instructions, signal: new AbortController().signal };
    for (let turn = 0; turn < scenario.turns; turn++) {
      for await (const event of converse(conversation, prompt, options)) {
        if (event.type === 'round-start') answer = '';
        if (event.type === 'text-delta') answer += event.text;
        if (event.type === 'turn-end' && event.outcome !== 'final') throw new Error(event.error?.message);
      }
    }
    return { calls, answer };
  };
};

async function createModel(wire: Wire, url: string): Promise<Model> {
  // As much as is known of most models, so that each request is held against the window and priced.
  const facts = { contextTokens: 4_000_000, price: { input: 1, output: 5 } };
  const server = { id: 'bench', label: 'Bench', kind: wire, baseUrl: `${url}/v1`, models: { bench: facts } };
  const provider = createConfiguredProvider(server, {
    key: async () => 'bench',
    records: {
      lists: { read: async () => undefined, write: async () => {} },
      facts: () => [],
      cards: () => undefined,
    },
    host: { clock: createSystemClock(), log: silentLog, random: Math.random },
  });
  return provider.named('bench');
}

async function createPorts(called: () => void): Promise<ConversePorts> {
  const roster = createEnsembleRoster();
  await roster.set(createEnsemble(called));
  const host = createHost();
  return { roster, permissions: permissionsOf(host), host, limits: ordinaryLimits };
}

function createEnsemble(called: () => void): Ensemble {
  return {
    name: 'bench',
    title: 'Bench',
    description: 'Tools that take no time.',
    origin: 'shipped',
    enabled: true,
    state: { status: 'ready' },
    invokers: toolNames.map((name, at) => createInvoker(name, { readOnly: at < 2, called })),
    connect: async () => {},
    disconnect: async () => {},
    onDidChange: listeners<void>().listen,
  };
}

function createInvoker(
  name: string,
  { readOnly, called }: { readonly readOnly: boolean; readonly called: () => void },
): Invoker {
  return {
    ensemble: 'bench',
    name,
    description: toolDescription,
    aliases: [],
    arguments: toolSchema,
    annotations: readOnly ? { readOnly: true } : { destructive: false },
    origin: 'shipped',
    implementation: `shipped:${name}`,
    timeLimit: 30_000,
    maxRetries: 0,
    onFailure: 'recover',
    deduplication: 'exact',
    invocable(args) {
      called();
      return toolAnswer(args as unknown as Parameters<typeof toolAnswer>[0]);
    },
  };
}
