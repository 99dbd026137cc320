import type { OpenAI } from 'openai';
import { anthropicAt, openAiAt, type Place } from '../../support/vendor-clients.ts';

/** One message of a history, as every wire knows it. */
export interface Said {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Of the client's own. */
  readonly tool?: string;
}

export interface Heard {
  readonly text: string;
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly headers: Headers;
  /** What the last events of a stream say besides the vendor's own fields. */
  readonly own?: unknown;
}

/** The official client of a wire. */
export interface WireClient {
  ask(model: string, said: readonly Said[], options?: AskOptions): Promise<Heard>;
  /** `onText` hears each piece; what is returned has all of it. */
  stream(
    model: string,
    said: readonly Said[],
    options?: AskOptions & { readonly onText?: (text: string) => void },
  ): Promise<Heard>;
}

export type OpenWireClient = (at: Place, maxRetries?: number) => WireClient;

export const wireClients: Readonly<Record<string, OpenWireClient>> = {
  'openai (chat)': openChat,
  'openai (responses)': openResponses,
  '@anthropic-ai/sdk': openMessages,
};

function openChat(at: Place, maxRetries = 0): WireClient {
  const client = openAiAt(at, maxRetries);
  const bodyOf = (model: string, said: readonly Said[], tool?: string) => ({
    model,
    messages: said.map(each => ({ ...each })),
    ...(tool && { tools: [{ type: 'function' as const, function: { name: tool } }] }),
  });
  return {
    async ask(model, said, { tool, ...options } = {}) {
      const { data, response } = await client.chat.completions
        .create(bodyOf(model, said, tool), options)
        .withResponse();
      return {
        text: data.choices[0]?.message.content ?? '',
        ...tokensIn(data.usage),
        headers: response.headers,
      };
    },
    async stream(model, said, { tool, onText = () => {}, ...options } = {}) {
      const streaming = { stream: true, stream_options: { include_usage: true } } as const;
      const asked = { ...bodyOf(model, said, tool), ...streaming };
      const { data, response } = await client.chat.completions.create(asked, options).withResponse();
      let text = '';
      let usage: OpenAI.CompletionUsage | null | undefined;
      let own: unknown;
      for await (const chunk of data) {
        const piece = chunk.choices[0]?.delta.content ?? '';
        usage = chunk.usage ?? usage;
        own ??= ownIn(chunk);
        text += piece;
        if (piece !== '') onText(piece);
      }
      return { text, ...tokensIn(usage), headers: response.headers, own };
    },
  };
}

function tokensIn(usage: OpenAI.CompletionUsage | null | undefined) {
  return { input: usage?.prompt_tokens, output: usage?.completion_tokens };
}

function openResponses(at: Place, maxRetries = 0): WireClient {
  const client = openAiAt(at, maxRetries);
  const bodyOf = (model: string, said: readonly Said[], tool?: string) => ({
    model,
    store: false,
    input: said.map(each => ({ ...each })),
    ...(tool && { tools: [{ type: 'function' as const, name: tool, parameters: {}, strict: false }] }),
  });
  return {
    async ask(model, said, { tool, ...options } = {}) {
      const { data, response } = await client.responses
        .create(bodyOf(model, said, tool), options)
        .withResponse();
      const { output_text: text, usage } = data;
      return { text, input: usage?.input_tokens, output: usage?.output_tokens, headers: response.headers };
    },
    async stream(model, said, { tool, onText = () => {}, ...options } = {}) {
      const asked = { ...bodyOf(model, said, tool), stream: true } as const;
      const { data, response } = await client.responses.create(asked, options).withResponse();
      let text = '';
      let usage: OpenAI.Responses.ResponseUsage | undefined;
      let own: unknown;
      for await (const event of data) {
        own ??= ownIn(event);
        if (event.type === 'response.failed') throw new Error(event.response.error?.message);
        if (event.type === 'response.completed') usage = event.response.usage;
        if (event.type !== 'response.output_text.delta') continue;
        text += event.delta;
        onText(event.delta);
      }
      const { headers } = response;
      return { text, input: usage?.input_tokens, output: usage?.output_tokens, headers, own };
    },
  };
}

function openMessages(at: Place, maxRetries = 0): WireClient {
  const client = anthropicAt(at, maxRetries);
  const bodyOf = (model: string, said: readonly Said[], tool?: string) => ({
    model,
    max_tokens: 1000,
    system: said.flatMap(({ role, content }) =>
      role === 'system' ? [{ type: 'text' as const, text: content }] : [],
    ),
    messages: said.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
    ...(tool && { tools: [{ name: tool, input_schema: { type: 'object' as const } }] }),
  });
  return {
    async ask(model, said, { tool, ...options } = {}) {
      const { data, response } = await client.messages
        .create(bodyOf(model, said, tool), options)
        .withResponse();
      const text = data.content.map(block => (block.type === 'text' ? block.text : '')).join('');
      const { input_tokens: input, output_tokens: output } = data.usage;
      return { text, input, output, headers: response.headers };
    },
    async stream(model, said, { tool, onText = () => {}, ...options } = {}) {
      const stream = client.messages.stream(bodyOf(model, said, tool), options);
      stream.on('text', onText);
      const { data, response } = await stream.withResponse();
      let own: unknown;
      for await (const event of data) own ??= ownIn(event);
      const { content, usage } = await stream.finalMessage();
      const text = content.map(block => (block.type === 'text' ? block.text : '')).join('');
      const { headers } = response;
      return { text, input: usage.input_tokens, output: usage.output_tokens, headers, own };
    },
  };
}

function ownIn(event: object): unknown {
  return 'converser' in event ? event.converser : undefined;
}
