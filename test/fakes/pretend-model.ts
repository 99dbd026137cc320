import type { ServerResponse } from 'node:http';
import type { ContractStyle } from '../../src/dialects/contract/forms/contract-form.ts';
import { caseIn, replyToCase, styleOf } from './known-cases.ts';
import {
  type Answer,
  answerJson,
  chunk,
  type Received,
  sendApart,
  sendEvent,
  startEvents,
} from './openai-server.ts';

export interface Abilities {
  /** Calls by the server's own means; `chokes`: results are refused. */
  readonly calls?: 'good' | 'chokes' | 'wrong-arguments' | 'none';
  readonly parallel?: boolean;
  /** Calls as text, as the contract has it. */
  readonly contract?: boolean;
  /** The one style of calls in which it knows what to do in the trials of contracts. */
  readonly learnt?: ContractStyle;
  /** Whether the server heeds `response_format`. */
  readonly schema?: boolean;
  /** The colour it sees in every picture; absent when it sees none. */
  readonly sees?: ((picture: Uint8Array) => string) | undefined;
  /** Characters of a prompt that its server lets through, from the end. */
  readonly window?: number;
  readonly inOnePiece?: boolean;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A model that does as it is told, as far as it can, over the vendor's protocol. */
export function pretendModel(abilities: Abilities): Answer {
  return atChat(async (response, received) => {
    const { messages, tools } = received.body as {
      readonly messages: readonly Message[];
      readonly tools?: readonly object[];
    };
    const text = messages
      .map(textOf)
      .join('\n')
      .slice(-(abilities.window ?? 1e9));
    const known = caseIn(messages.filter(({ role }) => role === 'user').map(textOf));
    if (known !== undefined && abilities.learnt !== undefined) {
      const style = styleOf(text) === abilities.learnt ? abilities.learnt : undefined;
      const isHeld = abilities.schema === true && received.body.response_format !== undefined;
      // What a contract costs is part of the trials.
      const prompt = Math.ceil(text.length / 4);
      await say(response, replyToCase(known, { style, isHeld }), { ...abilities, prompt });
    } else if (tools !== undefined && abilities.calls !== undefined && abilities.calls !== 'none')
      await answerNatively(response, { messages, text, abilities });
    else await say(response, reply(text, { messages, received, abilities }), abilities);
  });
}

/** Answers what a model is asked; whoever asks for what only some servers tell of themselves finds nothing. */
export function atChat(answer: Answer): Answer {
  return (response, received) =>
    received.url.endsWith('/chat/completions')
      ? answer(response, received)
      : answerJson({ error: { message: 'Not found' } }, 404)(response);
}

interface Asked {
  readonly messages: readonly Message[];
  readonly text: string;
  readonly abilities: Abilities;
}

async function answerNatively(response: ServerResponse, { messages, text, abilities }: Asked): Promise<void> {
  if (messages.some(({ role }) => role === 'tool')) {
    if (abilities.calls === 'chokes')
      answerJson({ error: { message: 'Unexpected role tool.' } }, 400)(response);
    else await say(response, `The value is ${valueIn(text)}.`, abilities);
    return;
  }
  const keys = keysIn(text).slice(0, abilities.parallel ? 2 : 1);
  const calls = keys.map((key, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: {
      name: 'check__look_up',
      arguments: JSON.stringify({ key: abilities.calls === 'wrong-arguments' ? 'something' : key }),
    },
  }));
  startEvents(response);
  sendEvent(response, chunk({ tool_calls: calls }));
  finish(response, 'tool_calls');
}

function reply(
  text: string,
  { messages, received, abilities }: Omit<Asked, 'text'> & { readonly received: Received },
): string {
  const schema = JSON.stringify(received.body.response_format ?? null);
  const held = /"enum":\["([A-Z]{6})"\]/.exec(schema)?.[1];
  if (held !== undefined)
    return abilities.schema ? JSON.stringify({ greeting: held }) : '{"greeting": "Hi!"}';
  const picture = /data:image\/png;base64,([^"]+)/.exec(JSON.stringify(messages))?.[1];
  if (picture !== undefined) return abilities.sees?.(Buffer.from(picture, 'base64')) ?? 'none';
  if (text.includes('check__look_up')) return throughContract(text, abilities);
  if (text.includes('English words')) return 'one, two, three, four';
  if (text.includes('Which word')) return /Remember the word (\w+)/.exec(text)?.[1] ?? 'I do not know.';
  return 'I cannot do that.';
}

function throughContract(text: string, { contract }: Abilities): string {
  if (!contract) return 'I would have to look that up.';
  if (/The value is [A-Z]{6}/.test(text)) return `It is ${valueIn(text)}.`;
  return JSON.stringify({ tool_calls: [{ name: 'check__look_up', arguments: { key: keysIn(text)[0] } }] });
}

interface Saying extends Pick<Abilities, 'inOnePiece'> {
  /** Tokens. */
  readonly prompt?: number;
}

async function say(response: ServerResponse, words: string, { inOnePiece, prompt }: Saying): Promise<void> {
  startEvents(response);
  const pieces = inOnePiece ? [words] : words.split(/(?<= )/);
  for (const content of pieces) await sendApart(response, chunk({ content }));
  finish(response, 'stop', prompt);
}

function finish(response: ServerResponse, reason: string, prompt = 100): void {
  sendEvent(response, chunk({}, reason));
  const usage = { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 };
  sendEvent(response, { ...chunk({}), choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** The words that nobody can guess, in the order in which they came. */
function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/\bkeys? ([A-Z]{6})(?: and ([A-Z]{6}))?/g)].flatMap(([, ...keys]) =>
    keys.filter(key => key !== undefined),
  );
}

function valueIn(text: string): string {
  return /The value is ([A-Z]{6})/.exec(text)?.[1] ?? 'unknown';
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map(part => (typeof part.text === 'string' ? part.text : '')).join('\n');
}
