import { errorData } from '../../converser/ground/errors.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { lastUndoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { Converser } from '../../house/create-converser.ts';
import type { Renderer } from '../render/render-events.ts';
import { renderOutcome } from '../render/render-undo.ts';
import { undoChosen } from '../run-undo.ts';
import type { KeptConversation } from './kept-conversation.ts';
import { conversationLines, modelLines, toolLines } from './list-things.ts';

export interface CommandPorts {
  readonly converser: Converser;
  readonly kept: KeptConversation;
  readonly model: ChosenModel;
  readonly render: Renderer;
  /** Shows lines that you asked for. */
  readonly show: (lines: readonly string[]) => unknown;
  readonly tell: (line: string) => unknown;
  readonly complain: (line: string) => unknown;
}

export interface ChosenModel {
  now: Model;
  find(name: string, signal: AbortSignal): Promise<Model | undefined>;
}

/** Resolves to nothing for a message that is no command. Never rejects. */
export type RunCommand = (message: string, signal: AbortSignal) => Promise<Outcome | undefined>;

export function createCommands(ports: CommandPorts): RunCommand {
  const wrong = (message: string): Outcome => {
    ports.complain(message);
    return 'failed';
  };
  return async (message, signal) => {
    const [, name = '', given = ''] = /^\/([a-z][\w-]*)(?:\s+(.*))?$/s.exec(message.trim()) ?? [];
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    try {
      if (command === undefined) {
        if (name === '' || given !== '' || (await isForModel(name, ports, signal))) return undefined;
        return wrong(`There is no command /${name}. See /help.`);
      }
      if (command.takes === undefined && given !== '')
        return wrong(`/${name} takes nothing more. Write /${name}.`);
      const mistake = await command.run(given, ports, signal);
      if (signal.aborted) return 'stopped';
      return mistake === undefined ? 'final' : wrong(mistake);
    } catch (cause) {
      return signal.aborted ? 'stopped' : wrong(errorData(cause).message);
    }
  };
}

async function isForModel(name: string, { converser }: CommandPorts, signal: AbortSignal): Promise<boolean> {
  if (name === 'invoke') return true;
  const skills = await converser.instructions.skills.forMessage(`/${name}`, signal);
  return skills.some(skill => skill.name === name);
}

interface Command {
  readonly takes?: string;
  readonly does: string;
  /** Resolves to what is wrong. */
  readonly run: (
    given: string,
    ports: CommandPorts,
    signal: AbortSignal,
  ) => Promise<string | undefined> | string | undefined;
}

const commands: Readonly<Record<string, Command>> = {
  tools: {
    takes: '[WORD]',
    does: 'list the tools, or those with this word',
    async run(word, { converser, show }, signal) {
      await converser.roster.connect(signal);
      show(matching(toolLines(converser.roster), word));
      return undefined;
    },
  },
  models: {
    takes: '[WORD]',
    does: 'list the models, or those with this word',
    async run(word, { converser, model, show }, signal) {
      show(matching(modelLines(await converser.models.models(signal), model.now), word));
      return undefined;
    },
  },
  model: {
    takes: 'NAME',
    does: 'let this model answer from now on',
    async run(name, { model, tell }, signal) {
      const found = name === '' ? model.now : await model.find(name, signal);
      if (found === undefined) return `Model ${name} not found. See /models.`;
      model.now = found;
      tell(`Model: ${found.label} (${modelReference(found)})`);
      return undefined;
    },
  },
  clear: {
    does: 'begin a new conversation',
    run(_given, { kept, tell }) {
      const { id, canisters } = kept.conversation;
      kept.begin();
      tell(`New conversation.${canisters.length === 0 ? '' : ` To go back: /resume ${id}`}`);
      return undefined;
    },
  },
  resume: {
    takes: '[ID]',
    does: 'list the conversations of this folder, or go on with one',
    async run(id, { kept, show, tell }) {
      if (id === '') return void show(conversationLines(await kept.list()));
      const mistake = await kept.resume(id);
      if (mistake === undefined) tell(kept.titleText());
      return mistake;
    },
  },
  undo: { does: 'take back what the last turn changed', run: (_given, ports, signal) => undo(ports, signal) },
  compact: { does: 'leave out what is old', run: (_given, ports, signal) => compact(ports, signal) },
  help: { does: 'show this list', run: (_given, { show }) => void show(help()) },
};

function matching(lines: readonly string[], word: string): readonly string[] {
  const found = lines.filter(line => line.toLowerCase().includes(word.toLowerCase()));
  return found.length > 0 ? found : ['None found.'];
}

/** Only turns of this conversation: others in the same folder have an undo of their own. */
async function undo(
  { converser, kept, show }: CommandPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { turns } = converser.undo;
  const own = (await turns.records()).filter(
    ({ record }) => record.header.conversationId === kept.conversation.id,
  );
  const last = lastUndoable(own);
  if (last === undefined) return 'There is nothing to undo in this conversation.';
  const undone = await undoChosen({ record: last.record }, { turns, store: kept.store, signal });
  await kept.reload();
  show([renderOutcome(undone, false).trimEnd()]);
  return undone.isWhole ? undefined : 'Not all is back.';
}

async function compact(
  { converser, kept, model, render, tell }: CommandPorts,
  signal: AbortSignal,
): Promise<undefined> {
  const events = converser.compact(kept.conversation, { model: model.now, signal });
  const keep = kept.keeping();
  let next = await events.next();
  for (; !next.done; next = await events.next())
    for (const event of next.value) {
      await keep(event);
      await render(event);
    }
  const { compaction, spending } = next.value;
  if (spending.requests > 0) await kept.spend(spending);
  if (compaction === undefined) tell('Nothing is old enough to leave out.');
}

function help(): readonly string[] {
  const rows = Object.entries(commands).map(
    ([name, { takes = '', does }]) => [`/${name} ${takes}`, does] as const,
  );
  return [...rows, ...keys].map(([written, does]) => `${written.padEnd(20)}${does}`);
}

const keys = [
  ['@PATH', 'attach a file, folder, image or PDF'],
  ['@SERVER:URI', 'attach a resource of an MCP server'],
  ['/SERVER:PROMPT', 'send a prompt of an MCP server, with NAME=VALUE'],
  ['\\', 'at the end of a line: the message goes on'],
  ['/stop', 'while the model works: end the turn after this round'],
  ['Ctrl+C', 'stop the turn; once more: end'],
  ['Ctrl+D', 'end'],
] as const;
