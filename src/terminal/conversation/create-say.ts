import { defined } from '../../converser/ground/json/defined.ts';
import type { Steering } from '../../converser/turn/converse-options.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import type { Mode } from '../../converser/words/conversation/mode.ts';
import { createMessageAttacher } from '../attach/attach-to-message.ts';
import type { TerminalOptions } from '../command-line/command-line.ts';
import type { Terminal } from '../open-terminal.ts';
import { createJsonRenderer, createTextRenderer } from '../render/render-events.ts';
import { type ChosenModel, createCommands } from './commands.ts';
import type { KeptConversation } from './kept-conversation.ts';

export type Say = (message: string, steering: Steering, signal: AbortSignal) => Promise<Outcome>;

export interface SayOptions extends Pick<TerminalOptions, 'attach' | 'json' | 'auxdata' | 'wanted'> {
  readonly mode: Mode | undefined;
  /** The message that another program wrote: it names nothing for you, and is no command of yours. */
  readonly piped: string | undefined;
}

export interface SayPorts extends Pick<Terminal, 'converser' | 'approver'> {
  readonly kept: KeptConversation;
  readonly model: ChosenModel;
}

/** Says one message, or runs it if it is a command, and shows and stores what comes of it. */
export function createSay(options: SayOptions, { converser, approver, kept, model }: SayPorts): Say {
  const { attach = [], json, auxdata, wanted, mode, piped } = options;
  const render = (json ? createJsonRenderer : createTextRenderer)(process);
  const tell = (line: string) => json || process.stderr.write(`i ${line}\n`);
  const complain = (line: string) => process.stderr.write(`converse: ${line}\n`);
  const show = (lines: readonly string[]) =>
    json
      ? render({ type: 'notice', message: lines.join('\n') })
      : process.stdout.write(lines.map(line => `${line}\n`).join(''));
  const runCommand = createCommands({ converser, kept, model, render, show, tell, complain });
  const promptOf = createMessageAttacher({
    attach,
    isTyped: piped === undefined,
    model: () => model.now,
    ports: converser,
    tell,
    complain,
  });
  return async (message, steering, signal) => {
    const outcome = message === piped ? undefined : await runCommand(message, signal);
    if (outcome !== undefined) return outcome;
    const prompt = await promptOf(message, signal);
    if (typeof prompt === 'string') return prompt;
    const keep = kept.keeping();
    const asked = defined({ model: model.now, signal, approver, steering, mode, wanted, auxdata });
    let end: Outcome = 'failed';
    for await (const event of converser.converse(kept.conversation, prompt, asked)) {
      if (event.type === 'turn-end') end = event.outcome;
      await keep(event);
      await render(event);
    }
    return end;
  };
}
