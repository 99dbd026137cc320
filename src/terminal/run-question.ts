import { text as readAll } from 'node:stream/consumers';
import { aborted, orAborted } from '../converser/ground/async/abort.ts';
import { errorData } from '../converser/ground/errors.ts';
import { modelInMode, modeNamed } from '../converser/turn/in-mode.ts';
import type { Outcome } from '../converser/words/conversation/converse-event.ts';
import { type Mode, ordinaryModeName } from '../converser/words/conversation/mode.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { Model } from '../converser/words/models/provider.ts';
import { findTerminal } from './ask/terminal.ts';
import { converseInTerminal } from './ask/typed-conversation.ts';
import type { TerminalOptions } from './command-line/command-line.ts';
import type { ChosenModel } from './conversation/commands.ts';
import { converseAtPrompt } from './conversation/converse-at-prompt.ts';
import { createSay } from './conversation/create-say.ts';
import { openConversation } from './conversation/kept-conversation.ts';
import type { Terminal } from './open-terminal.ts';
import type { StopSignal } from './stop-signal.ts';

type TurnOptions = Pick<
  TerminalOptions,
  'question' | 'attach' | 'model' | 'json' | 'auxdata' | 'mode' | 'wanted' | 'roots' | 'resumes'
>;

export type TurnOutcome = Outcome | { readonly wrong: string };

export async function runTurn(
  options: TurnOptions,
  { converser, approver, resolveFallbacks }: Terminal,
  stop: StopSignal,
): Promise<TurnOutcome> {
  const { signal } = stop;
  const { models, host } = converser;
  const chosen = await models.find(options.model, signal);
  if (chosen === undefined) {
    const known = (await models.models(signal)).map(modelReference);
    return { wrong: `Model ${options.model} not found. Available: ${known.join(', ')}.` };
  }
  const found = await modeOf(options, { chosen, converser, signal });
  if ('wrong' in found) return found;
  const { mode } = found;
  const isPiped = options.question === '-';
  const question = isPiped ? await orAborted(readAll(process.stdin), signal) : options.question;
  if (question === aborted) return 'stopped';
  if ((await orAborted(resolveFallbacks(signal), signal)) === aborted) return 'stopped';
  const kept = await openConversation(options.roots, host);
  const mistake = options.resumes && (await kept.resume(options.resumes.id));
  if (mistake !== undefined) return { wrong: mistake };
  const model = chosenModel(found.model, converser);
  const piped = isPiped ? question : undefined;
  const say = createSay({ ...options, mode, piped }, { converser, approver, kept, model });
  if (options.question === '') return converseAtPrompt({ say, kept, model, host, stop });
  return converseInTerminal(question, {
    say: (message, steering) => say(message, steering, signal),
    signal,
    // A program that reads JSON writes nothing for people to see, and its lines are its own.
    terminal: process.stdin.isTTY && !options.json ? findTerminal() : undefined,
  });
}

function chosenModel(now: Model, { models }: Pick<Terminal['converser'], 'models'>): ChosenModel {
  return {
    now,
    async find(name, signal) {
      const found = await models.find(name, signal);
      return found ?? models.listed(`${this.now.provider}/${name}`, signal);
    },
  };
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
