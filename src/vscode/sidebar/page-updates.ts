import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { SidebarRecent } from '../../sidebar/protocol.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { createModelList } from '../models/model-list.ts';
import type { SidebarPage } from './sidebar-page.ts';
import { type SidebarStateOptions, sidebarState } from './sidebar-state.ts';

export interface PageUpdatesOptions extends Omit<SidebarStateOptions, 'models' | 'providers' | 'recent'> {
  readonly models: AvailableModels;
  /** Contract: never rejects. */
  readonly readRecent: () => Promise<readonly SidebarRecent[]>;
}

export interface PageUpdates extends Disposable {
  /** Several changes at the same time are posted as one. */
  refresh(): void;
}

export function keepPageUpToDate(
  page: SidebarPage,
  { models, readRecent, ...shown }: PageUpdatesOptions,
): PageUpdates {
  const { conversation, roster, questions, requests, changes, vouching } = shown;
  const list = createModelList(models);
  let due: NodeJS.Timeout | undefined;
  let recent: readonly SidebarRecent[] | undefined;
  let recentFor: string | undefined;
  const post = () => {
    clearTimeout(due);
    due = undefined;
    if (!page.isReady) return;
    const state = sidebarState({ ...shown, recent, models: list.all, providers: models.providers() });
    page.post({ type: 'state', state });
  };
  const refresh = () => {
    due ??= setTimeout(post, 0);
  };
  /** Once for each empty conversation that is shown. */
  const lookForRecent = async () => {
    const { id, canisters } = conversation.shown;
    if (!page.isReady || canisters.length > 0 || recentFor === id) return;
    recentFor = id;
    recent = await readRecent();
    refresh();
  };
  const subscriptions = [
    page.onDidBecomeReady(() => {
      connectEnsembles(shown);
      list.learn();
      void changes.refresh();
      void lookForRecent();
      post();
    }),
    conversation.onDidChange(() => {
      void lookForRecent();
      refresh();
    }),
    vscode.window.onDidChangeActiveTextEditor(refresh),
    conversation.onEvent(event => {
      page.post({ type: 'event', event });
      // What has joined may be from outside.
      if (event.type === 'joined' && event.canisters.some(({ label }) => label !== undefined)) refresh();
    }),
    vouching.cleared.onDidClear(refresh),
    questions.onDidChange(refresh),
    requests.onDidChange(refresh),
    changes.onDidChange(refresh),
    shown.beside.onDidChange(refresh),
    roster.onDidChange(() => {
      if (page.isReady) connectEnsembles(shown);
      refresh();
    }),
    models.all.onDidChange(() => {
      if (page.isReady) list.learn();
    }),
    list.onDidChange(refresh),
  ];
  return {
    refresh,
    dispose() {
      clearTimeout(due);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Looking at the sidebar must not make Converser ask whether it may start an MCP server. */
function connectEnsembles({ roster }: Pick<SidebarStateOptions, 'roster'>): void {
  for (const ensemble of roster.ensembles) {
    const isNew = ensemble.state.status === 'disconnected' && roster.isEnabled(ensemble.name);
    if (isNew && !isMcpEnsemble(ensemble)) void ensemble.connect(AbortSignal.timeout(30_000));
  }
}
