import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import { findTerminal, type Terminal } from '../ask/terminal.ts';
import { converseInTerminal } from '../ask/typed-conversation.ts';
import { openLineHistory } from '../state/line-history.ts';
import type { StopSignal } from '../stop-signal.ts';
import type { ChosenModel } from './commands.ts';
import type { Say } from './create-say.ts';
import type { KeptConversation } from './kept-conversation.ts';
import { readMessage } from './read-message.ts';

export interface PromptPorts {
  readonly say: Say;
  readonly kept: KeptConversation;
  readonly model: ChosenModel;
  readonly host: Pick<Host, 'secrets'>;
  readonly stop: StopSignal;
}

/** Ends with Ctrl+D, or with a second Ctrl+C after which you have typed nothing. */
export async function converseAtPrompt({ say, kept, model, host, stop }: PromptPorts): Promise<Outcome> {
  const history = await openLineHistory(text => host.secrets.hide(text));
  // Without a terminal to ask on, you can still type.
  const terminal: Terminal = findTerminal() ?? { input: process.stdin, output: process.stdout };
  const tell = (line: string) => void terminal.output.write(`i ${line}\n`);
  tell(`Model: ${modelReference(model.now)}. /help lists commands, Ctrl+D ends.`);
  if (kept.conversation.canisters.length > 0) tell(kept.titleText());
  let wasInterrupted = false;
  while (!stop.signal.aborted) {
    terminal.output.write('\n');
    const typed = await readMessage(terminal, { history, signal: stop.signal });
    if (typed.kind === 'end') break;
    if (typed.kind === 'interrupt') {
      if (wasInterrupted && !typed.hadText) stop.interrupt();
      else if (!typed.hadText) tell(againToEnd);
      wasInterrupted = !typed.hadText;
      continue;
    }
    using turn = stop.beginTurn();
    const { signal } = turn;
    // The terminal has just written ^C.
    const stopListening = onceAborted(signal, () => terminal.output.write('\n'));
    await converseInTerminal(typed.text, {
      say: (message, steering) => say(message, steering, signal),
      signal,
      terminal,
      onTyped: line => void history.add([line]),
    });
    stopListening();
    wasInterrupted = signal.aborted;
    if (wasInterrupted && !stop.signal.aborted) tell(againToEnd);
  }
  if (kept.conversation.canisters.length > 0) tell(`To go on: converse --resume ${kept.conversation.id}`);
  return stop.signal.aborted ? 'stopped' : 'final';
}

const againToEnd = 'To end, press Ctrl+C again.';
