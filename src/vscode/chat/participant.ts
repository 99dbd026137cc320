import type * as vscode from 'vscode';
import { errorData, reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import { withSignal } from '../common/abort-signal.ts';
import { commands } from '../common/contributions.ts';
import type { AnswerInChat, ChatQuestion } from './answer-in-chat.ts';
import { retryMetadata } from './participant-followups.ts';
import type { ChatListings } from './participant-listings.ts';

export interface ParticipantPorts {
  readonly answer: AnswerInChat;
  readonly listings: ChatListings;
  readonly goOnInSidebar: GoOnInSidebar;
  readonly log: Pick<Log, 'error'>;
}

/** Contract: never rejects. */
export type Participant = (
  question: ChatQuestion,
  shown: { readonly stream: vscode.ChatResponseStream; readonly token: vscode.CancellationToken },
) => Promise<vscode.ChatResult>;

/** Resolves to what is said in the chat. */
export type GoOnInSidebar = (history: vscode.ChatContext['history']) => Promise<string>;

export function createParticipant({ answer, listings, goOnInSidebar, log }: ParticipantPorts): Participant {
  return async (question, { stream, token }) => {
    const { request } = question;
    try {
      return await withSignal(token, signal => {
        switch (request.command) {
          case 'tools':
          case 'ensembles':
          case 'models':
            return listings[request.command](stream, signal).then(() => ({}));
          case 'continue':
            return goOnInSidebar(question.context.history).then(said => {
              stream.markdown(said);
              return {};
            });
          case undefined:
            if (request.prompt.trim() === '' && request.references.length === 0) return welcome(stream);
            return answer(question, { stream, signal });
          default:
            return answer(question, { stream, signal });
        }
      });
    } catch (cause) {
      const { code, message } = errorData(cause);
      if (code === 'internal') log.error(`@converser failed: ${reasonOf(cause)}`);
      return code === 'cancelled' ? {} : { errorDetails: { message }, metadata: retryMetadata(request) };
    }
  };
}

/** You have only named it. */
async function welcome(stream: vscode.ChatResponseStream): Promise<vscode.ChatResult> {
  stream.markdown(
    'Ask about this workspace, or describe a task. The model that you chose below answers: it reads, searches, edits and runs commands with tools. You see every call, and are asked before anything changes.\n\n' +
      '- `/plan` looks into a task first, and changes nothing\n- `/ask` answers and explains\n- `/tools` lists what the model may call\n',
  );
  stream.button({ command: commands.connectToModels, title: 'Connect to Models…' });
  stream.button({ command: commands.focusSidebar, title: 'Open Converser' });
  return {};
}
