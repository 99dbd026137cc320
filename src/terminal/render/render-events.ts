import { styleText } from 'node:util';
import type { InvocationCanister, ResultCanister } from '../../converser/canister/canister.ts';
import { toJson } from '../../converser/canister/canister-json.ts';
import { textOf } from '../../converser/canister/content.ts';
import type { ConverseEvent } from '../../converser/conversation/converse-event.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { spendingText } from '../../converser/spending/spending-text.ts';
import { brief, continued, printable } from './printable.ts';

/** Shows the events of a turn one by one; resolves once there is room for the next. */
export type Renderer = (event: ConverseEvent) => Promise<void>;

export interface Output {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** One event a line, for programs. */
export function createJsonRenderer({ stdout }: Output): Renderer {
  return event => write(stdout, `${toJson(event)}\n`);
}

/** The answer on the standard output, and all that leads to it on the standard error. */
export function createTextRenderer({ stdout, stderr }: Output): Renderer {
  const calls = new Map<string, InvocationCanister>();
  const tell = (line: string) => write(stderr, `${line}\n`);
  const dim = (text: string) => styleText('dim', text, { stream: stderr });
  let isInLine = false;
  let hasSpoken = false;
  const say = async (text: string) => {
    isInLine = !text.endsWith('\n');
    await write(stdout, stdout.isTTY ? printable(text) : text);
  };

  return async event => {
    if (event.type === 'text-delta') {
      hasSpoken = true;
      return say(event.text);
    }
    if (isInLine) await say('\n');
    switch (event.type) {
      case 'round-start':
        hasSpoken = false;
        return;
      case 'notice':
        return tell(dim(`i ${continued(event.message)}`));
      case 'round-restart':
        // Whoever reads only the answer has to hear of it, too.
        if (hasSpoken) await say('\n[The answer broke off. It begins anew below.]\n\n');
        hasSpoken = false;
        return tell(dim(`i ${continued(event.message)}`));
      case 'invocation-start':
        calls.set(event.canister.id, event.canister);
        return tell(`${styleText('cyan', '▸', { stream: stderr })} ${callLine(event.canister)}`);
      case 'invocation-progress':
        return tell(dim(`  … ${brief(event.message)}`));
      case 'invocation-end':
        return tell(
          resultLine(event.canister, { of: calls.get(event.canister.invocationId), ...event, stderr }),
        );
      case 'turn-end':
        if (event.error !== undefined) {
          await tell(`${styleText('red', '✗', { stream: stderr })} ${continued(event.error.message)}`);
        }
        if (event.spending !== undefined) {
          const said = spendingText(event.spending);
          if (said !== '') await tell(dim(said));
        }
        return;
      case 'turn-start':
      case 'round-end':
      case 'reasoning-delta':
      case 'usage':
        return;
    }
  };
}

/** A model may call a tool by any name at all. */
const longestName = 200;

function callLine(call: InvocationCanister): string {
  return `${brief(fullName(call), longestName)} ${brief(call.malformedArguments ?? JSON.stringify(call.arguments), 200)}`;
}

interface Called {
  readonly of: InvocationCanister | undefined;
  readonly duration: number;
  readonly stderr: NodeJS.WriteStream;
}

function resultLine(result: ResultCanister, { of, duration, stderr }: Called): string {
  const name = of === undefined ? '' : brief(fullName(of), longestName);
  const time = styleText('dim', `${Math.round(duration)} ms`, { stream: stderr });
  if (result.failure !== undefined) {
    const sign = styleText('red', '✗', { stream: stderr });
    return `${sign} ${name} ${time} ${result.failure.kind}: ${brief(result.failure.message, 300)}`;
  }
  const repeats = result.repeats === undefined ? '' : 'as before: ';
  const sign = styleText('green', '✓', { stream: stderr });
  return `${sign} ${name} ${time} ${repeats}${brief(textOf(result.content))}`;
}

/** Waits while whoever reads is slower than the conversation. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (stream.destroyed || stream.write(text)) return Promise.resolve();
  return new Promise(resolve => {
    const go = () => {
      stream.off('drain', go).off('close', go).off('error', go);
      resolve();
    };
    stream.on('drain', go).on('close', go).on('error', go);
  });
}
