import { perObject } from '../converser/ground/object-memory.ts';
import type { ConversePorts } from '../converser/turn/converse-options.ts';
import type { Conversation } from '../converser/words/conversation/conversation.ts';
import type { CallableInvokers, EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Invoker, Proposed } from '../converser/words/ensemble/invoker.ts';
import type { RecordOrigin } from '../converser/words/workspace/undo-journal.ts';
import type { Proposal } from '../ensembles/workspace/proposal/proposals.ts';
import { proposedWorkspace } from '../ensembles/workspace/proposal/proposed-workspace.ts';
import { readContents } from '../ensembles/workspace/search/read-contents.ts';
import type { HostWorkspace } from './host-ports.ts';

export interface InProposal {
  readonly proposal: Proposal;
  readonly base: HostWorkspace;
  readonly conversation: Pick<Conversation, 'id' | 'canisters'>;
}

/** Tools that edit files work on the proposal. All others do what they always do. */
export function inProposal(
  ports: ConversePorts,
  { proposal, base, conversation }: InProposal,
): ConversePorts {
  const { roster, journal } = ports;
  let turn: RecordOrigin = { conversationId: conversation.id, title: '' };
  const workspace = proposedWorkspace({ base, proposal, turn: () => turn });
  const proposed: Proposed = { workspace, files: () => proposal.files };
  return {
    ...ports,
    roster: withInvokers(
      roster,
      perObject(each => (each.inProposal === undefined ? each : { ...each, ...each.inProposal(proposed) })),
    ),
    contents: readContents(workspace),
    ...(journal && {
      journal: {
        ...journal,
        record(about: RecordOrigin) {
          turn = about;
          void adopt(conversation, about, proposal);
          return journal.record(about);
        },
      },
    }),
  };
}

/** You have kept these edits when you sent another message than that of their turn, so they are part of this one. */
async function adopt(
  { canisters }: InProposal['conversation'],
  turn: RecordOrigin,
  proposal: Proposal,
): Promise<void> {
  const shown = new Set(canisters.map(({ id }) => id));
  const kept = proposal.files.filter(
    ({ turn: { turnId = '' } }) => turnId !== turn.turnId && !shown.has(turnId),
  );
  // What can’t be stored stays where it was.
  if (kept.length > 0) await proposal.put(kept.map(each => ({ ...each, turn }))).catch(() => {});
}

function withInvokers(roster: EnsembleRoster, as: (invoker: Invoker) => Invoker): EnsembleRoster {
  const through = (callable: CallableInvokers): CallableInvokers => ({
    ...callable,
    invokers: () => callable.invokers().map(as),
    find(reference) {
      const found = callable.find(reference);
      if (found.kind === 'found') return { ...found, invoker: as(found.invoker) };
      return found.kind === 'ambiguous' ? { ...found, candidates: found.candidates.map(as) } : found;
    },
  });
  return {
    ...roster,
    ...through(roster),
    get ensembles() {
      return roster.ensembles;
    },
    offering: among => through(roster.offering(among)),
  };
}
