import type Anthropic from '@anthropic-ai/sdk';
import type { InGroups } from '../../converser/ground/async/flow.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import { firstMarked } from '../../dialects/anthropic-messages/cache-markers.ts';
import { nativizeRequest } from '../../dialects/anthropic-messages/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/anthropic-messages/normalize-reply.ts';
import { fitImages } from '../../dialects/fit-images.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { Connection, HidingConnection } from '../wire/connection.ts';
import { exchangeOf } from '../wire/connection-exchange.ts';
import type { Answer, Exchange } from '../wire/exchange.ts';
import { explainerFor, orExplained } from '../wire/explainer.ts';
import { postJson } from '../wire/post-json.ts';
import { readEvents, type ServerEvent } from '../wire/read-events.ts';
import { requestJson } from '../wire/request-json.ts';
import { streamedReply } from '../wire/streamed-reply.ts';
import type { AskOptions, ToolRefusals } from '../wire/tool-refusals.ts';
import type { WantedOptions } from '../wire/wanted-options.ts';
import type { Clients } from './client.ts';
import { asSdkError, readEvent } from './read-event.ts';
import type { RefusedThinking } from './refused-thinking.ts';
import { createServerWants, type ServerWants } from './server-wants.ts';

type Nativize = (request: ModelRequest) => ReturnType<typeof nativizeRequest>;

interface ModelPorts {
  readonly connection: HidingConnection;
  readonly clients: Clients;
  readonly refusals: ToolRefusals;
  readonly thinking: RefusedThinking;
  readonly wanted: WantedOptions;
}

export function createAnthropicModel(
  listed: ListedModel,
  { connection, clients, refusals, thinking, wanted }: ModelPorts,
): Model {
  const { id: model, label = model, facts = {} } = listed;
  const told = capabilitiesOf(facts);
  // A server of another maker may read neither.
  const capabilities = told.images ? { ...told, pdfs: true as const } : told;
  const exchange = exchangeOf(connection);
  const tellLeftOut = createImageNotices(label);
  const wants = createServerWants(connection, model);
  const nativize = nativizeFor(connection, listed, wants);
  const { id: provider } = connection;
  const explain = explainerFor({ connection, label, retries500: true }, { provider, capabilities });

  function reply(request: ModelRequest, signal: AbortSignal): InGroups<ModelEvent> {
    const { fragments, tools } = request;
    const { push, end, usage } = createReplyNormalizer({ label, provider: connection.id, fragments, tools });
    const notices: ModelEvent[] = [];
    const notice: AskOptions['notice'] = (message, leftOut) =>
      notices.push({ type: 'notice', message, ...(leftOut && { leftOut }) });
    if (capabilities.images) tellLeftOut(request, notice);
    let headers: (() => Headers) | undefined;
    const reader = {
      async open() {
        const asking = { model, label, notice };
        const { body, headers: theirs } = await refusals.ask(request, asking, asked =>
          wanted.ask(asked, asking, each =>
            open(clients, { request: each, nativize, thinking, wants, signal, exchange }),
          ),
        );
        headers = theirs;
        return readEvents(body, { label });
      },
      opening: () => notices,
      read: (arrived: ServerEvent) => pushAll(readEvent(arrived), push),
      end,
      known: usage,
      explain: async (cause: unknown) =>
        explain(await asSdkError(cause, headers?.()), { request, hasBegun: headers !== undefined }),
      hideIn: connection.secrets.hideIn,
    };
    return streamedReply(reader, signal);
  }

  return {
    provider: connection.id,
    id: model,
    label,
    capabilities,
    dialect: 'anthropic-messages',
    reply,
    async countTokens(request, signal) {
      const accepted = wanted.without(thinking.without(refusals.without(request, model)), model);
      const work = async () => count(clients, nativize(accepted), signal);
      return orExplained(work, signal, cause => explain(cause, { request, hasBegun: false }));
    },
  };
}

function pushAll<T>(events: readonly T[], push: (event: T) => readonly ModelEvent[]): readonly ModelEvent[] {
  const [only] = events;
  return only !== undefined && events.length === 1 ? push(only) : events.flatMap(push);
}

function nativizeFor(
  { id: provider }: Connection,
  { id: model, facts = {} }: ListedModel,
  { wanted }: ServerWants,
): Nativize {
  const { images, parallel = true } = capabilitiesOf(facts);
  // The API requires a limit. Few models have a lower one, and more is seldom needed.
  const maxTokens = facts.outputTokens ?? 8_192;
  return request => nativizeRequest(request, { model, maxTokens, images, parallel, provider, ...wanted() });
}

/** `client.messages.create` would also print warnings about some models to the console. */
async function open(
  clients: Clients,
  { request, nativize, thinking, wants, signal, exchange }: OpenOptions,
): Promise<Answer> {
  const headers = betaHeader(request);
  for (let attempt = 0; ; attempt++) {
    const body = nativize(thinking.without(request));
    const { messages } = body;
    try {
      const json = requestJson(body, { list: 'messages', to: firstMarked(messages) });
      const { origin, silence } = request;
      return await postJson(clients, '/v1/messages', { json, headers, signal, exchange, origin, silence });
    } catch (cause) {
      if (wants.learn(cause, body)) continue;
      if (!thinking.learn(cause, { messages, attempt })) throw cause;
    }
  }
}

interface OpenOptions {
  readonly request: ModelRequest;
  readonly nativize: Nativize;
  readonly thinking: RefusedThinking;
  readonly wants: ServerWants;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
}

/** The API rejects some options unless the client turns on what they need. */
function betaHeader({ options, dialect }: ModelRequest): Readonly<Record<string, string>> {
  const betas = dialect === 'anthropic-messages' ? options?.betas : undefined;
  return Array.isArray(betas) && betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
}

async function count(
  clients: Clients,
  params: Anthropic.MessageCreateParamsStreaming,
  signal: AbortSignal,
): Promise<number> {
  const { model, messages, system, tools, tool_choice, thinking } = params;
  const client = await clients();
  const { input_tokens: tokens } = await client.messages.countTokens(
    {
      model,
      messages,
      ...defined({
        system,
        tools: tools as Anthropic.MessageCountTokensTool[] | undefined,
        tool_choice,
        thinking,
      }),
    },
    { signal },
  );
  return tokens;
}

function createImageNotices(label: string) {
  const told = new WeakMap<Canister, number>();
  return ({ canisters }: ModelRequest, notice: (message: string) => void): void => {
    const { leftOut } = fitImages(canisters);
    const first = canisters.find(({ role }) => role !== 'supervisor');
    if (first === undefined || leftOut <= (told.get(first) ?? 0)) return;
    told.set(first, leftOut);
    notice(
      `${label} doesn’t see ${countText(leftOut, 'large image')}: no side may have more than 8,000 pixels, and 2,000 where there are more than 20 images. Attach smaller images, or start a new conversation.`,
    );
  };
}
