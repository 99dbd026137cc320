import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { StoredConversation } from '../../store/conversation-store.ts';
import { inOneLine } from '../render/printable.ts';

export function toolLines(roster: EnsembleRoster): readonly string[] {
  const tools = roster.invokers().map(invoker => [fullName(invoker), invoker.description] as const);
  const failed = roster.ensembles.flatMap(({ name, state }) =>
    state.status === 'failed' && roster.isEnabled(name) ? [[`${name}:`, state.error.message] as const] : [],
  );
  return inColumns([...tools, ...failed]);
}

export function modelLines(models: readonly Model[], current: Model): readonly string[] {
  const rows = models.map(model => [modelReference(model), model.label] as const);
  return inColumns(rows).map((line, at) => `${isSame(models[at], current) ? '*' : ' '} ${line}`);
}

export function conversationLines(all: readonly StoredConversation[]): readonly string[] {
  return inColumns(
    all.slice(0, mostListed).map(({ id, title, timestamp }) => {
      const time = timestamp.slice(0, 16).replace('T', ' ');
      return [id, `${time}  ${title}`] as const;
    }),
  );
}

const mostListed = 20;

function isSame(model: Model | undefined, other: Model): boolean {
  return model !== undefined && modelReference(model) === modelReference(other);
}

/** In characters. MCP servers choose the names of their tools. */
const widest = 40;

function inColumns(rows: readonly (readonly [name: string, about: string])[]): readonly string[] {
  const { columns = 120 } = process.stdout;
  const width = Math.min(widest, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, about]) => {
    const first = inOneLine(name).padEnd(width);
    return `${first}  ${shortened(inOneLine(about), Math.max(20, columns - width - 5))}`.trimEnd();
  });
}
