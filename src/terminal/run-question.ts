import { text as readAll } from 'node:stream/consumers';
import { aborted, orAborted } from '../converser/ground/async/abort.ts';
import { errorData } from '../converser/ground/errors.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Steering } from '../converser/turn/converse-options.ts';
import { modelInMode, modeNamed } from '../converser/turn/in-mode.ts';
import { createConversation } from '../converser/words/conversation/conversation.ts';
import type { Outcome } from '../converser/words/conversation/converse-event.ts';
import { type Mode, ordinaryModeName } from '../converser/words/conversation/mode.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { Model } from '../converser/words/models/provider.ts';
import { findTerminal } from './ask/terminal.ts';
import { converseInTerminal } from './ask/typed-conversation.ts';
import { createMessageAttacher } from './attach/attach-to-message.ts';
import type { TerminalOptions } from './command-line/command-line.ts';
import type { Terminal } from './open-terminal.ts';
import { createJsonRenderer, createTextRenderer } from './render/render-events.ts';

type TurnOptions = Pick<
  TerminalOptions,
  'question' | 'attach' | 'model' | 'json' | 'auxdata' | 'mode' | 'wanted'
>;

export type TurnOutcome = Outcome | { readonly wrong: string };

export async function runTurn(
  options: TurnOptions,
  { converser, approver, resolveFallbacks }: Terminal,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { models, attachments } = converser;
  const chosen = await models.find(options.model, signal);
  if (chosen === undefined) {
    const known = (await models.models(signal)).map(modelReference);
    return { wrong: `Model ${options.model} not found. Available: ${known.join(', ')}.` };
  }
  const found = await modeOf(options, { chosen, converser, signal });
  if ('wrong' in found) return found;
  const { mode, model } = found;
  const question =
    options.question === '-' ? await orAborted(readAll(process.stdin), signal) : options.question;
  if (question === aborted) return 'stopped';
  const render = (options.json ? createJsonRenderer : createTextRenderer)(process);
  const conversation = createConversation(converser.host.ids.next('conversation'));
  const { auxdata, attach = [] } = options;
  if ((await orAborted(resolveFallbacks(signal), signal)) === aborted) return 'stopped';
  const promptOf = createMessageAttacher({
    attach,
    isTyped: options.question !== '-',
    model,
    ports: { attachments, roots: converser.roots },
    tell: line => options.json || process.stderr.write(`i ${line}\n`),
    complain: line => process.stderr.write(`converse: ${line}\n`),
  });
  const say = async (message: string, steering: Steering): Promise<Outcome> => {
    let outcome: Outcome = 'failed';
    const prompt = await promptOf(message, signal);
    if (typeof prompt === 'string') return prompt;
    const asked = defined({ model, signal, approver, steering, mode, wanted: options.wanted, auxdata });
    for await (const event of converser.converse(conversation, prompt, asked)) {
      if (event.type === 'turn-end') outcome = event.outcome;
      await render(event);
    }
    return outcome;
  };
  // A program that reads JSON writes nothing for people to see, and its lines are its own.
  const terminal = process.stdin.isTTY && !options.json ? findTerminal() : undefined;
  return converseInTerminal(question, { say, signal, terminal });
}

interface ModeSearch {
  readonly converser: Pick<Terminal['converser'], 'models' | 'modes'>;
  readonly chosen: Model;
  readonly signal: AbortSignal;
}

async function modeOf(
  { mode: name = ordinaryModeName }: Pick<TurnOptions, 'mode'>,
  { converser, chosen, signal }: ModeSearch,
): Promise<{ readonly mode: Mode | undefined; readonly model: Model } | { readonly wrong: string }> {
  try {
    const mode = name === ordinaryModeName ? undefined : modeNamed(name, (await converser.modes()).all);
    return { mode, model: await modelInMode(mode, chosen, { models: converser.models, signal }) };
  } catch (cause) {
    return { wrong: errorData(cause).message };
  }
}
