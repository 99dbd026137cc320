import type { Steering } from '../../converser/turn/converse-options.ts';
import { text } from '../../converser/words/canister/content.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import { askLines, isYes, whileUnasked } from './ask-lines.ts';
import { takeLines } from './line-input.ts';
import { findTerminal, type Terminal } from './terminal.ts';

export interface TypedConversation {
  readonly say: (message: string, steering: Steering) => Promise<Outcome>;
  readonly signal: AbortSignal;
  readonly terminal: Terminal | undefined;
}

/** What you type meanwhile reaches the model before its next round, or begins a turn of its own. */
export async function converseInTerminal(
  question: string,
  { say, signal, terminal }: TypedConversation,
): Promise<Outcome> {
  const typed = terminal === undefined ? nothingTyped : openLines(terminal);
  const steering: Steering = {
    take: () => takeForRound(typed.lines).map(line => ({ content: [text(line)] })),
    get endsTurn() {
      return typed.endsTurn;
    },
  };
  try {
    for (let next = question; ; ) {
      typed.beginTurn();
      const outcome = await say(next, steering);
      if (outcome === 'round-limit' && (await askContinue(signal))) {
        next = 'Continue.';
        continue;
      }
      const first = takeForRound(typed.lines).join('\n') || typed.lines.shift();
      if (first === undefined) return outcome;
      if (outcome !== 'final' || signal.aborted) {
        const left = [first, ...typed.lines].join('\n');
        terminal?.output.write(`i Not sent, because the turn has no answer: ${left}\n`);
        return outcome;
      }
      next = first;
    }
  } finally {
    typed.close();
  }
}

/** Typed by itself, it ends the turn after the round that runs; typed again, it doesn't. */
const stopWord = '/stop';

interface SteeringLines extends TypedLines {
  readonly endsTurn: boolean;
  beginTurn(): void;
}

function openLines(terminal: Terminal): SteeringLines {
  let hasTold = false;
  let endsTurn = false;
  const tell = (told: string) => terminal.output.write(`i ${told}\n`);
  const lines = readTypedLines(terminal, line => {
    if (line === stopWord) {
      endsTurn = !endsTurn;
      tell(endsTurn ? 'Stops after this round.' : 'Goes on after this round.');
      return false;
    }
    if (!isForRound(line)) tell('Comes after the answer.');
    else if (!hasTold) tell('Sent before the next round, or after the answer.');
    hasTold = true;
    return true;
  });
  return {
    ...lines,
    get endsTurn() {
      return endsTurn;
    },
    beginTurn() {
      endsTurn = false;
    },
  };
}

/** Commands wait for the end of the turn, and so does what names something that must be fetched. */
function isForRound(line: string): boolean {
  return !line.startsWith('/') && !/(^|\s)@\S/.test(line);
}

function takeForRound(lines: string[]): readonly string[] {
  const end = lines.findIndex(line => !isForRound(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

const nothingTyped: SteeringLines = {
  lines: [],
  close: () => {},
  endsTurn: false,
  beginTurn: () => {},
};

/** Without a terminal, a turn that has used all its rounds may not go on. */
export async function askContinue(
  signal: AbortSignal,
  openTerminal: () => Terminal | undefined = findTerminal,
): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === undefined) return false;
  return isYes(await askLines(terminal, signal, ask => ask('? Continue? [yes/no] ')));
}

interface TypedLines {
  readonly lines: string[];
  close(): void;
}

const mostLines = 20;

function readTypedLines(terminal: Terminal, keeps: (line: string) => boolean): TypedLines {
  const lines: string[] = [];
  const hear = (typed = '') => {
    const line = typed.trim();
    if (line !== '' && lines.length < mostLines && keeps(line)) lines.push(line);
  };
  const close = whileUnasked(terminal, left => {
    for (const line of left) hear(line);
    return takeLines(terminal.input, hear);
  });
  return { lines, close };
}
