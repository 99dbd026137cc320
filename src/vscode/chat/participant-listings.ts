import * as vscode from 'vscode';
import type { Ensemble } from '../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/ensemble/invoker.ts';
import { type ModelRoster, modelReference } from '../../converser/models/model-roster.ts';
import { countText } from '../../converser/wording/numbers.ts';
import { commands } from '../window/contributions.ts';
import { escapeMarkdown, inlineCode } from '../window/markdown.ts';

type List = (stream: vscode.ChatResponseStream, signal: AbortSignal) => Promise<vscode.ChatResult>;

/** What `@converser` lists without asking a model, by the command that lists it. */
export type ChatListings = Readonly<Record<'tools' | 'ensembles' | 'models', List>>;

export function createChatListings(roster: EnsembleRoster, models: ModelRoster): ChatListings {
  return {
    tools: (stream, signal) => listTools(roster, stream, signal),
    ensembles: (stream, signal) => listEnsembles(roster, stream, signal),
    models: (stream, signal) => listModels(models, stream, signal),
  };
}

/** `/tools`: the tools of all enabled ensembles. */
export async function listTools(
  roster: EnsembleRoster,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  await roster.connect(signal);
  const enabled = roster.ensembles.filter(({ name }) => roster.isEnabled(name));
  for (const ensemble of enabled) {
    stream.markdown(heading(ensemble));
    stream.markdown(
      markdown([...roster.offeredBy(ensemble).map(toolLine), ...offLine(ensemble, roster)].join('\n')),
    );
    stream.markdown('\n\n');
  }
  stream.markdown('Run one with `/invoke ensemble:name {"argument": "value"}`.');
  stream.button({ command: commands.runTool, title: 'Run Tool…' });
  return {};
}

/** `/ensembles`: all ensembles and their states. */
export async function listEnsembles(
  roster: EnsembleRoster,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  await roster.connect(signal);
  const lines = roster.ensembles.map(ensemble => {
    const { length } = roster.offeredBy(ensemble);
    const count = countText(length, 'tool');
    return `- ${stateIcon(ensemble, roster.isEnabled(ensemble.name))} **${escapeMarkdown(ensemble.name)}** · ${count} · ${ensemble.origin} · ${escapeMarkdown(ensemble.description)}${reason(ensemble)}`;
  });
  stream.markdown(markdown(lines.join('\n')));
  stream.button({ command: commands.toggleEnsemble, title: 'Enable or Disable Ensembles…' });
  return {};
}

/** `/models`: the models for the sidebar. The chat view has its own picker. */
async function listModels(
  models: ModelRoster,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const all = await models.models(signal);
  stream.markdown(
    all.map(model => `- **${escapeMarkdown(model.label)}** ${inlineCode(modelReference(model))}`).join('\n'),
  );
  stream.markdown('\n\nTo change the model here, use the model picker of the chat view.');
  stream.button({ command: commands.chooseModel, title: 'Choose Sidebar Model…' });
  return {};
}

/** Invariant: text from servers is never markup, because an image in it would be fetched. */
function heading({ title, description }: Ensemble): string {
  return `#### ${escapeMarkdown(title)}\n${escapeMarkdown(description)}\n\n`;
}

function toolLine(invoker: Invoker): string {
  const icon = invoker.annotations.readOnly === true ? '$(eye)' : '$(edit)';
  return `- ${icon} ${inlineCode(fullName(invoker))} ${escapeMarkdown(firstSentence(invoker.description))}`;
}

/** Disabled tools are not listed, only counted. */
function offLine(ensemble: Ensemble, roster: EnsembleRoster): readonly string[] {
  const { size } = roster.switchedOff(ensemble);
  return size === 0 ? [] : [`- _${countText(size, 'tool')} disabled: see the Ensembles view_`];
}

function firstSentence(description: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
}

function stateIcon({ state }: Ensemble, enabled: boolean): string {
  if (!enabled) return '$(circle-slash)';
  return {
    ready: '$(check)',
    connecting: '$(sync~spin)',
    disconnected: '$(debug-disconnect)',
    failed: '$(error)',
  }[state.status];
}

function reason({ state }: Ensemble): string {
  return state.status === 'failed' ? ` (failed: ${escapeMarkdown(state.error.message)})` : '';
}

function markdown(value: string): vscode.MarkdownString {
  return new vscode.MarkdownString(value, true);
}
