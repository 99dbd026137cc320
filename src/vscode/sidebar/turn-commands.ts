import { isJsonObject } from '../../converser/ground/json/json.ts';
import { type Effort, effortNames } from '../../converser/ground/wording/effort-names.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { effortsOf } from '../../dialects/options/efforts-of.ts';
import { titleOf } from '../../store/conversation-title.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { turnCommands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { pickModel } from '../models/pick-model.ts';
import type { VersionWalk } from '../undo/go-to-version.ts';
import { splitTurns } from './history/split-turns.ts';
import type { OpenPage } from './pages/conversation-pages.ts';

export interface TurnCommandPorts extends Pick<OpenPage, 'conversation' | 'sidebar'> {
  readonly walk: VersionWalk;
  readonly models: AvailableModels;
  readonly ask: Pick<AskUser, 'pick'>;
  readonly copy: (text: string) => Thenable<void>;
}

type Turn = ReturnType<typeof splitTurns>[number];

/** A menu passes what its page says of the turn; without that, you are asked. */
export function turnCommandsOn(ports: TurnCommandPorts): Commands {
  const { conversation, sidebar, walk, copy } = ports;
  const { shown, id } = conversation;
  const turns = splitTurns(shown.canisters);
  const on = (title: string, act: (turn: Turn, first: string) => unknown) => async (given: unknown) => {
    const turn =
      turns.find(([first]) => first?.id === turnMeant(given)) ?? (await pickTurn(turns, title, ports));
    const [first] = turn ?? [];
    if (turn !== undefined && first !== undefined) await act(turn, first.id);
  };
  return {
    [turnCommands.restore]: on('Restore to Earlier Turn', async turn => {
      const end = turn.at(-1)?.id;
      if (end === undefined || turn === turns.at(-1)) return inform('Nothing follows this turn.');
      return walk.goTo(id, end);
    }),
    async [turnCommands.bringBack](given) {
      const end = typeof given === 'string' ? given : shown.stored.ahead?.end;
      if (end === undefined) void inform('No later turns are set aside.');
      else await walk.goTo(id, end);
    },
    [turnCommands.remove]: on('Delete Turn', async turn => {
      const before = turns[turns.indexOf(turn) - 1]?.at(-1)?.id;
      if (before === undefined) return inform('This is the first turn. Delete the conversation instead.');
      return walk.goWithoutFiles(id, before);
    }),
    [turnCommands.retryWith]: on('Retry With', async (_, first) => {
      const chosen = await pickModelAndEffort(ports);
      if (chosen === undefined) return;
      if (chosen.effort !== undefined) conversation.chooseEffort(chosen.effort);
      await sidebar.retry(first, chosen.model);
    }),
    [turnCommands.retryBeside]: on('Retry Beside', (_, first) => sidebar.retryBeside(first)),
    [turnCommands.fork]: on('Fork from Here', (_, first) => conversation.fork(first)),
    [turnCommands.copy]: on('Copy Turn', turn => copy(markdownOf(turn))),
  };
}

function turnMeant(given: unknown): unknown {
  return isJsonObject(given) ? given.converserTurn : given;
}

function pickTurn(
  turns: readonly Turn[],
  title: string,
  { ask }: TurnCommandPorts,
): Promise<Turn | undefined> {
  return ask.pick({
    title,
    placeholder: 'Select a turn of this conversation',
    choices: turns.toReversed().map(turn => ({ label: withoutIcons(titleOf(turn)), value: turn })),
  });
}

interface ChosenModel {
  readonly model: Model;
  readonly effort?: Effort;
}

async function pickModelAndEffort(ports: TurnCommandPorts): Promise<ChosenModel | undefined> {
  const { ask } = ports;
  const model = await pickModel('Retry With', ports);
  const efforts = model === undefined ? [] : effortsOf(model);
  if (model === undefined || efforts.length === 0) return model && { model };
  return ask.pick<ChosenModel>({
    title: `Retry With ${model.label}`,
    placeholder: 'Select how hard it thinks, in this conversation',
    choices: [
      { label: 'As chosen now', value: { model } },
      ...efforts.map(effort => ({ label: effortNames[effort], value: { model, effort } })),
    ],
  });
}

function markdownOf(turn: Turn): string {
  const said = turn.flatMap(({ role, content }) => {
    const text = textOf(content).trim();
    if (text === '' || (role !== 'user' && role !== 'assistant')) return [];
    return [`## ${role === 'user' ? 'You' : 'Answer'}\n\n${text}`];
  });
  return `${said.join('\n\n')}\n`;
}
