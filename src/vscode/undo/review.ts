import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import { absolutePath, placeKey, shownPath } from '../../converser/words/workspace/paths.ts';
import type { Workspace } from '../../converser/words/workspace/workspace.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import type { ProposedFile } from '../../ensembles/workspace/proposal/proposals.ts';
import type { Reviewing } from '../../ensembles/workspace/proposal/reviewing.ts';
import type { SidebarChangedFile } from '../../sidebar/protocol.ts';
import { inform, warn } from '../common/notices.ts';
import type { KeptChoices } from './kept-choices.ts';
import { createProposedDocuments } from './proposed-documents.ts';
import { openChanges } from './show-changes.ts';
import type { UndoableConversations } from './undoable-conversations.ts';

export interface ReviewPorts {
  readonly reviewing: Reviewing;
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly turns: Pick<TurnUndo, 'ofTurns'>;
  readonly choices: Pick<KeptChoices, 'set'>;
  readonly conversations: Pick<UndoableConversations, 'setUndone'>;
  readonly scheme: string;
}

/** Of what conversations propose, and what isn’t on the disk yet. */
export interface Review extends vscode.Disposable {
  /** Those that the turn changed last. */
  ofTurn(turnId: string): readonly ProposedFile[];
  rows(files: readonly ProposedFile[]): Promise<readonly SidebarChangedFile[]>;
  keep(files: readonly ProposedFile[]): Promise<void>;
  /** The model hears of it. */
  discard(files: readonly ProposedFile[]): Promise<void>;
  show(files: readonly ProposedFile[]): Promise<void>;
  /** Shows what two conversations propose, side by side. */
  compare(one: string, other: string): Promise<void>;
  /** Decides on the changes at the cursor; resolves to false where something else is meant. */
  decideHere(given: unknown, decision: Decision): Promise<boolean>;
}

interface Decision {
  readonly kept: boolean;
  readonly what: 'change' | 'file';
}

export function createReview({ reviewing, workspace, scheme, ...ports }: ReviewPorts): Review {
  const { proposals } = reviewing;
  const documents = createProposedDocuments({
    textAt: reviewing.textAt,
    onDidChange: proposals.onDidChange,
    ...{ workspace, scheme },
  });
  const name = ({ place }: ProposedFile) => visibleLine(shownPath(place, workspace.roots));

  async function show(files: readonly ProposedFile[]): Promise<void> {
    const rows = files.map(({ place, before, after, turn }) => {
      const file = vscode.Uri.file(absolutePath(place));
      const proposed = documents.uri(turn.conversationId, place);
      return [file, before === null ? undefined : file, after === null ? undefined : proposed];
    });
    const [first] = files;
    const title = files.length === 1 && first !== undefined ? name(first) : countText(files.length, 'file');
    await openChanges(`${title}, to be reviewed`, rows);
  }

  async function keep(files: readonly ProposedFile[]): Promise<void> {
    const left = await reviewing.keep(files);
    await noteKept(
      files.filter(each => !left.includes(each)),
      ports,
    );
    if (left.length > 0) void offerToCompare(left);
  }

  async function offerToCompare(left: readonly ProposedFile[]): Promise<void> {
    const names = left.map(name).join(', ');
    const told = `Not kept, as you have changed the same lines since: ${names}. Compare, and take over what you want.`;
    if ((await warn(told, 'Compare')) === 'Compare') await show(left);
  }

  async function discard(files: readonly ProposedFile[]): Promise<void> {
    await reviewing.discard(files);
    const turns = Map.groupBy(files, ({ turn }) => turn.turnId);
    for (const [turnId, own] of turns) {
      const { conversationId = '' } = own[0]?.turn ?? {};
      const note = `[The user has not kept what this turn proposed for ${own.map(name).join(', ')}.]`;
      if (turnId !== undefined)
        await ports.conversations.setUndone({ conversationId, turnId, isUndone: true, note });
    }
  }

  return {
    ofTurn: turnId => proposals.all.filter(({ turn }) => turn.turnId === turnId),
    rows: async files => (await reviewing.describe(files)).map(each => ({ ...each, state: 'waiting' })),
    keep,
    discard,
    show,
    async compare(one, other) {
      const files = [one, other].flatMap(id => proposals.of(id).files);
      const places = new Map(files.map(({ place }) => [placeKey(place), place]));
      const rows = [...places.values()].map(place => [
        vscode.Uri.file(absolutePath(place)),
        documents.uri(one, place),
        documents.uri(other, place),
      ]);
      await openChanges('This answer ↔ the other one', rows);
    },
    async decideHere(given, { kept, what }) {
      const { document, selection: { start, end } = new vscode.Selection(0, 0, 0, 0) } =
        vscode.window.activeTextEditor ?? {};
      const found = document && documents.of(document.uri);
      const isHere =
        given === undefined || (given instanceof vscode.Uri && documents.of(given) !== undefined);
      if (found === undefined || !isHere) return false;
      const file = proposals.of(found.conversationId).at(found.place);
      if (file === undefined) return true;
      if (what === 'file' || file.before === null || file.after === null) {
        await (kept ? keep : discard)([file]);
        return true;
      }
      const isDone = await reviewing.decide(file, { first: start.line, last: end.line, kept });
      if (!isDone) void inform('Place the cursor in one of the changed lines.');
      else if (kept) await noteKept([file], ports);
      return true;
    },
    dispose: () => documents.dispose(),
  };
}

/** What you kept here needs no second look in the editor. */
async function noteKept(
  files: readonly ProposedFile[],
  { turns, choices }: Pick<ReviewPorts, 'turns' | 'choices'>,
): Promise<void> {
  if (files.length === 0) return;
  const places = new Set(files.map(({ place }) => absolutePath(place)));
  const ids = new Set(files.map(({ turn }) => turn.turnId));
  for (const { record, files: changed } of await turns.ofTurns()) {
    if (!ids.has(record.header.turnId)) continue;
    for (const each of changed)
      if (!each.isUndone && places.has(absoluteKept(each.now))) await choices.set(record.id, each, true);
  }
}
