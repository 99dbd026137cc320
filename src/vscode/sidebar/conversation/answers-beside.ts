import type * as vscode from 'vscode';
import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { durationText } from '../../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import { type Canister, endOf } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import { modelReference } from '../../../converser/words/models/model-reference.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { spendingText } from '../../../converser/words/spending/spending-text.ts';
import { callSentence } from '../../../converser/words/texts/call-sentence.ts';
import type { SidebarAnswerBeside } from '../../../sidebar/protocol.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { inform } from '../../common/notices.ts';
import type { AvailableModels } from '../../models/available-models.ts';
import { pickModel } from '../../models/pick-model.ts';
import type { TurnChanges } from '../../undo/turn-changes.ts';
import { turnIn } from '../history/split-turns.ts';
import type { ConversationPool } from './conversation-pool.ts';
import type { LiveConversation } from './live-conversation.ts';
import { sentBefore, type WrittenMessage } from './written-message.ts';

export interface BegunBeside {
  readonly message: WrittenMessage;
  readonly conversation: LiveConversation;
  readonly model: Model;
}

/** Other models’ answers to the same question, each in a conversation and with a proposal of its own. */
export interface AnswersBeside {
  /** By the id of the first canister of each turn that has some. */
  of(conversationId: string): Readonly<Record<string, readonly SidebarAnswerBeside[]>>;
  /** Asks which model; resolves to `undefined` where it can’t begin, which is said. */
  begin(turn: string, conversation: LiveConversation): Promise<BegunBeside | undefined>;
  ended(begun: BegunBeside): Promise<void>;
  /** Shows what two conversations propose, side by side. */
  compare(one: string, other: string): Promise<void>;
  readonly onDidChange: Listen<void>;
}

export interface AnswersBesidePorts {
  readonly pool: ConversationPool;
  readonly models: AvailableModels;
  readonly changes: Pick<TurnChanges, 'of'>;
  readonly ask: Pick<AskUser, 'pick'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  /** The reference of the model that gave the answer with this last canister. */
  readonly answeredBy: (conversationId: string, canister: string) => Promise<string | undefined>;
  readonly compare: (one: string, other: string) => Promise<void>;
}

interface Answer {
  readonly conversationId: string;
  readonly turn: string;
  readonly label: string;
  /** Absent for the one that was there first, and while it runs. */
  readonly figures?: string;
}

const key = 'converser.answersBeside';

/** The oldest are forgotten. */
const mostQuestions = 50;

/** In milliseconds. */
const patience = 10_000;

export function createAnswersBeside(ports: AnswersBesidePorts): AnswersBeside {
  const { pool, models, changes, ask, state } = ports;
  const news = listeners<void>();
  const begun = new Map<
    LiveConversation,
    { readonly at: number; readonly label: string; readonly beside: Answer }
  >();
  const questions = () => state.get<readonly (readonly Answer[])[]>(key, []);

  async function note(beside: Answer, answer: Answer): Promise<void> {
    const isSame = (each: Answer) =>
      each.conversationId === beside.conversationId && each.turn === beside.turn;
    const group = questions().find(answers => answers.some(isSame)) ?? [beside];
    const others = questions().filter(answers => answers !== group && !answers.some(isSame));
    await state.update(key, [...others, [...group, answer]].slice(-mostQuestions));
    news.fire();
  }

  const shownAs = (answer: Answer): SidebarAnswerBeside => {
    const isRunning = pool.allRunning.includes(answer.conversationId);
    const { waiting = 0, files = 0 } = changes.of(answer.conversationId)[answer.turn] ?? {};
    return {
      conversation: answer.conversationId,
      label: visibleLine(answer.label),
      isRunning,
      figures: answer.figures ?? '',
      files: waiting + files,
    };
  };

  return {
    of(id) {
      const found: Record<string, SidebarAnswerBeside[]> = {};
      for (const answers of questions()) {
        const own = answers.find(({ conversationId }) => conversationId === id);
        if (own !== undefined) found[own.turn] = answers.filter(each => each !== own).map(shownAs);
      }
      for (const [live, { beside, label }] of begun) {
        if (beside.conversationId !== id) continue;
        const { id: conversationId } = live;
        const running = shownAs({ ...beside, conversationId, turn: '', label });
        found[beside.turn] = [...(found[beside.turn] ?? []), running];
      }
      return found;
    },
    async begin(turn, shown) {
      const asked = turnIn(shown, turn);
      const changed = changes.of(shown.id)[turn];
      if (changed !== undefined && changed.files > changed.undone) {
        void inform(
          'This turn has changed files. Undo it first, so that both models begin with the same files.',
        );
        return undefined;
      }
      const model = await pickModel('Retry Beside This Answer', { models, ask });
      if (model === undefined || asked.length === 0) return undefined;
      const fork = await pool.forkBefore(turn, shown);
      const at = fork.canisters.length;
      const reference = await ports.answeredBy(shown.id, endOf(asked)?.id ?? '').catch(() => undefined);
      const first = (await models.all.models(AbortSignal.timeout(patience))).find(
        each => modelReference(each) === reference,
      );
      const beside = { conversationId: shown.id, turn, label: first?.label ?? 'The first answer' };
      begun.set(fork, { at, label: model.label, beside });
      news.fire();
      return { message: sentBefore(asked), conversation: fork, model };
    },
    async ended({ conversation: fork, model }) {
      const { at, beside } = begun.get(fork) ?? {};
      begun.delete(fork);
      const own = fork.canisters.slice(at);
      const [first, last] = [own[0], own.at(-1)];
      if (beside === undefined || first === undefined || last === undefined) return news.fire();
      const spent = fork.spendings[last.id];
      const took = durationText(Date.parse(last.timestamp) - Date.parse(first.timestamp));
      const said = [lastCommand(own), took, spent === undefined ? '' : spendingText(spent)];
      const figures = said.filter(Boolean).join(' · ');
      await note(beside, { conversationId: fork.id, turn: first.id, label: model.label, figures });
    },
    compare: ports.compare,
    onDidChange: news.listen,
  };
}

/** Usually, it is the tests. */
function lastCommand(turn: readonly Canister[]): string {
  const call = turn.findLast(each => each.role === 'invocation' && each.name === 'run_command');
  const result = turn.find(each => each.role === 'result' && each.invocationId === call?.id);
  if (call?.role !== 'invocation' || result === undefined) return '';
  const { object = '' } = callSentence(call, { tense: 'done' }) ?? {};
  const [ended = ''] = textOf(result.content).split('\n');
  return `${object}: ${visibleLine(ended)
    .replace(/ after .*/, '')
    .toLowerCase()}`;
}
