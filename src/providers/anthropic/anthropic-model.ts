import type Anthropic from '@anthropic-ai/sdk';
import { aborted, orAborted } from '../../converser/async/abort.ts';
import { inGroups } from '../../converser/async/in-groups.ts';
import { errorData, errors } from '../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import { firstMarked } from '../../dialects/anthropic-messages/cache-markers.ts';
import { nativizeRequest } from '../../dialects/anthropic-messages/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/anthropic-messages/normalize-reply.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/listed-model.ts';
import type { Connection } from '../wire/connection.ts';
import { postJson } from '../wire/post-json.ts';
import { requestJson } from '../wire/request-json.ts';
import { connect } from './connect.ts';
import { modelFault } from './model-fault.ts';
import { readStream } from './read-stream.ts';

type Nativize = (request: ModelRequest) => ReturnType<typeof nativizeRequest>;

export function createAnthropicModel(connection: Connection, listed: ListedModel): Model {
  const { id: model, label = model, facts = {} } = listed;

  const nativize = nativizeFor(connection, listed);
  const faultOf = async (cause: unknown, signal: AbortSignal) =>
    signal.aborted ? errors.cancelled() : modelFault(cause, { connection, label });

  async function* reply(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ModelEvent[], void> {
    const normalizer = createReplyNormalizer({ label, provider: connection.id });
    try {
      const response = signal.aborted
        ? aborted
        : await orAborted(open(connection, { request, nativize, signal }), signal);
      if (response !== aborted)
        for await (const events of readStream(response, signal))
          yield events.flatMap(event => normalizer.push(event));
      // An aborted stream ends as if it were complete.
      if (signal.aborted) throw errors.cancelled();
      yield normalizer.end();
    } catch (cause) {
      yield [...normalizer.usage(), { type: 'failure', error: errorData(await faultOf(cause, signal)) }];
    }
  }

  return {
    provider: connection.id,
    id: model,
    label,
    capabilities: capabilitiesOf(facts),
    reply: (request, signal) => inGroups(reply(request, signal)),
    async countTokens(request, signal) {
      try {
        const counted = await orAborted(count(connection, nativize(request), signal), signal);
        if (counted === aborted) throw errors.cancelled();
        return counted;
      } catch (cause) {
        throw await faultOf(cause, signal);
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
  connection: Connection,
  {
    request,
    nativize,
    signal,
  }: { readonly request: ModelRequest; readonly nativize: Nativize; readonly signal: AbortSignal },
): Promise<Response> {
  const client = await connect(connection);
  const ask = (asked: ModelRequest) => {
    const body = nativize(asked);
    const json = requestJson(body, { list: 'messages', to: firstMarked(body.messages) });
    return postJson(client, '/v1/messages', { json, signal });
  };
  try {
    return await ask(request);
  } catch (cause) {
    // The same thinking would be refused in every later request, too.
    if (!refusesThinking(cause)) throw cause;
    return ask(withoutResidue(request));
  }
}

/** Whether the API refuses the replayed thinking as not its own. */
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
  connection: Connection,
  params: Anthropic.MessageCreateParamsStreaming,
  signal: AbortSignal,
): Promise<number> {
  const { model, messages, system, tools, tool_choice, thinking } = params;
  const client = await connect(connection);
  const { input_tokens: tokens } = await client.messages.countTokens(
    {
      model,
      messages,
      ...(system === undefined ? {} : { system }),
      // We send tools of our own only, which both requests know.
      ...(tools === undefined ? {} : { tools: tools as Anthropic.MessageCountTokensTool[] }),
      ...(tool_choice === undefined ? {} : { tool_choice }),
      ...(thinking === undefined ? {} : { thinking }),
    },
    { signal },
  );
  return tokens;
}
