import { text as readAll } from 'node:stream/consumers';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { errorData } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { modelInMode } from '../../converser/turn/in-mode.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import { type Mode, ordinaryModeName } from '../../converser/words/conversation/mode.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { changeAhead } from '../../store/stored-conversation.ts';
import { findTerminal } from '../ask/terminal.ts';
import { converseInTerminal } from '../ask/typed-conversation.ts';
import { createMessageAttacher } from '../attach/attach-to-message.ts';
import type { TerminalOptions } from '../command-line/command-line.ts';
import type { Terminal } from '../open-terminal.ts';
import { createJsonRenderer, createTextRenderer } from '../render/render-events.ts';
import { openLineHistory } from '../state/line-history.ts';
import type { StopSignal } from '../stop-signal.ts';
import { runCommand } from './commands.ts';
import { converseAtPrompt, type Say } from './converse-at-prompt.ts';
import { openConversation } from './kept-conversation.ts';
import { modeInTerminal } from './mode-in-terminal.ts';

type TurnOptions = Pick<
  TerminalOptions,
  'question' | 'attach' | 'model' | 'json' | 'auxdata' | 'mode' | 'wanted' | 'roots' | 'resume'
>;

export type TurnOutcome = Outcome | { readonly wrong: string };

export async function runTurn(
  options: TurnOptions,
  terminal: Terminal,
  stop: StopSignal,
): Promise<TurnOutcome> {
  const { signal } = stop;
  const { converser } = terminal;
  const { models, host } = converser;
  const chosen = await models.find(options.model, signal);
  if (chosen === undefined) {
    const known = (await models.models(signal)).map(modelReference);
    return { wrong: `Model ${options.model} not found. Available: ${known.join(', ')}.` };
  }
  const found = await modeOf(options, { chosen, converser, signal });
  if ('wrong' in found) return found;
  const isPiped = options.question === '-';
  const question = isPiped ? await orAborted(readAll(process.stdin), signal) : options.question;
  if (question === aborted) return 'stopped';
  const say = await openSay({ ...options, ...found, piped: isPiped ? question : undefined }, terminal);
  if (options.question === '') {
    const greeting = `i Model: ${modelReference(found.model)}. /help lists commands, Ctrl+D ends.\n`;
    return converseAtPrompt(say, { history: await openLineHistory(host.secrets.hide), stop, greeting });
  }
  return converseInTerminal(question, {
    say: (message, steering) => say(message, steering, signal),
    signal,
    // A program that reads JSON writes nothing for people to see, and its lines are its own.
    terminal: process.stdin.isTTY && !options.json ? findTerminal() : undefined,
  });
}

interface Saying extends Omit<TurnOptions, 'mode' | 'model' | 'question'>, FoundMode {
  /** Another program wrote this message: it names nothing for you, and is no command of yours. */
  readonly piped: string | undefined;
}

/** Runs a message that is a command, and otherwise shows and stores what comes of it. */
async function openSay(
  { attach = [], json, auxdata, wanted, mode, model, roots, resume, piped }: Saying,
  { converser, approver }: Pick<Terminal, 'converser' | 'approver'>,
): Promise<Say> {
  const kept = await openConversation(roots, converser.host);
  const chosen = { model, mode };
  const render = (json ? createJsonRenderer : createTextRenderer)(process);
  const tell = (line: string) => json || process.stderr.write(`i ${line}\n`);
  const complain = (line: string) => process.stderr.write(`converse: ${line}\n`);
  const show = (text: string) =>
    json ? render({ type: 'notice', message: text }) : process.stdout.write(text);
  if (resume !== undefined) tell(`Going on with “${await kept.resume(resume)}”.`);
  const shown = { render, show, tell, complain };
  const promptOf = createMessageAttacher({
    attach,
    isTyped: piped === undefined,
    model: () => chosen.model,
    ports: converser,
    ...shown,
  });
  return async (message, steering, signal) => {
    const done =
      message === piped
        ? undefined
        : await runCommand(message, { ...shown, converser, kept, chosen, signal });
    if (done !== undefined) return done;
    const prompt = await promptOf(message, signal);
    if (typeof prompt === 'string') return prompt;
    const keep = kept.keeping();
    const beforeChange = () => keep(changeAhead);
    const asked = defined({ ...chosen, signal, approver, steering, wanted, auxdata, beforeChange });
    let outcome: Outcome = 'failed';
    for await (const event of converser.converse(kept.conversation, prompt, asked)) {
      if (event.type === 'turn-end') outcome = event.outcome;
      await keep(event);
      await render(event);
    }
    return outcome;
  };
}

interface FoundMode {
  readonly mode: Mode | undefined;
  readonly model: Model;
}

interface ModeSearch {
  readonly converser: Pick<Terminal['converser'], 'models' | 'modes'>;
  readonly chosen: Model;
  readonly signal: AbortSignal;
}

async function modeOf(
  { mode: name = ordinaryModeName }: Pick<TurnOptions, 'mode'>,
  { converser, chosen, signal }: ModeSearch,
): Promise<FoundMode | { readonly wrong: string }> {
  try {
    const mode = name === ordinaryModeName ? undefined : modeInTerminal(name, (await converser.modes()).all);
    return { mode, model: await modelInMode(mode, chosen, { models: converser.models, signal }) };
  } catch (cause) {
    return { wrong: errorData(cause).message };
  }
}
