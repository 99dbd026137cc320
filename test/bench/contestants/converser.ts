import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { converse } from '../../../src/converser/turn/converse.ts';
import { type ConversePorts, ordinaryLimits } from '../../../src/converser/turn/converse-options.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { changeAhead, createTurnKeeper } from '../../../src/store/stored-conversation.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';
import {
  instructions,
  type ToolArguments,
  toolAnswer,
  toolDescription,
  toolNames,
  toolSchema,
} from '../scenario.ts';
import { pastCanisters } from './history.ts';
import { createHost, permissionsOf } from './host.ts';
import type { Assignment, CreateContestant } from './main.ts';

/**
 * What a person runs: the real loop, processor, permissions, deduplication and validation, and the provider of a
 * server as settings describe it, with its time limits, retries and recovery of printed calls.
 */
export const createConverser: CreateContestant = async ({ wire, scenario, url, isStored = false }) => {
  let calls = 0;
  const host = createHost();
  const folder = isStored ? await mkdtemp(path.join(tmpdir(), 'converser-bench-')) : undefined;
  const store = folder === undefined ? undefined : createConversationStore(folder);
  if (folder !== undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const model = await createProvider({ wire, url }).named('bench');
  const ports = await createPorts(() => calls++);
  const past = pastCanisters(scenario.history);
  return async () => {
    calls = 0;
    let answer = '';
    let untilFirst = 0;
    const since = performance.now();
    const conversation = createConversation('bench', past);
    const prompt = { content: [{ type: 'text', mimeType: 'text/plain', text: 'What is there?' }] } as const;
    const options = { ports, model, supervisor: instructions, signal: new AbortController().signal };
    for (let turn = 0; turn < scenario.turns; turn++) {
      const stored = { conversation, spendings: {}, thoughts: new Map(), versions: new Map() };
      const keep = store && createTurnKeeper(stored, { store, host });
      const kept = keep && { beforeChange: async () => void (await keep(changeAhead)) };
      for await (const event of converse(conversation, prompt, { ...options, ...kept })) {
        if (event.type === 'joined' || event.type === 'turn-end') await keep?.(event);
        if (event.type === 'round-start') answer = '';
        if (event.type === 'text-delta') {
          untilFirst ||= performance.now() - since;
          answer += event.text;
        }
        if (event.type === 'turn-end' && event.outcome !== 'final') throw new Error(event.error?.message);
      }
    }
    return { calls, answer, untilFirst, clearUp: async () => void (await store?.remove('bench')) };
  };
};

export function createProvider({ wire, url }: Pick<Assignment, 'wire' | 'url'>) {
  // As much as is known of most models, so that each request is held against the window and priced.
  const facts = { contextTokens: 4_000_000, price: { input: 1, output: 5 } };
  const server = { id: 'bench', label: 'Bench', kind: wire, baseUrl: `${url}/v1`, models: { bench: facts } };
  return createConfiguredProvider(server, {
    ...providerPorts(createHost(), { random: Math.random }),
    key: async () => 'bench',
  });
}

async function createPorts(called: () => void): Promise<ConversePorts> {
  const roster = createEnsembleRoster();
  await roster.set(createEnsemble(called));
  const host = createHost();
  return { roster, permissions: permissionsOf(host), host, limits: ordinaryLimits };
}

/** Two tools only read, and the user is asked about the other two once. */
function createEnsemble(called: () => void): Ensemble {
  const tool = (readOnly: boolean) => ({
    description: toolDescription,
    arguments: toolSchema,
    annotations: readOnly ? { readOnly } : { destructive: false },
    invocable(args: object) {
      called();
      return toolAnswer(args as ToolArguments);
    },
  });
  return createFakeEnsemble('bench', Object.fromEntries(toolNames.map((name, at) => [name, tool(at < 2)])));
}
