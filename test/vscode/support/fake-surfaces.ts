import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Effort } from '../../../src/converser/ground/wording/effort-names.ts';
import { supervisorText } from '../../../src/converser/turn/request/supervisor-text.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model, Provider } from '../../../src/converser/words/models/provider.ts';
import { noRules } from '../../../src/converser/words/permission/rules.ts';
import { noSpending } from '../../../src/converser/words/spending/spending.ts';
import { createWorkspaceAttachments } from '../../../src/ensembles/workspace/attachments/workspace-attachments.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { createCompactNow, createRunTurn } from '../../../src/house/run-turn.ts';
import type { ConversationStore } from '../../../src/store/conversation-store.ts';
import { attachingReferences } from '../../../src/vscode/attachments/attaching-references.ts';
import { createMessageAttachments } from '../../../src/vscode/attachments/message-attachments.ts';
import type { MessageReferences } from '../../../src/vscode/mcp/references/message-references.ts';
import type { AvailableModels } from '../../../src/vscode/models/available-models.ts';
import {
  createPermissionQuestions,
  createServerQuestions,
} from '../../../src/vscode/questions/open-questions.ts';
import type { ChosenEfforts } from '../../../src/vscode/sidebar/conversation/chosen-by-conversation.ts';
import { createConversationModes } from '../../../src/vscode/sidebar/conversation/conversation-modes.ts';
import { ConversationPool } from '../../../src/vscode/sidebar/conversation/conversation-pool.ts';
import { MessageSending } from '../../../src/vscode/sidebar/conversation/message-sending.ts';
import { SidebarConversation } from '../../../src/vscode/sidebar/conversation/sidebar-conversation.ts';
import type { WrittenMessage } from '../../../src/vscode/sidebar/conversation/written-message.ts';
import { createFakePorts, type FakePortsOptions } from '../../fakes/fake-ports.ts';
import { createMemoryWorkspace } from '../../fakes/memory-workspace.ts';

export interface FakeSurfacesOptions {
  readonly store?: Partial<ConversationStore>;
  readonly providers?: readonly Provider[];
  readonly ensembles?: FakePortsOptions['ensembles'];
}

/** What surfaces are handed, around fakes, and the sidebar's conversation. */
export async function fakeSurfaces({ store: own, providers = [], ensembles = [] }: FakeSurfacesOptions = {}) {
  const ports = await createFakePorts({ ensembles });
  const { host, roster } = ports;
  const all = createModelRoster();
  for (const provider of providers) all.add(provider);
  const models: AvailableModels = {
    own: createModelRoster(),
    all,
    withPdfText: model => model,
    providers: () => [],
  };
  const questions = createPermissionQuestions(() => host.ids.next('question'));
  const requests = createServerQuestions(() => host.ids.next('request'));
  const references: MessageReferences = {
    expand: async message => ({ content: [text(message)] }),
    complete: async before => ({ start: before.length, items: [] }),
  };
  const workspace = createMemoryWorkspace({ files: { '/work/README.md': '# Hello\n' } });
  const attachments = createMessageAttachments({
    workspace,
    attachments: createWorkspaceAttachments({
      workspace,
      labels: createKeptLabels(),
      addedPlaces: noAddedPlaces,
      readBytes: async () => new Uint8Array(),
      rules: noRules,
    }),
    mayKeep: () => true,
    terminals: { last: () => Promise.reject(new Error('No terminal.')) },
    labelOf: async () => undefined,
    folder: vscode.Uri.file(path.join(tmpdir(), `converser-held-${process.pid}-${Date.now()}`)),
  });
  const load = own?.load ?? (async () => []);
  const store: ConversationStore = {
    append: async () => {},
    settle: async () => {},
    bytesOfOthers: () => 0,
    records: async () => [],
    recording: async () => undefined,
    take: async () => {},
    rollBack: async () => {},
    goTo: async () => {},
    setUndone: async () => {},
    setTakenBack: async () => {},
    setPinned: async () => {},
    load,
    read: async id => ({
      canisters: await load(id),
      spending: { total: noSpending, turns: {} },
      thoughts: [],
      versions: new Map(),
      models: {},
    }),
    list: async () => [],
    rename: async () => {},
    setShelf: async () => {},
    remove: async () => async () => {},
    ...own,
  };
  const turns = {
    ports: () => ports,
    supervisor: () => supervisorText(['app', 'app-2']),
    propose: () => ports,
  };
  const compact = createCompactNow(turns);
  const runTurn = createRunTurn(turns);
  const chosen = new Map<string, Effort>();
  const efforts: ChosenEfforts = {
    of: id => chosen.get(id),
    choose: (id, effort) => void (effort === undefined ? chosen.delete(id) : chosen.set(id, effort)),
  };
  const modes = createConversationModes({
    chosen: { of: () => undefined, choose: () => {} },
    modes: { all: [] },
    models: models.all,
  });
  const pool = new ConversationPool({ runTurn, compact, store, host, questions, efforts, modes });
  const open = () => new SidebarConversation({ pool, store, efforts, modes });
  const conversation = open();
  const ofMessages = attachingReferences(references, attachments);
  const sending = new MessageSending({ models, references: ofMessages, log: host.log, patience: 20 });
  return {
    host,
    roster,
    models,
    questions,
    requests,
    references: ofMessages,
    attachments,
    store,
    runTurn,
    pool,
    sending,
    conversation,
    /** What another page shows. */
    openAnother: open,
    pages: {
      active: { conversation },
      showing: (id: string) => (id === conversation.id ? conversation : undefined),
      onDidChange: () => ({ dispose() {} }),
    },
    changes: noChanges,
  };
}

/** A message that names nothing that must be fetched. */
export function written(message: string): WrittenMessage {
  return { text: message, expand: async () => ({ content: [text(message)] }) };
}

/** The script of a model that answers nothing until it is stopped. */
export async function* hangs(_request: unknown, signal: AbortSignal) {
  await new Promise(resolve => signal.addEventListener('abort', resolve));
  yield* [];
}

export function providerOf(model: Model, models: Provider['models'] = async () => [model]): Provider {
  return { id: model.provider, label: 'Fake', models };
}

const noChanges = {
  of: () => ({}),
  refresh: async () => {},
  onDidChange: () => ({ dispose() {} }),
  dispose() {},
};
