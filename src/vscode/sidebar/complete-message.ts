import { reviewModeName } from '../../converser/words/conversation/mode.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { Skills } from '../../instructions/skills/create-skills.ts';
import { completionPlace } from '../../sidebar/composer/completion-place.ts';
import type { CompletionItem } from '../../sidebar/protocol.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import { commands } from '../common/contributions.ts';
import type { Completions } from '../mcp/references/completions.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';

interface SidebarCommand {
  readonly name: string;
  readonly detail: string;
  /** This command of VS Code runs instead of a turn. */
  readonly runs?: string;
  /** It means nothing by itself. */
  readonly needsMore?: true;
}

const sidebarCommands: readonly SidebarCommand[] = [
  { name: '/new', detail: 'Begin a new conversation', runs: commands.newConversation },
  {
    name: '/private',
    detail: 'Begin a new conversation that is not stored',
    runs: commands.newPrivateConversation,
  },
  { name: '/plan', detail: 'Look into it and plan: nothing is changed' },
  { name: '/review', detail: 'Let edits wait until you keep them' },
  { name: '/undo', detail: 'Undo what a turn has changed', runs: commands.undoTurn },
  { name: '/compact', detail: 'Leave out what is old', runs: commands.compactConversation },
  { name: '/model', detail: 'Choose the model', runs: commands.chooseModel },
  { name: '/tools', detail: 'List the tools', runs: commands.showTools },
  { name: '/invoke', detail: 'Run one tool by name', needsMore: true },
];

/** The mode that a message enters, and what is asked there; empty if only the mode is wanted. */
export function modeEntered(message: string): { readonly mode: string; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^\/(plan|review)(?:$|\s+(.*)$)/s.exec(message.trim()) ?? [];
  return name === undefined ? undefined : { mode: name === 'review' ? reviewModeName : name, rest };
}

export function commandMeantBy(message: string): string | undefined {
  return sidebarCommands.find(({ name }) => name === message.trim())?.runs;
}

export type MessageSkills = Pick<Skills, 'forMessage'>;

export interface CompleteMessageOptions {
  readonly roster: EnsembleRoster;
  readonly references: Pick<MessageReferences, 'complete'>;
  readonly skills: MessageSkills;
  readonly attachments: Pick<MessageAttachments, 'complete'>;
  readonly signal: AbortSignal;
}

/** Converser's own commands come first and at once; what MCP servers offer follows in the same list. */
export async function* completeMessage(
  before: string,
  { roster, references, attachments, skills, signal }: CompleteMessageOptions,
): AsyncGenerator<Completions> {
  const place = completionPlace(before);
  if (place?.kind === 'tool') {
    yield { start: place.start, items: tools(roster, before.slice(place.start)) };
    return;
  }
  const own = await ownItems(before, { skills, attachments, signal });
  if (own.length > 0) yield { start: place?.start ?? 0, items: own };
  const { start, items } = await references.complete(before, signal);
  yield { start, items: [...own, ...items] };
}

async function ownItems(
  before: string,
  { skills, attachments, signal }: Omit<CompleteMessageOptions, 'roster' | 'references'>,
): Promise<readonly CompletionItem[]> {
  const place = completionPlace(before);
  if (place?.kind === 'resource') return attachments.complete(before.slice(place.start), signal);
  if (place?.kind !== 'prompt') return [];
  return [...commandsBeginning(before), ...(await skillsBeginning(before, skills, signal))];
}

/** Leaves out a command that is complete, so that Enter sends it. */
function commandsBeginning(typed: string): readonly CompletionItem[] {
  return sidebarCommands
    .filter(({ name, needsMore }) => name.startsWith(typed.toLowerCase()) && (needsMore || name !== typed))
    .map(({ name, detail }) => ({ label: name, detail, insert: `${name} ` }));
}

async function skillsBeginning(
  typed: string,
  skills: MessageSkills,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const found = await skills.forMessage(typed.toLowerCase(), signal);
  return found
    .filter(({ name }) => `/${name}` !== typed)
    .slice(0, mostTools)
    .map(({ name, description }) => ({ label: `/${name}`, detail: description, insert: `/${name} ` }));
}

/** Typing on narrows the list down to the other tools. */
const mostTools = 30;

function tools(roster: EnsembleRoster, typed: string): readonly CompletionItem[] {
  const wanted = typed.toLowerCase();
  return roster
    .invokers()
    .map(invoker => ({
      label: fullName(invoker),
      detail: invoker.description,
      insert: `${fullName(invoker)} `,
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, mostTools);
}
