import { errorData, fault } from '../../converser/ground/errors.ts';
import { modelInMode } from '../../converser/turn/in-mode.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import type { Mode } from '../../converser/words/conversation/mode.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { lastUndoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { Converser } from '../../house/create-converser.ts';
import { changeAhead } from '../../store/stored-conversation.ts';
import { brief, inOneLine } from '../render/printable.ts';
import type { Renderer } from '../render/render-events.ts';
import { renderOutcome } from '../render/render-undo.ts';
import { undoChosen } from '../run-undo.ts';
import type { KeptConversation } from './kept-conversation.ts';
import { modeInTerminal } from './mode-in-terminal.ts';

export interface CommandPorts {
  readonly converser: Converser;
  readonly kept: KeptConversation;
  readonly chosen: { model: Model; mode: Mode | undefined };
  readonly render: Renderer;
  /** Shows what you asked for. */
  readonly show: (text: string) => unknown;
  readonly tell: (line: string) => unknown;
  readonly complain: (line: string) => unknown;
  readonly signal: AbortSignal;
}

/** Resolves to nothing for a message that is no command. Never rejects. */
export async function runCommand(message: string, ports: CommandPorts): Promise<Outcome | undefined> {
  const [, name = '', given = ''] = /^\/(\w+)(?:\s+(\S+))?\s*$/.exec(message) ?? [];
  if (!Object.hasOwn(commands, name)) return undefined;
  try {
    await commands[name]?.(ports, given);
    return ports.signal.aborted ? 'stopped' : 'final';
  } catch (cause) {
    ports.complain(errorData(cause).message);
    return 'failed';
  }
}

type Command = (ports: CommandPorts, given: string) => unknown;

const commands: Readonly<Record<string, Command>> = {
  help: ({ show }) => show(help),
  stop: ({ tell }) => tell('Nothing is running.'),
  async tools({ converser: { roster }, show, signal }, word) {
    await roster.connect(signal);
    show(rowsWith(word, [...roster.invokers().map(each => [fullName(each), each.description] as const)]));
  },
  async models({ converser: { models }, show, signal }, word) {
    const found = await models.models(signal);
    show(rowsWith(word, [...found.map(each => [modelReference(each), each.label] as const)]));
  },
  async model({ converser: { models }, chosen, tell, signal }, name) {
    const { provider } = chosen.model;
    const found = (await models.find(name, signal)) ?? (await models.listed(`${provider}/${name}`, signal));
    if (found === undefined) throw fault('bad-arguments', `Model ${name} not found. See /models.`);
    chosen.model = found;
    tell(`Model: ${modelReference(found)}.`);
  },
  async mode({ converser, chosen, tell, signal }, name) {
    const mode = modeInTerminal(name, (await converser.modes()).all);
    chosen.model = await modelInMode(mode, chosen.model, { models: converser.models, signal });
    chosen.mode = mode;
    tell(`Mode: ${mode.title}. ${mode.description}`);
  },
  async clear({ kept, tell }) {
    tell(`New conversation. To go back: converse --resume ${kept.conversation.id}`);
    await kept.begin();
  },
  undo,
  compact,
};

const help = `/tools [WORD]    list the tools, or those with this word
/models [WORD]   list the models, or those with this word
/model NAME      let this model answer from now on
/mode NAME       work in this mode from now on: agent, edits, plan, ask, or one of your own
/clear           begin a new conversation
/undo            take back what the last turn changed
/compact         leave out what is old
@PATH            attach a file, folder, image or PDF
@SERVER:URI      attach a resource of an MCP server
/SERVER:PROMPT   send a prompt of an MCP server, with NAME=VALUE
\\                at the end of a line: the message goes on
Ctrl+C           stop the turn; once more: end
Ctrl+D           end
`;

function rowsWith(word: string, rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max((process.stdout.columns || 120) - 20, 60);
  const found = rows.filter(row => row.join(' ').toLowerCase().includes(word.toLowerCase()));
  const line = (row: readonly string[]) => brief(row.map(inOneLine).join('  '), width);
  return found.length === 0 ? 'None found.\n' : found.map(row => `${line(row)}\n`).join('');
}

/** Only turns of this conversation: others in the same folder have an undo of their own. */
async function undo({ converser, kept, show, signal }: CommandPorts): Promise<void> {
  const { turns } = converser.undo;
  const { id } = kept.conversation;
  const last = lastUndoable(
    (await turns.records()).filter(({ record }) => record.header.conversationId === id),
  );
  if (last === undefined) throw fault('bad-arguments', 'There is nothing to undo in this conversation.');
  show(renderOutcome(await undoChosen({ record: last.record }, { turns, signal }), false));
  await kept.setUndone(last, turns);
}

async function compact({ converser, kept, chosen, render, signal }: CommandPorts): Promise<void> {
  const events = converser.compact(kept.conversation, { model: chosen.model, signal });
  const keep = kept.keeping();
  let next = await events.next();
  for (; !next.done; next = await events.next())
    for (const event of next.value) {
      await keep(event);
      await render(event);
    }
  const { compaction, spending } = next.value;
  await keep(changeAhead);
  if (spending.requests > 0) await keep({ type: 'turn-end', outcome: 'final', canisters: [], spending });
  if (compaction === undefined) throw fault('bad-arguments', 'Nothing is old enough to leave out.');
}
