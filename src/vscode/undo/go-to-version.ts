import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Way } from '../../ensembles/workspace/journal/versions/pending-ways.ts';
import type {
  FollowOutcome,
  VersionFiles,
  WayPlan,
} from '../../ensembles/workspace/journal/versions/version-files.ts';
import type { Proposals } from '../../ensembles/workspace/proposal/proposals.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { inform, warn } from '../common/notices.ts';
import type { KeptChoices } from './kept-choices.ts';
import { leftAloneText } from './tell-outcome.ts';
import { type UndoTurnPorts, workShown } from './undo-turn.ts';
import type { UndoableConversations } from './undoable-conversations.ts';

export interface GoToVersionPorts {
  readonly versions: VersionFiles;
  readonly turns: Pick<UndoTurnPorts['turns'], 'ofTurns'>;
  readonly proposals: Pick<Proposals, 'of'>;
  readonly choices: Pick<KeptChoices, 'isKept'>;
  readonly conversations: Omit<UndoableConversations, 'wasCutOff'>;
  readonly ask: Pick<AskUser, 'confirm' | 'wait'>;
  readonly onUndone: () => Promise<void>;
  /** Names a place as people do. */
  readonly shown: (absolutePath: string) => string;
}

/** You may say no to what can’t be undone: then the conversation doesn’t go there. */
export interface VersionWalk {
  /** The files become those of that version. */
  goTo(conversationId: string, canister: string): Promise<unknown>;
  /** The files stay as they are. */
  goWithoutFiles(conversationId: string, canister: string): Promise<void>;
  /** Another message is about to be sent instead of these turns. Where it isn’t, the resolved function takes that back. */
  leave(conversationId: string, turns: readonly string[]): Promise<(() => Promise<unknown>) | undefined>;
  goOn(): Promise<void>;
}

export function createVersionWalk(ports: GoToVersionPorts): VersionWalk {
  const { versions, conversations, proposals, ask, onUndone } = ports;

  async function arrive({ conversationId, to, leaving, entering }: Way): Promise<void> {
    const { move } = proposals.of(conversationId);
    await move({ leaving, entering });
    if (to === undefined) return;
    await conversations.goTo(conversationId, to).catch(async (cause: unknown) => {
      await move({ leaving: entering, entering: leaving });
      throw cause;
    });
  }

  async function walk(way: Way): Promise<boolean> {
    if (isBusy(way)) return false;
    const plan = await versions.plan(way);
    const doubts = doubtsOf(plan, ports);
    if (doubts.length > 0 && !(await ask.confirm(confirmationOf(doubts)))) return false;
    const title = plan.undo.length > 0 ? 'Undoing the changes of later turns…' : 'Bringing files back…';
    const follow = (signal: AbortSignal) => versions.follow(way, { signal, arrive });
    const outcome = await workShown(title, follow, ask);
    await noteEntered(way);
    await onUndone();
    tell(outcome);
    return outcome.hasArrived;
  }

  function isBusy({ conversationId }: Way): boolean {
    const isRunning = conversations.isRunning(conversationId);
    if (isRunning) void warn('A turn of this conversation is running. Stop it first.');
    return isRunning;
  }

  /** The model hears of what didn’t come back. */
  async function noteEntered({ conversationId, entering }: Way): Promise<void> {
    if (entering.length === 0) return;
    for (const turn of await ports.turns.ofTurns()) {
      const { turnId } = turn.record.header;
      if (turnId === undefined || !entering.includes(turnId) || turn.files.length === 0) continue;
      await conversations.setUndone({ conversationId, turnId, ...undoNote(turn) });
    }
  }

  return {
    goTo: async (id, canister) => walk(await conversations.wayTo(id, canister)),
    async goWithoutFiles(id, canister) {
      const way = await conversations.wayTo(id, canister);
      if (!isBusy(way)) await arrive(way);
    },
    async leave(conversationId, turns) {
      const hasLeft = await walk({ conversationId, leaving: turns, entering: [] });
      return hasLeft ? () => walk({ conversationId, leaving: [], entering: turns }) : undefined;
    },
    async goOn() {
      const gone = await versions.goOn(arrive);
      if (gone.length === 0) return;
      for (const way of gone) await noteEntered(way);
      await onUndone();
      void inform('Converser was closed while a conversation went to another version, and has now gone on.');
    },
  };
}

const mostNamed = 10;

function doubtsOf({ undo, conflicts, others }: WayPlan, ports: GoToVersionPorts): readonly string[] {
  const kept = undo.flatMap(({ record, files }) =>
    files.filter(each => !each.isUndone && ports.choices.isKept(record.id, each)),
  );
  return [
    ...conflicts.map(place => `${ports.shown(place)} has changed since, and stays as it is.`),
    ...kept.map(({ now }) => `${ports.shown(absoluteKept(now))} is undone, although you chose to keep it.`),
    ...others.map(other => `What ${other} did isn’t undone.`),
  ].map(visibleLine);
}

function confirmationOf(doubts: readonly string[]) {
  const more = doubts.length - mostNamed;
  const rest = more > 0 ? [`${countText(more, 'more point')}.`] : [];
  const detail = [...doubts.slice(0, mostNamed), ...rest].join('\n');
  return { message: 'Not everything can be undone. Go on?', detail, yes: 'Go On' };
}

function tell({ files, hasArrived }: FollowOutcome): void {
  if (!hasArrived) return void inform('Stopped. Everything is as it was before.');
  const left = files.filter(each => each.kind === 'conflict');
  if (left.length > 0) void warn(leftAloneText(left));
}
