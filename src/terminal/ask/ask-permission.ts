import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { brief, continued, printable } from '../render/printable.ts';

/** Where you can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks about one call, to be answered by a letter. Repeats the question a few times; an end of input denies. */
export async function askPermission(
  question: PermissionQuestion,
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  const lines = createInterface({ input, terminal: false });
  const close = () => {
    output.write('\n');
    lines.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    output.write(`${wording(question)}${keysOf(question)}`);
    let attempts = 0;
    for await (const line of lines) {
      const answer = question.choices.find(choice => line.trim().toLowerCase() === keys[choice]);
      if (answer !== undefined) return signal.aborted ? 'deny' : answer;
      if (++attempts === mostAttempts) break;
      output.write(keysOf(question));
    }
    return 'deny';
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
  }
}

const mostAttempts = 3;

const keys: Readonly<Record<PermissionAnswer, string>> = {
  once: 'o',
  conversation: 'c',
  workspace: 'w',
  deny: 'd',
};

const labels: Readonly<Record<PermissionAnswer, string>> = {
  once: '[o]nce',
  conversation: 'this [c]onversation',
  workspace: 'this [w]orkspace',
  deny: '[d]eny',
};

/** MCP servers choose the names of their tools. */
const longestName = 200;

function wording({ invoker, invocation, reason }: PermissionQuestion): string {
  const name = styleText('bold', brief(fullName(invoker), longestName), { stream: process.stderr });
  return `\n? ${name} wants to run.\n  ${continued(reason)}\n${argumentLines(invocation.arguments)}\n`;
}

function keysOf({ choices }: PermissionQuestion): string {
  return `  Allow ${choices.map(choice => labels[choice]).join(', ')}? `;
}

const mostLines = 40;

/** The arguments. The middle of very long ones is replaced by its length. */
function argumentLines(args: unknown): string {
  const lines = printable(JSON.stringify(args, undefined, 2))
    .split('\n')
    .map(cutLine);
  const half = mostLines / 2;
  const shown =
    lines.length <= mostLines
      ? lines
      : [...lines.slice(0, half), `… ${lines.length - mostLines} lines …`, ...lines.slice(-half)];
  return shown.map(line => `  ${line}`).join('\n');
}

const longestLine = 1000;

function cutLine(line: string): string {
  if (line.length <= longestLine) return line;
  const half = longestLine / 2;
  return `${line.slice(0, half)} … ${line.length - longestLine} characters … ${line.slice(-half)}`;
}
