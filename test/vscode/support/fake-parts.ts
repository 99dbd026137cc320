import { text } from '../../../src/converser/canister/content.ts';
import { createModelRoster } from '../../../src/converser/models/model-roster.ts';
import type { Model, Provider } from '../../../src/converser/models/provider.ts';
import { noSpending } from '../../../src/converser/spending/spending.ts';
import type { ConversationStore } from '../../../src/store/conversation-store.ts';
import { createChatNamespaces } from '../../../src/vscode/chat/chat-namespaces.ts';
import { createConversationApprovers } from '../../../src/vscode/questions/conversation-approvers.ts';
import { createOpenQuestions } from '../../../src/vscode/questions/open-questions.ts';
import { createOpenRequests } from '../../../src/vscode/questions/open-requests.ts';
import { createSidebarConversation } from '../../../src/vscode/sidebar/sidebar-conversation.ts';
import type { Parts } from '../../../src/vscode/surface-ports.ts';
import { createFakeHouse } from '../../fakes/fake-house.ts';

export interface FakePartsOptions {
  readonly store?: Partial<ConversationStore>;
  readonly providers?: readonly Provider[];
}

/** The parts of a house around fakes, and the sidebar's conversation in it. */
export async function fakeParts({ store, providers = [] }: FakePartsOptions = {}) {
  const house = await createFakeHouse();
  const models = createModelRoster();
  for (const provider of providers) models.add(provider);
  const questions = createOpenQuestions(() => house.host.ids.next('question'));
  const parts: Parts & { readonly host: typeof house.host } = {
    ...house,
    ownModels: createModelRoster(),
    models,
    providers: () => [],
    limits: () => house.limits,
    approvers: createConversationApprovers(),
    questions,
    requests: createOpenRequests(() => house.host.ids.next('request')),
    references: {
      expand: async message => ({ content: [text(message)] }),
      complete: async before => ({ start: before.length, items: [] }),
    },
    results: { add: () => {}, show: async () => {}, dispose: () => {} },
    namespaces: createChatNamespaces(),
    store: {
      append: async () => {},
      load: async () => [],
      spending: async () => ({ total: noSpending, turns: {} }),
      list: async () => [],
      remove: async () => {},
      ...store,
    },
    rootNames: () => ['app', 'app-2'],
  };
  const conversation = createSidebarConversation({ parts, questions });
  return { parts, questions, conversation };
}

export function providerOf(model: Model, models: Provider['models'] = async () => [model]): Provider {
  return { id: model.provider, label: 'Fake', models };
}
