import * as vscode from 'vscode';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { Host } from '../converser/ground/host.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import {
  answerCommand,
  showLeftOutCommand,
  showResultCommand,
  takeBackCommand,
} from '../vscode/activation-ids.ts';
import { type ChatPorts, createAnswerInChat } from '../vscode/chat/answer-in-chat.ts';
import { createChatConversations } from '../vscode/chat/chat-conversations.ts';
import { createLeftOutDocuments } from '../vscode/chat/left-out-documents.ts';
import { createParticipant, type Participant } from '../vscode/chat/participant.ts';
import { createChatListings } from '../vscode/chat/participant-listings.ts';
import { createResultDocuments } from '../vscode/chat/result-documents.ts';
import { createTakenBackInChats } from '../vscode/chat/taken-back-in-chats.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { inform } from '../vscode/common/notices.ts';
import { createTextDiffs } from '../vscode/common/text-diffs.ts';
import type { Commands } from '../vscode/common/vscode-command.ts';
import { askFurther, furthers } from '../vscode/questions/ask-further.ts';
import type { PermissionQuestions } from '../vscode/questions/open-questions.ts';
import { showChange } from '../vscode/questions/show-change.ts';
import { parseAnswer } from '../vscode/sidebar/sidebar-messages.ts';
import { openStored, type Pages } from './compose-pages.ts';
import type { SurfacePorts } from './compose-surfaces.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface Chat extends Disposable {
  readonly answer: Participant;
  readonly commands: Commands;
}

export interface ChatPlaces extends Pick<VscodeStorage, 'workspaceState'> {
  readonly ask: AskUser;
  readonly pages: () => Pages;
}

export function composeChat(
  ports: SurfacePorts & Pick<ChatPorts, 'labelOf'>,
  { ask, workspaceState, pages }: ChatPlaces,
): Chat {
  const { converser, labelOf, models, references, questions, changes, modes } = ports;
  const { host, roster, converse: runTurn } = converser;
  const takenBack = createTakenBackInChats(workspaceState);
  const leftOut = createLeftOutDocuments(takenBack);
  const conversations = createChatConversations({ ids: host.ids, takenBack, leftOut });
  const results = createResultDocuments();
  const diffs = createTextDiffs('converser-question');
  const answer = createParticipant({
    answer: createAnswerInChat({
      runTurn,
      conversations,
      models,
      references,
      questions,
      results,
      leftOut,
      changes,
      labelOf,
      modes,
    }),
    listings: createChatListings(roster, models.all),
    goOnInSidebar: history =>
      goOnInSidebar(conversations.continue(history).canisters, { ...pages(), ids: host.ids }),
    log: host.log,
  });
  const commands: Commands = {
    async [answerCommand](ids, given) {
      if (Array.isArray(ids)) return answerAll(questions, ids, given);
      const id = ids;
      const open = questions.all.find(question => question.id === id);
      if (given === 'change') return open && showChange(open.question, diffs);
      const further = furthers.find(each => each === given);
      const asked = open && further && (await askFurther(further, open.question, ask));
      if (open !== undefined && further !== undefined && asked === undefined) return;
      const answer = asked ?? parseAnswer(given);
      const isTaken = open !== undefined && answer !== undefined && questions.answer(open.id, answer);
      if (!isTaken) void inform(alreadyAnswered);
    },
    [showResultCommand]: async id => results.show(String(id)),
    [showLeftOutCommand]: async id => leftOut.show(String(id)),
    async [takeBackCommand](id) {
      const { isTakenBack } = await takenBack.toggle(String(id));
      void inform(isTakenBack ? readAgain : leftOutAgain);
    },
  };
  return { answer, commands, dispose: () => vscode.Disposable.from(results, leftOut, diffs).dispose() };
}

const readAgain = 'Taken back: from your next message on, the model reads again what was left out.';
const leftOutAgain = 'From your next message on, the model reads the shorter version again.';

const alreadyAnswered = 'This question has already been answered.';

/** Each question is answered at most once. */
function answerAll(questions: PermissionQuestions, ids: readonly unknown[], given: unknown): void {
  const answer = parseAnswer(given);
  if (answer === undefined || (answer.kind === 'allow' && answer.scope !== 'once')) return;
  const waiting = questions.all.filter(({ id }) => ids.includes(id));
  for (const { id } of waiting) questions.answer(id, answer);
  if (waiting.length === 0) void inform(alreadyAnswered);
}

/** The sidebar gets a copy: the chat can go on, too. */
async function goOnInSidebar(
  canisters: readonly Canister[],
  { ids, store, pages }: Pick<Pages, 'store' | 'pages'> & Pick<Host, 'ids'>,
): Promise<string> {
  if (canisters.length === 0) return 'There is nothing to continue yet. Ask something first.';
  const id = ids.next('conversation');
  await store.append(id, canisters);
  await openStored(id, { store, pages });
  return 'This conversation goes on in Converser’s sidebar, with the model that is chosen there.';
}
