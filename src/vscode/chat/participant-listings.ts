import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import { commands } from '../common/contributions.ts';
import { escapeMarkdown, inlineCode } from '../common/markdown.ts';

type List = (stream: vscode.ChatResponseStream, signal: AbortSignal) => Promise<void>;

export type ChatListings = Readonly<Record<'tools' | 'ensembles' | 'models', List>>;

export function createChatListings(
  roster: EnsembleRoster,
  models: Pick<ModelRoster, 'models'>,
): ChatListings {
  return {
    async tools(stream, signal) {
      await roster.connect(signal);
      for (const ensemble of roster.ensembles.filter(({ name }) => roster.isEnabled(name))) {
        const lines = [...roster.offeredBy(ensemble).map(toolLine), ...offLine(ensemble, roster)];
        stream.markdown(heading(ensemble));
        stream.markdown(markdown(lines.join('\n')));
        stream.markdown('\n\n');
      }
      stream.markdown('Run one with `/invoke ensemble:name {"argument": "value"}`.');
      stream.button({ command: commands.showTools, title: 'Run Tool…' });
    },

    async ensembles(stream, signal) {
      await roster.connect(signal);
      const lines = roster.ensembles.map(ensemble => ensembleLine(ensemble, roster));
      stream.markdown(markdown(lines.join('\n')));
      stream.button({ command: commands.toggleEnsemble, title: 'Enable or Disable Ensembles…' });
    },

    async models(stream, signal) {
      const lines = (await models.models(signal)).map(
        model => `- **${escapeMarkdown(model.label)}** ${inlineCode(modelReference(model))}`,
      );
      stream.markdown(lines.join('\n'));
      stream.markdown('\n\nTo change the model here, use the model picker of the chat view.');
      stream.button({ command: commands.chooseModel, title: 'Choose Sidebar Model…' });
    },
  };
}

/** Invariant: text from servers is never markup, because an image in it would be fetched. */
function heading({ title, description }: Ensemble): string {
  return `#### ${escapeMarkdown(title)}\n${escapeMarkdown(description)}\n\n`;
}

function toolLine(invoker: Invoker): string {
  const icon = invoker.annotations.readOnly === true ? '$(eye)' : '$(edit)';
  return `- ${icon} ${inlineCode(fullName(invoker))} ${escapeMarkdown(firstSentence(invoker.description))}`;
}

function offLine(ensemble: Ensemble, roster: EnsembleRoster): readonly string[] {
  const { size } = roster.switchedOff(ensemble);
  return size === 0 ? [] : [`- _${countText(size, 'tool')} disabled: see the Ensembles view_`];
}

function ensembleLine(ensemble: Ensemble, roster: EnsembleRoster): string {
  const { name, origin, description } = ensemble;
  const count = countText(roster.offeredBy(ensemble).length, 'tool');
  const icon = stateIcon(ensemble, roster.isEnabled(name));
  return `- ${icon} **${escapeMarkdown(name)}** · ${count} · ${origin} · ${escapeMarkdown(description)}${reason(ensemble)}`;
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
