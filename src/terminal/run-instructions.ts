import { countText } from '../converser/ground/wording/numbers.ts';
import type { InstructionList, ListedInstruction } from '../instructions/list-instructions.ts';
import type { RunOptions } from './command-line/command-line.ts';
import type { Terminal } from './open-terminal.ts';
import { inOneLine } from './render/printable.ts';

export async function runInstructions(
  { json }: Pick<RunOptions, 'json'>,
  { converser: { instructions } }: Pick<Terminal, 'converser'>,
  signal: AbortSignal,
): Promise<number> {
  const list = await instructions.list(signal);
  process.stdout.write(json ? `${JSON.stringify(asJson(list))}\n` : rendered(list));
  return 0;
}

function asJson({ all, remarks }: InstructionList): object {
  return { instructions: all.map(({ isOn: _, ...shown }) => shown), remarks };
}

function rendered({ all, remarks }: InstructionList): string {
  const lines = all.length === 0 ? ['No instructions and no skills found.'] : all.map(lineOf);
  return [...lines, ...remarks].map(line => `${inOneLine(line)}\n`).join('');
}

function lineOf({ kind, path, holdsFor, tokens }: ListedInstruction): string {
  const size = countText(tokens, 'token');
  return kind === 'skill' ? `${holdsFor} (${path}, ${size})` : `${path}: for ${holdsFor}, ${size}`;
}
