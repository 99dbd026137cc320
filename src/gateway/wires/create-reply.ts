import { readAuxdata } from '../../converser/call/invocation/auxdata.ts';
import type { InGroups } from '../../converser/ground/async/flow.ts';
import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { errors } from '../../converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../../converser/words/models/provider.ts';
import { addUsage } from '../../converser/words/spending/spending.ts';
import type { ClientRequest } from '../../dialects/client-request.ts';
import type { AskedHeaders } from '../asked.ts';
import { checkEnsembles } from '../conversations/named-ensembles.ts';
import type { Client } from '../guard/client-keys.ts';
import type { ModelFinder } from '../models/find-model.ts';
import { firstAnswer } from '../models/first-answer.ts';
import { atStopWords } from './ask/at-stop-words.ts';
import { begunReply } from './ask/begun-reply.ts';
import { checkWindow } from './ask/check-window.ts';
import { withReason } from './ask/why-stopped.ts';
import { heldReply } from './held/held-reply.ts';
import { replyHeaders, turnHeaders } from './response-headers.ts';
import { type BegunTurn, beginTurn } from './turns/begin-turn.ts';
import { type WantedTools, wantedTools, wantsNoCall } from './turns/client-tool-choice.ts';
import type { WirePorts } from './wire-ports.ts';

export interface Reply {
  readonly begun: Promise<AsyncIterable<ModelEvent>>;
  headers(): Readonly<Record<string, string>>;
  unsupported(): readonly string[];
}

export interface AskedReply {
  readonly request: ClientRequest;
  readonly body: JsonValue | undefined;
  readonly headers: AskedHeaders;
  readonly client: Client;
}

export interface ReplyPorts extends Omit<WirePorts, 'finderFor'> {
  readonly models: ModelFinder;
}

export function createReply(asked: AskedReply, ports: ReplyPorts, signal: AbortSignal): Reply {
  const { request } = asked;
  const search = { models: ports.models, signal };
  const leftOut = new Set<string>();
  let answering: Model | undefined;
  let turn: BegunTurn | undefined;
  const begin = async () => {
    const wanted = await wantedTools(request.model, {
      ...search,
      headers: asked.headers,
      roster: ports.roster,
    });
    const ask =
      wanted === undefined
        ? askOnce(asked, ports, { signal, leftOut })
        : askInTurn(wanted, { asked, ports, signal });
    const { answer } = await firstAnswer(wanted?.model ?? request.model, search, async model => {
      answering = model;
      leftOut.clear();
      const asking = await ask(atStopWords(model));
      turn = asking.turn;
      return asking.events;
    });
    return answer;
  };
  return {
    begun: begin(),
    headers: () => ({
      ...(answering && replyHeaders(answering, request, leftOut)),
      ...(turn && turnHeaders(turn)),
    }),
    unsupported: () => turn?.unsupported() ?? [],
  };
}

type Ask = (model: Model) => Promise<{
  readonly events: AsyncIterable<ModelEvent>;
  readonly turn?: BegunTurn;
}>;

/** Takes the names of tools without which the model was asked. */
interface Hearing {
  readonly signal: AbortSignal;
  readonly leftOut: Set<string>;
}

function askOnce({ request, client }: AskedReply, { activity }: ReplyPorts, hearing: Hearing): Ask {
  const { model: _name, stream, clientTools: _tools, ignored: _ignored, ...asked } = request;
  const canisters = validHistory(asked.canisters);
  const sound: ModelRequest = { ...asked, canisters, ...(stream && { fragments: true }) };
  return async model => ({ events: await askModel(activity.watched(model, client.name), sound, hearing) });
}

interface TurnContext {
  readonly asked: AskedReply;
  readonly ports: ReplyPorts;
  readonly signal: AbortSignal;
}

/** Throws at once if the client may not use what it names. */
function askInTurn(wanted: WantedTools, { asked, ports, signal }: TurnContext): Ask {
  const { request, body, headers, client } = asked;
  const { conversations, host, roster } = ports;
  checkEnsembles(wanted, client, roster);
  const auxdata = auxdataIn(headers);
  const tools = wantsNoCall(body) ? [] : [...new Set(wanted.names)];
  const own = { conversations: conversations.of(client), threads: conversations.threadsOf(client), host };
  return async model => {
    const turn = await beginTurn({ request, tools, auxdata, model, signal }, own);
    return { events: turn.events, turn };
  };
}

/** In milliseconds, for asking a provider again. Programs try again themselves, and fallbacks should come soon. */
const patience = 2_000;

async function askModel(
  model: Model,
  request: ModelRequest,
  hearing: Hearing,
): Promise<InGroups<ModelEvent>> {
  await checkWindow(model, request, hearing.signal);
  const reply = heldReply(model, { ...request, patience }, hearing.signal);
  return begunReply(withoutRestarts(reply, hearing), model);
}

const auxdataHeader = 'x-converser-auxdata';

/** Tells something to the tools that run here, and not to the model. Throws `bad-arguments`. */
function auxdataIn(headers: AskedHeaders): JsonObject | undefined {
  const written = headers.get(auxdataHeader);
  if (written === undefined || written === '') return undefined;
  // Clients disagree about other encodings.
  const isPlain = /^[\x20-\x7e\t]*$/.test(written);
  const read = isPlain ? readAuxdata(written) : { wrong: 'must be ASCII; write other characters as \\uXXXX' };
  if ('wrong' in read) throw errors.badArguments(`${auxdataHeader}: The header ${read.wrong}.`);
  return read.auxdata;
}

/** A reply that begins anew after its first word fails: the client can't take it back. Usage before a restart counts. */
function withoutRestarts(
  events: AsyncIterable<ModelEvent>,
  { signal, leftOut }: Hearing,
): InGroups<ModelEvent> {
  let hasSpoken = false;
  let isOver = false;
  let before: Usage | undefined;
  let usage: Usage = {};
  return rewritten(events, {
    write(event): readonly ModelEvent[] {
      if (event.type === 'usage') {
        usage = { ...usage, ...event.usage };
        return [{ type: 'usage', usage: before === undefined ? usage : addUsage(before, usage) }];
      }
      if (event.type !== 'restart') {
        if (event.type === 'notice') for (const name of event.leftOut ?? []) leftOut.add(name);
        else hasSpoken = true;
        return [withReason(event, signal)];
      }
      if (hasSpoken) {
        isOver = true;
        const { error = { code: 'model-failed', message: event.message, retryable: true } } = event;
        return [{ type: 'failure', error }];
      }
      before = addUsage(before, usage);
      usage = {};
      return [];
    },
    isOver: () => isOver,
  });
}
