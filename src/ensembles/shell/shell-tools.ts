import { errors } from '../../converser/ground/errors.ts';
import { text as textPart } from '../../converser/words/canister/content.ts';
import { type Context, reply } from '../../converser/words/ensemble/invoker.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { bringChanges } from './bring-changes.ts';
import { commandText } from './command/command-text.ts';
import { labelOfOutput } from './command-label.ts';
import { endText, resultOf } from './command-result.ts';
import { eventOrTime } from './during-call.ts';
import type { OutputPart } from './run/output.ts';
import { ownCommands, runCommand } from './run-command.ts';
import type { Shell, StartedCommand } from './shell.ts';

export function shellTools(shell: Shell): readonly Tool[] {
  const own = (id: string, context: Context) => ownCommand(shell, id, context);
  const others = [runCommand, listProcesses, readOutput, stopProcess].map(make => make(shell));
  return [...others, bringChanges(shell, own)];
}

const reads = { readOnly: true, destructive: false, idempotent: false, openWorld: false } as const;

const id = { type: 'string', description: 'The id that run_command gave.' } as const;

/** In bytes. */
const mostRead = 20_000;

/** In seconds. */
const longestWait = 30;

function listProcesses(shell: Shell): Tool {
  return defineTool({
    name: 'list_processes',
    description: 'Lists the background commands of this conversation.',
    annotations: reads,
    deduplication: 'none',
    arguments: { type: 'object', properties: {}, additionalProperties: false },
    invoke(_args, context) {
      const own = [...ownCommands(context)].flatMap(each => shell.find(each) ?? []);
      const lines = own.filter(({ isBackground }) => isBackground).map(line);
      return lines.length === 0 ? 'There are none.' : lines.join('\n');
    },
  });
}

function readOutput(shell: Shell): Tool {
  return defineTool({
    name: 'read_output',
    description: 'Reads what a command has written, from an offset in bytes.',
    annotations: reads,
    deduplication: 'none',
    arguments: {
      type: 'object',
      properties: {
        id,
        offset: { type: 'integer', minimum: 0, default: 0 },
        wait: { type: 'number', minimum: 0, maximum: longestWait, description: 'Seconds to wait for news.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    async invoke({ id, offset, wait = 0 }, context) {
      const started = ownCommand(shell, id, context);
      const { running } = started;
      const { output } = running;
      await running.flush();
      if (output.size <= offset && running.end === undefined && wait > 0) {
        const { clock } = shell;
        await eventOrTime(running.news(), { clock, time: wait * 1000, signal: context.signal });
        await running.flush();
      }
      const { text, next } = wholeLines(await output.read(offset, mostRead), output.size);
      const state = running.end === undefined ? 'Still running.' : endText(running.end);
      const rest =
        next < output.size ? ` Read on from offset ${next} of ${output.size}.` : ` Next offset: ${next}.`;
      const said = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${state}${rest}]`;
      const label = await labelOfOutput(started, text, shell.filesRead(started.cwd));
      return reply({ content: [textPart(said)], label });
    },
  });
}

function stopProcess(shell: Shell): Tool {
  return defineTool({
    name: 'stop_process',
    description: 'Stops a background command of this conversation, with all that it started.',
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    deduplication: 'none',
    recordsChanges: true,
    arguments: { type: 'object', properties: { id }, required: ['id'], additionalProperties: false },
    async invoke({ id }, context) {
      const started = ownCommand(shell, id, context);
      return resultOf(shell, started, await started.running.stop());
    },
  });
}

function wholeLines(part: OutputPart, size: number): OutputPart {
  const length = part.text.lastIndexOf('\n') + 1;
  if (part.next >= size || length === 0) return part;
  const rest = part.text.slice(length);
  return { text: part.text.slice(0, length), next: part.next - Buffer.byteLength(rest) };
}

/** Invariant: a conversation gets only at what it has started itself. */
function ownCommand(shell: Shell, id: string, context: Context): StartedCommand {
  const found = ownCommands(context).has(id) ? shell.find(id) : undefined;
  if (found !== undefined) return found;
  throw errors.badArguments(`No command of this conversation is called ${JSON.stringify(id.slice(0, 40))}.`);
}

function line({ id, command, running }: StartedCommand): string {
  const state = running.end === undefined ? 'running' : endText(running.end);
  return `${id}: ${commandText(command).slice(0, 200)} (${state}; ${running.output.size} bytes of output)`;
}
