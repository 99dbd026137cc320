import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Steering } from '../../converser/turn/converse-options.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import { findTerminal, type Terminal } from '../ask/terminal.ts';
import { converseInTerminal } from '../ask/typed-conversation.ts';
import type { LineHistory } from '../state/line-history.ts';
import type { StopSignal } from '../stop-signal.ts';
import { interrupted, readMessage } from './read-message.ts';

export type Say = (message: string, steering: Steering, signal: AbortSignal) => Promise<Outcome>;

export interface PromptOptions {
  readonly history: LineHistory;
  readonly stop: StopSignal;
  readonly greeting: string;
}

/** Ends with Ctrl+D, or with a second Ctrl+C after which you have typed nothing. */
export async function converseAtPrompt(
  say: Say,
  { history, stop, greeting }: PromptOptions,
): Promise<Outcome> {
  // Without a terminal to ask on, you can still type.
  const terminal: Terminal = findTerminal() ?? { input: process.stdin, output: process.stdout };
  const { output } = terminal;
  output.write(greeting);
  for (let wasInterrupted = false; !stop.signal.aborted; ) {
    output.write(wasInterrupted ? 'i To end, press Ctrl+C again.\n\n' : '\n');
    const typed = await readMessage(terminal, history, stop.signal);
    if (typed === undefined) break;
    if (typed === interrupted) {
      if (wasInterrupted) stop.interrupt();
      wasInterrupted = true;
      continue;
    }
    const signal = stop.beginTurn();
    // The terminal has just written ^C.
    const stopListening = onceAborted(signal, () => output.write('\n'));
    await converseInTerminal(typed, {
      say: (message, steering) => say(message, steering, signal),
      signal,
      terminal,
    });
    stopListening();
    wasInterrupted = signal.aborted;
  }
  output.write('\n');
  return stop.signal.aborted ? 'stopped' : 'final';
}
