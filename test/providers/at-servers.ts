import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Model, Provider } from '../../src/converser/words/models/provider.ts';
import type { OpenAiConnection } from '../../src/providers/openai/openai-source.ts';
import type { Connection } from '../../src/providers/wire/connection.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../fakes/sdk-providers.ts';

/** A provider of a server with an API like OpenAI’s, which wants no key. */
export function openAiAt(baseUrl: string | undefined, more: Partial<OpenAiConnection> = {}): Provider {
  return createOpenAiProvider({
    id: 'test',
    label: 'Test',
    key: async () => undefined,
    ...(baseUrl && { baseUrl }),
    ...more,
  });
}

export function anthropicAt(baseUrl: string | undefined, more: Partial<Connection> = {}): Provider {
  const key = async () => 'right-key-123';
  return createAnthropicProvider({
    id: 'anthropic',
    label: 'Anthropic',
    key,
    ...(baseUrl && { baseUrl }),
    ...more,
  });
}

export async function firstOf(provider: Provider): Promise<Model> {
  const [model] = await provider.models(new AbortController().signal);
  assert.ok(model);
  return model;
}

export function namedOf(provider: Provider, name: string): Model {
  const model = provider.named?.(name);
  assert.ok(model);
  return model;
}

/** Says one number after the other, until nobody listens any more. */
export async function sayOn(closed: Promise<unknown>, say: (number: string) => void): Promise<void> {
  for (let at = 0; at < 500; at++) {
    say(`${at} `);
    if ((await Promise.race([closed.then(() => 'closed'), wait(20)])) === 'closed') return;
  }
}

interface Closable {
  close(): Promise<void>;
}

/** Begins servers that are closed after each test, whatever came of it: an open one would keep the process alive. */
export function closedAfterEach() {
  const running: Closable[] = [];
  afterEach(() => Promise.all(running.splice(0).map(server => server.close())));
  return async <Server extends Closable>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    running.push(server);
    return server;
  };
}
