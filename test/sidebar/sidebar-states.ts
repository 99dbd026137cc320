import { errorData, errors } from '../../src/converser/ground/errors.ts';
import { mentionsIn } from '../../src/converser/turn/attachments/mention.ts';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import type { WindowMeasure } from '../../src/converser/words/context-window/window-measure.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import type { Thought } from '../../src/converser/words/conversation/thought.ts';
import type { Usage } from '../../src/converser/words/models/provider.ts';
import {
  addSpending,
  noSpending,
  type Spending,
  spendingOf,
  type TurnSpending,
} from '../../src/converser/words/spending/spending.ts';
import type { FromPage, SidebarAttachment, SidebarState, ToPage } from '../../src/sidebar/protocol.ts';
import { HistorySearch } from '../../src/vscode/sidebar/history/history-search.ts';
import { readTurns, TurnHistory } from '../../src/vscode/sidebar/history/turn-history.ts';

/** What the extension knows: a state, and the conversation of which the page reads the turns that it shows. */
export interface HostState extends Omit<SidebarState, 'history'> {
  readonly canisters: readonly Canister[];
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  readonly thoughts: readonly Thought[];
  /** What messages can mention. */
  readonly attachable: readonly SidebarAttachment[];
  /** How much of the window the next request takes. */
  readonly measure?: WindowMeasure;
}

const notStarted = errors.ensembleFailed('spawn no-such-program ENOENT. Install it, or correct the path.');

/** A state with nothing in it, and what a test wants otherwise. */
export function sidebarState(wanted: Partial<HostState> = {}): HostState {
  return {
    canisters: [],
    spendings: {},
    thoughts: [],
    attachable: [],
    turn: [],
    running: false,
    changes: {},
    versions: {},
    beside: {},
    models: [
      { reference: 'rehearsal/rehearsal', label: 'Rehearsal', detail: 'Converser', tools: 'native' },
      { reference: 'copilot/claude-opus', label: 'Claude Opus 5', detail: 'Copilot', tools: 'native' },
      {
        reference: 'openai/local',
        label: 'Qwen 4 Coder 32B Instruct (quantised)',
        detail: 'llama.cpp',
        tools: 'contract',
      },
    ],
    model: 'rehearsal/rehearsal',
    modes: [
      { name: 'agent', title: 'Agent', description: 'Works with all tools that are turned on.' },
      { name: 'edits', title: 'Accept Edits', description: 'Edits files without asking. You review them.' },
      { name: 'plan', title: 'Plan', description: 'Looks into what is to be done, and answers with a plan.' },
      { name: 'ask', title: 'Ask', description: 'Answers and explains. It reads, and changes nothing.' },
    ],
    mode: 'agent',
    ensembles: [
      {
        name: 'workspace',
        title: 'Workspace',
        description: 'Reads and changes the files of the workspace',
        enabled: true,
        state: { status: 'ready' },
        invokers: [
          invoker('workspace', 'read_file', 'Reads a file, or some of its lines', true),
          invoker('workspace', 'find_files', 'Finds files by a glob pattern', true),
          { ...invoker('workspace', 'write_file', 'Writes a whole file', false), enabled: false },
        ],
      },
      {
        name: 'probability',
        title: 'Probability',
        description: 'Dice, choices, samples',
        enabled: true,
        state: { status: 'connecting' },
        invokers: [invoker('probability', 'roll', 'Rolls dice such as 3d6+2', true)],
      },
      {
        name: 'broken',
        title: 'Broken',
        description: 'An ensemble that does not start',
        enabled: true,
        state: { status: 'failed', error: errorData(notStarted) },
        invokers: [],
      },
    ],
    queued: [],
    undecided: [],
    questions: [],
    requests: [],
    ...wanted,
  };
}

export function turnStart(...canisters: readonly Canister[]): ConverseEvent {
  return {
    type: 'turn-start',
    conversationId: 'conversation-1',
    model: { provider: 'rehearsal', id: 'rehearsal', label: 'Rehearsal' },
    canisters,
  };
}

/** What a round told, after rounds that came to `before`; the conversation has no other turns. */
export function usageTold(round: number, usage: Usage, before: Spending = noSpending): ConverseEvent {
  const own = spendingOf(usage);
  const turn = addSpending(before, own);
  return { type: 'usage', round, usage, spent: { round: own, turn, conversation: turn } };
}

function invoker(ensemble: string, name: string, description: string, readOnly: boolean) {
  return { fullName: `${ensemble}:${name}`, name, description, enabled: true, readOnly };
}

/** A host that has whatever state it was given last. Conversations with the same first canister are the same one. */
export function stateHost() {
  let now = sidebarState();
  const history = new TurnHistory({
    get shown() {
      const { canisters, turn, spendings } = now;
      const id = `conversation of ${canisters[0]?.id ?? 'nobody'}`;
      const thoughts = new Map(now.thoughts.map(thought => [thought.before, thought]));
      return { id, canisters, turn, spendings, thoughts };
    },
  });
  const search = new HistorySearch(history);
  return {
    /** What the page is told of a state. */
    shown(state: HostState): SidebarState {
      now = state;
      const { canisters: _, spendings: _s, thoughts: _t, attachable: _a, measure: _m, ...rest } = state;
      return { ...rest, history: history.summary };
    },
    read: (from: number, to: number) => readTurns(history, from, to),
    async answer(message: FromPage): Promise<readonly ToPage[]> {
      if (message.type === 'read-turns') return [readTurns(history, message.from, message.to)];
      if (message.type === 'read-attachments') {
        const mentioned = mentionsIn(message.text)
          .flat()
          .map(({ start, end }) => message.text.slice(start, end));
        const items = now.attachable.filter(({ written }) => mentioned.includes(written));
        return [{ type: 'attachments', request: message.request, items }];
      }
      if (message.type === 'read-window' && now.measure !== undefined)
        return [{ type: 'window', conversation: history.summary.conversation, measure: now.measure }];
      if (message.type !== 'read-matches') return [];
      const found = await search.find(message.request, message.text);
      return found === undefined ? [] : [found];
    },
  };
}
