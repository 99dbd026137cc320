import type { ConversePorts, Prompt } from '../../src/converser/turn/converse-options.ts';
import {
  type Conversation,
  createConversation,
} from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import { createFallbacks } from '../../src/converser/words/models/fallback/fallbacks.ts';
import { createModelRoster } from '../../src/converser/words/models/model-roster.ts';
import type { Price } from '../../src/converser/words/models/provider.ts';
import { takeTurn } from '../converser/turn/take-turn.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import type { FakeHost } from '../fakes/fake-host.ts';
import { createFakePorts, type FakePortsOptions } from '../fakes/fake-ports.ts';
import { createScriptedModel, type Script, type ScriptedModel } from '../fakes/scripted-model.ts';
import { createTestSteering } from '../fakes/test-steering.ts';

/** A whole conversation whose transcript is kept as `test/golden/<name>.txt`. */
export interface Scenario {
  readonly name: string;
  /** What a reader learns from it about the product. */
  readonly shows: string;
  readonly setup?: FakePortsOptions;
  readonly scripts: readonly Script[];
  /** One turn each. */
  readonly prompts: readonly (string | Prompt)[];
  readonly supervisor?: string;
  /** What the model costs. */
  readonly price?: Price;
  /** How many tokens the model takes. */
  readonly window?: number;
  /** What the model does that answers where the first one can't. */
  readonly fallback?: readonly Script[];
  /** Pulls the plug while an event is being looked at. */
  readonly stopsAt?: (event: ConverseEvent) => boolean;
  /** What is typed while an event is being looked at, for the next round. */
  readonly adds?: (event: ConverseEvent) => string | undefined;
  /** Lets the round end at this event, and the turn with it. */
  readonly endsTurnAt?: (event: ConverseEvent) => boolean;
}

/** A set-up with one ensemble. */
export function using(
  name: string,
  tools: Parameters<typeof createFakeEnsemble>[1],
  more: FakePortsOptions = {},
): FakePortsOptions {
  return { ensembles: [createFakeEnsemble(name, tools)], ...more };
}

export interface Played {
  readonly turns: readonly (readonly ConverseEvent[])[];
  readonly conversation: Conversation;
  readonly model: ScriptedModel;
  readonly host: FakeHost;
}

export async function play(scenario: Scenario): Promise<Played> {
  const base = await createFakePorts(scenario.setup);
  const conversation = createConversation('conversation-1');
  const { price, window, supervisor } = scenario;
  const scripted = createScriptedModel(...scenario.scripts);
  const capabilities = { ...scripted.capabilities, ...(window && { contextTokens: window }) };
  const model = { ...scripted, capabilities, ...(price && { price }) };
  const ports =
    scenario.fallback === undefined ? base : { ...base, ...withFallback(scenario.fallback, base) };
  const turns: (readonly ConverseEvent[])[] = [];
  for (const prompt of scenario.prompts) {
    const button = new AbortController();
    const steering = createTestSteering();
    const hear = (event: ConverseEvent) => {
      if (scenario.stopsAt?.(event) === true) button.abort();
      const added = scenario.adds?.(event);
      if (added !== undefined) steering.add(added);
      if (scenario.endsTurnAt?.(event) === true) steering.endTurn();
    };
    const options = { ports, model, signal: button.signal, steering, ...(supervisor && { supervisor }) };
    turns.push((await takeTurn({ ...options, conversation, said: prompt, hear })).events);
  }
  return { turns, conversation, model, host: ports.host };
}

function withFallback(
  scripts: readonly Script[],
  { host }: Pick<ConversePorts, 'host'>,
): Pick<ConversePorts, 'models' | 'fallbacks'> {
  const second = { ...createScriptedModel(...scripts), id: 'second', label: 'Second model' };
  const models = createModelRoster();
  models.add({ id: 'scripted', label: 'Scripted', models: async () => [second] });
  const chains = { 'scripted/model': ['scripted/second'] };
  return { models, fallbacks: createFallbacks({ chains: () => chains, clock: host.clock }) };
}
