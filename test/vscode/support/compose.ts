import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { composeOwnModels } from '../../../src/composition/compose-models.ts';
import { type ConverserInVscode, composeVscode } from '../../../src/composition/compose-vscode.ts';
import { vscodeUser } from '../../../src/composition/vscode-user.ts';
import type { UserPorts } from '../../../src/vscode/mcp/questions/user-ports.ts';
import { converserExtension } from './converser.ts';

/** The extension that carries the tests. */
export const testsExtensionId = 'converser-tests.tests';

export interface ComposedConverser {
  readonly converser: ConverserInVscode;
  /** From now on `other` answers, in what it can; without `other`, the real user is asked again. */
  answerWith(other?: Partial<UserPorts>): void;
  dispose(): Promise<void>;
}

/** A Converser of its own in this VS Code: with an empty storage, and a user that the test plays. */
export async function composeConverser(answers: Partial<UserPorts> = {}): Promise<ComposedConverser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-composed-'));
  // As deep as VS Code's own, because the user's mcp.json is two folders above.
  const globalFolder = vscode.Uri.file(path.join(folder, 'User', 'globalStorage', 'converser'));
  await mkdir(globalFolder.fsPath, { recursive: true });
  const secrets = memorySecrets();
  const storage = {
    secrets,
    globalState: memento(),
    workspaceState: memento(),
    globalFolder,
    workspaceFolder: globalFolder,
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { user, answerWith } = replaceableUser();
  answerWith(answers);
  const { extensionUri, packageJSON } = converserExtension();
  // VS Code hands a link to the extension that it names, and here the tests' extension listens.
  const extension = { id: testsExtensionId, extensionUri, packageJSON };
  const ownModels = composeOwnModels({ secrets, storage: globalFolder, log });
  const statusBar = { show() {}, dispose() {} };
  const converser = await composeVscode({
    extension,
    storage,
    user,
    models: { own: ownModels, access: { canSendRequest: () => undefined } },
    log,
    statusBar,
  });
  return {
    converser,
    answerWith,
    async dispose() {
      await converser.dispose();
      ownModels.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function replaceableUser() {
  const real = vscodeUser();
  let now = real;
  const user: UserPorts = {
    ask: {
      pick: question => now.ask.pick(question),
      search: question => now.ask.search(question),
      enter: question => now.ask.enter(question),
      confirm: question => now.ask.confirm(question),
      wait: (title, work) => now.ask.wait(title, work),
    },
    askLaunch: (question, signal) => now.askLaunch(question, signal),
    mayOpen: (question, signal) => now.mayOpen(question, signal),
    openPage: page => now.openPage(page),
    machine: {
      get platform() {
        return now.machine.platform;
      },
      get home() {
        return now.machine.home;
      },
      get environment() {
        return now.machine.environment;
      },
    },
  };
  return {
    user,
    answerWith(other: Partial<UserPorts> = {}) {
      now = { ...real, ...other };
    },
  };
}

export function memorySecrets(): vscode.SecretStorage {
  const values = new Map<string, string>();
  const changes = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  return {
    keys: async () => [...values.keys()],
    get: async key => values.get(key),
    async store(key, value) {
      values.set(key, value);
      changes.fire({ key });
    },
    async delete(key) {
      values.delete(key);
      changes.fire({ key });
    },
    onDidChange: changes.event,
  };
}

/** What VS Code keeps for a workspace, such as these values. */
export function memento(kept: Readonly<Record<string, unknown>> = {}) {
  const values = new Map(Object.entries(kept));
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? values.get(key) : fallback) as T,
    update: async (key: string, value: unknown) => void values.set(key, value),
    setKeysForSync() {},
  };
}
