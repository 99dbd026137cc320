import type Anthropic from '@anthropic-ai/sdk';
import { aborted, orAborted } from '../../converser/async/abort.ts';
import type { InGroups } from '../../converser/async/in-groups.ts';
import { errors } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import { firstMarked } from '../../dialects/anthropic-messages/cache-markers.ts';
import { nativizeRequest } from '../../dialects/anthropic-messages/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/anthropic-messages/normalize-reply.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { Connection } from '../wire/connection.ts';
import { explainError } from '../wire/explain-error.ts';
import { postJson } from '../wire/post-json.ts';
import { readEvents, type ServerEvent } from '../wire/read-events.ts';
import { requestJson } from '../wire/request-json.ts';
import { streamedReply } from '../wire/streamed-reply.ts';
import type { Clients } from './client.ts';
import { asSdkError, readEvent } from './read-event.ts';

type Nativize = (request: ModelRequest) => ReturnType<typeof nativizeRequest>;

interface ModelPorts {
  readonly connection: Connection;
  readonly clients: Clients;
}

export function createAnthropicModel(listed: ListedModel, { connection, clients }: ModelPorts): Model {
  const { id: model, label = model, facts = {} } = listed;

  const nativize = nativizeFor(connection, listed);
  const explain = (cause: unknown) => explainError(cause, { connection, label, retries500: true });

  function reply(request: ModelRequest, signal: AbortSignal): InGroups<ModelEvent> {
    const { fragments } = request;
    const { push, end, usage } = createReplyNormalizer({ label, provider: connection.id, fragments });
    let headers: Headers | undefined;
    const reader = {
      async open() {
        const { body, headers: theirs } = await open(clients, { request, nativize, signal });
        headers = theirs;
        return readEvents(body);
      },
      read(arrived: ServerEvent) {
        const event = readEvent(arrived);
        return event === undefined ? [] : push(event);
      },
      end,
      known: usage,
      explain: async (cause: unknown) => explain(await asSdkError(cause, headers)),
    };
    return streamedReply(reader, signal);
  }

  return {
    provider: connection.id,
    id: model,
    label,
    capabilities: capabilitiesOf(facts),
    dialect: 'anthropic-messages',
    reply,
    async countTokens(request, signal) {
      try {
        const counted = await orAborted(count(clients, nativize(request), signal), signal);
        if (counted === aborted) throw errors.cancelled();
        return counted;
      } catch (cause) {
        throw signal.aborted ? errors.cancelled() : await explain(cause);
      }
    },
  };
}

function nativizeFor({ id: provider }: Connection, { id: model, facts = {} }: ListedModel): Nativize {
  const { images, parallel = true } = capabilitiesOf(facts);
  // The API requires a limit. Few models have a lower one, and more is seldom needed.
  const maxTokens = facts.outputTokens ?? 8_192;
  return request => nativizeRequest(request, { model, maxTokens, images, parallel, provider });
}

/** Like `client.messages.create`, which would also print warnings about some models to the console. */
async function open(
  clients: Clients,
  {
    request,
    nativize,
    signal,
  }: { readonly request: ModelRequest; readonly nativize: Nativize; readonly signal: AbortSignal },
): Promise<Response> {
  const client = await clients();
  const ask = (asked: ModelRequest) => {
    const body = nativize(asked);
    const json = requestJson(body, { list: 'messages', to: firstMarked(body.messages) });
    return postJson(client, '/v1/messages', { json, headers: betaHeader(asked), signal });
  };
  try {
    return await ask(request);
  } catch (cause) {
    // The same thinking would be rejected in every later request, too.
    if (!refusesThinking(cause)) throw cause;
    return ask(withoutResidue(request));
  }
}

/** What a client of this API turned on, without which the API rejects the options that need it. */
function betaHeader({ options, dialect }: ModelRequest): Readonly<Record<string, string>> {
  const betas = dialect === 'anthropic-messages' ? options?.betas : undefined;
  return Array.isArray(betas) && betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
}

/** Whether the API rejects replayed thinking as not its own. */
function refusesThinking(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  return status === 400 && /\bsignature\b|thinking.*cannot be modified/is.test(String(message));
}

function withoutResidue({ canisters, ...more }: ModelRequest): ModelRequest {
  const plain = canisters.map(canister => ({
    ...canister,
    content: canister.content.filter(({ type }) => type !== 'opaque'),
  }));
  return { ...more, canisters: plain };
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
      // We send tools of our own only, which both requests know.
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
