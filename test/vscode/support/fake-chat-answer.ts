import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createAnswerInChat } from '../../../src/vscode/chat/answer-in-chat.ts';
import { createChatConversations } from '../../../src/vscode/chat/chat-conversations.ts';
import type { MessageReferences } from '../../../src/vscode/mcp/references/message-references.ts';
import type { fakeSurfaces } from './fake-surfaces.ts';

interface FakeChat {
  readonly model: Model;
  /** Default: those of the surfaces. */
  readonly references?: Pick<MessageReferences, 'expand'>;
}

/** How the chat view's questions are answered, by one model, in a window that remembers nothing of chats. */
export function fakeChatAnswer(
  { host, runTurn, models, references: usual, questions, changes }: Awaited<ReturnType<typeof fakeSurfaces>>,
  { model, references = usual }: FakeChat,
) {
  return createAnswerInChat({
    runTurn,
    conversations: createChatConversations({
      ids: host.ids,
      takenBack: { has: () => false },
      leftOut: { add: () => {} },
    }),
    models: { ...models, own: { ...models.own, find: async () => model } },
    references,
    questions,
    results: { add: () => {} },
    leftOut: { add: () => {} },
    changes,
    modes: { all: [] },
    labelOf: async () => undefined,
  });
}
