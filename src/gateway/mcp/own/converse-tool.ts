import type { Tool } from '@modelcontextprotocol/server';
import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { modelReference } from '../../../converser/words/models/model-reference.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { ClientConversations } from '../../conversations/client-conversations.ts';
import type { KeptConversation } from '../../conversations/kept-conversations.ts';
import type { NamedEnsembles } from '../../conversations/named-ensembles.ts';
import type { ModelFinder } from '../../models/find-model.ts';
import { whereListed } from '../../models/model-errors.ts';
import { type Answer, answerOf } from '../conversations/answer.ts';
import type { OwnResult, OwnTool } from './own-tool.ts';

export interface ConverseToolPorts {
  readonly models: Pick<ModelFinder, 'find'>;
  readonly check: (named: NamedEnsembles) => void;
  readonly conversations: ClientConversations;
}

export function converseTool({ models, check, conversations }: ConverseToolPorts): OwnTool {
  return {
    definition: {
      name: 'converse',
      title: 'Converse',
      description:
        'Asks a language model. It may use the tools of the ensembles that you name; the answer is its final one. ' +
        'The conversation is kept: go on with it by its id.',
      inputSchema: converseSchema,
      outputSchema: answerSchema,
      annotations: asking,
    },
    async run(args, watch) {
      const { prompt, conversation: id, ...given } = args as unknown as ConverseArguments;
      const former = id === undefined ? undefined : await found(id, conversations);
      const { model = 'default', tools = [] } = { ...former, ...given };
      const asked = await modelFor(model, models, watch.signal);
      check({ names: given.tools ?? [], place: 'tools' });
      const question = { content: [text(prompt)], model: asked, tools };
      const going = former === undefined ? question : { ...question, conversation: former };
      return told(await answerOf(conversations.ask(going, watch.signal), asked, watch), asked);
    },
  };
}

interface ConverseArguments {
  readonly prompt: string;
  readonly model?: string;
  readonly tools?: readonly string[];
  readonly conversation?: string;
}

/** The model may call tools that change something; each call is asked about by itself. */
const asking = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };

const converseSchema: Tool['inputSchema'] = {
  type: 'object',
  properties: {
    prompt: { type: 'string', minLength: 1, description: 'What the model is to read.' },
    model: {
      type: 'string',
      description:
        'An id from list_models. Default: that of the conversation, or else the one that the user chose.',
    },
    tools: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The ensembles whose tools the model may use, or ["*"] for all. Default: those of the conversation, or else none.',
    },
    conversation: { type: 'string', description: 'The id of a conversation of yours. Default: a new one.' },
  },
  required: ['prompt'],
  additionalProperties: false,
};

const answerSchema: Tool['inputSchema'] = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    conversation: { type: 'string', description: 'The id to go on with.' },
    model: { type: 'string' },
    calls: {
      type: 'array',
      description: 'The tools that the model called, in order.',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, failure: { type: 'string' } },
        required: ['name'],
      },
    },
    unsupported: {
      type: 'array',
      description: 'What the answer says was done, and no call has done.',
      items: { type: 'string' },
    },
  },
  required: ['answer', 'conversation', 'model', 'calls'],
};

async function modelFor(
  name: string,
  models: ConverseToolPorts['models'],
  signal: AbortSignal,
): Promise<Model> {
  try {
    return await models.find(name, signal);
  } catch (cause) {
    if (!(cause instanceof ConverserError && cause.code === 'model-not-found')) throw cause;
    throw errors.badArguments(cause.message.replace(whereListed, 'Call list_models to see all.'));
  }
}

async function found(
  id: string,
  conversations: Pick<ClientConversations, 'find'>,
): Promise<KeptConversation> {
  const conversation = await conversations.find(id);
  if (conversation !== undefined) return conversation;
  throw errors.badArguments(`Conversation ${id} not found. Call list_conversations to see which there are.`);
}

function told({ answer, conversation: id, calls }: Answer, asked: Model): OwnResult {
  const called = calls.map(({ name, failure }) => (failure === undefined ? name : `${name} (failed)`));
  const note = `[Conversation ${id}.${called.length === 0 ? '' : ` Called: ${called.join(', ')}.`}]`;
  const structured = { answer, conversation: id, model: modelReference(asked), calls };
  return { texts: [answer, note], structured: structured as unknown as JsonObject };
}
