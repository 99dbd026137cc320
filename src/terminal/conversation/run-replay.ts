import { reasonOf } from '../../converser/ground/errors.ts';
import { type Comparison, compareTurns, figuresOf } from '../../converser/turn/replay/compare-turns.ts';
import type { PlayedTurn, RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import { replayTurn } from '../../converser/turn/replay/replay-turn.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import { readText } from '../../files/read-regular-file.ts';
import { readRecording } from '../../store/recording/read-recording.ts';
import { largestRecording } from '../../store/recording-file.ts';
import type { ReplayOptions } from '../command-line/command-line.ts';
import type { Terminal } from '../open-terminal.ts';
import { printable } from '../render/printable.ts';

/** Resolves to the exit code: 0 if each turn came to the same calls and to an answer. */
export async function runReplay(
  { file, against, json }: Pick<ReplayOptions, 'file' | 'against' | 'json'>,
  { converser }: Pick<Terminal, 'converser'>,
  signal: AbortSignal,
): Promise<number | { readonly wrong: string }> {
  const turns = await readTurns(file);
  if ('wrong' in turns) return turns;
  const model = await converser.models.find(against, signal);
  if (model === undefined) {
    const known = (await converser.models.models(signal)).map(modelReference);
    return { wrong: `Model ${against} not found. Available: ${known.join(', ')}.` };
  }
  let isSame = true;
  for (const [at, recorded] of turns.entries()) {
    const replayed = await replayTurn(recorded, { model, ports: converser.ports(), signal });
    if (signal.aborted) return 1;
    const compared = compareTurns(recorded, replayed);
    isSame &&= compared.isSame;
    const written = json
      ? JSON.stringify({ turn: at + 1, ...compared, recorded: told(recorded), replayed: told(replayed) })
      : `Turn ${at + 1} of ${turns.length}: ${printable(textFor(compared, recorded, replayed))}`;
    process.stdout.write(`${written}\n`);
  }
  return isSame ? 0 : 1;
}

async function readTurns(file: string): Promise<readonly RecordedTurn[] | { readonly wrong: string }> {
  try {
    return await readRecording(await readText(file, { most: largestRecording, followsLinks: true }));
  } catch (cause) {
    return { wrong: `Can’t read ${file}: ${reasonOf(cause)}` };
  }
}

function told({ model, outcome, problem, spending, milliseconds }: PlayedTurn) {
  return { model: modelReference(model), outcome, problem, spending, milliseconds };
}

function textFor({ conclusion, difference }: Comparison, recorded: PlayedTurn, replayed: PlayedTurn): string {
  const [before, after] = [figuresOf(recorded), figuresOf(replayed)];
  const rows = before.map(([name, text], at) => `  ${name}: ${text} → ${after[at]?.[1] ?? ''}`);
  const different =
    difference === undefined
      ? []
      : [`  First difference:`, `    - ${difference.recorded}`, `    + ${difference.replayed}`];
  return [conclusion, ...rows, ...different].join('\n');
}
