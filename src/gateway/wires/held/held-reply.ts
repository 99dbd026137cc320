import { groupsOf, type InGroups, inGroups } from '../../../converser/ground/async/flow.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import { errorData, errors } from '../../../converser/ground/errors.ts';
import type { JsonSchema } from '../../../converser/ground/json/json.ts';
import {
  ordinaryMarks,
  type SupervisorCanister,
  startOfSaid,
} from '../../../converser/words/canister/canister.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { callJudge } from './call-judge.ts';
import { repairedReply } from './repaired-reply.ts';
import { complaintAbout, schemaJudge } from './schema-judge.ts';

/** What the server doesn't enforce is asked for in words, checked, and asked for once more, or else fails. */
export function heldReply(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const reply = checkedReply(model, request, signal);
  return request.parallel === false && request.tools.length > 0 ? singleCall(reply) : reply;
}

function checkedReply(model: Model, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
  const { replySchema, tools, toolChoice } = request;
  if (toolChoice === 'required' && tools.length > 0)
    return repairedReply(model, { request: withoutSchema(request), judge: callJudge(request), signal });
  if (replySchema === undefined) return model.reply(request, signal);
  if (isEnforced(model, request)) return checkedAtEnd(model, { request, schema: replySchema, signal });
  return repairedReply(model, { request: inWords(model, request), judge: schemaJudge(replySchema), signal });
}

/** The vendor enforces what its own client asks for. */
function isEnforced({ capabilities, dialect }: Model, request: ModelRequest): boolean {
  if (dialect === 'anthropic-messages' && request.dialect === dialect) return true;
  return capabilities.replySchema === true && request.tools.length === 0;
}

function withoutSchema({
  replySchema: _schema,
  strictReply: _strict,
  ...request
}: ModelRequest): ModelRequest {
  return request;
}

/** OpenAI-like servers and Ollama also get the schema: if they know none, they refuse, and get none. */
function inWords({ dialect }: Model, request: ModelRequest): ModelRequest {
  const { tools, canisters, replySchema } = request;
  const isTold = dialect === 'ollama-chat' || dialect?.startsWith('openai') === true;
  const isSent = isTold && tools.length === 0;
  const at = startOfSaid(canisters);
  const when = tools.length > 0 ? 'When you call no tool, reply' : 'Reply';
  const words = `${when} with one JSON value that fits this JSON Schema, and with nothing else: no prose, no code block.`;
  const instruction: SupervisorCanister = {
    id: 'reply-schema',
    timestamp: canisters[0]?.timestamp ?? '1970-01-01T00:00:00.000Z',
    marks: ordinaryMarks,
    role: 'supervisor',
    content: [text(`${words}\n${JSON.stringify(replySchema)}`)],
  };
  const told = [...canisters.slice(0, at), instruction, ...canisters.slice(at)];
  return { ...(isSent ? request : withoutSchema(request)), canisters: told };
}

/** The client asks for one call: the model can make the others when it has the result. */
function singleCall(events: AsyncIterable<ModelEvent>): InGroups<ModelEvent> {
  let hasCalled = false;
  let first: number | undefined;
  return rewritten(events, {
    write(event): readonly ModelEvent[] {
      if (event.type === 'restart') [hasCalled, first] = [false, undefined];
      if (event.type === 'invocation-delta') {
        if (!hasCalled) first ??= event.call;
        return event.call === first ? [event] : [];
      }
      if (event.type !== 'invocation' || event.proposed) return [event];
      if (hasCalled || (first !== undefined && event.call !== first)) return [];
      hasCalled = true;
      return [event];
    },
  });
}

interface Asked {
  readonly request: ModelRequest;
  readonly schema: JsonSchema;
  readonly signal: AbortSignal;
}

function checkedAtEnd(model: Model, asked: Asked): InGroups<ModelEvent> {
  return inGroups(checked(model, asked));
}

async function* checked(
  model: Model,
  { request, schema, signal }: Asked,
): AsyncGenerator<readonly ModelEvent[], void> {
  let said = '';
  let hasCalled = false;
  for await (const group of groupsOf(model.reply(request, signal))) {
    let end: Extract<ModelEvent, { type: 'finish' }> | undefined;
    for (const event of group) {
      if (event.type === 'text-delta') said += event.text;
      if (event.type === 'invocation') hasCalled = true;
      if (event.type === 'restart') said = '';
      if (event.type === 'finish') end = event;
    }
    if (end?.reason !== 'stop' || hasCalled) yield group;
    else yield group.with(group.indexOf(end), (await misfit(model, said, schema)) ?? end);
  }
}

async function misfit({ label }: Model, said: string, schema: JsonSchema): Promise<ModelEvent | undefined> {
  const complaint = await complaintAbout(said, schema);
  if (complaint === undefined) return undefined;
  const reason = `its reply does not fit the schema: ${complaint}.`;
  return { type: 'failure', error: errorData(errors.modelFailed(label, reason)) };
}
