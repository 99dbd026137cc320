import assert from 'node:assert/strict';
import { converse } from '../../../src/converser/turn/converse.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import {
  type Conversation,
  createConversation,
} from '../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../../src/converser/words/conversation/converse-event.ts';
import type { ContentLabels } from '../../../src/converser/words/labels/content-labels.ts';
import type { Model, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../src/converser/words/spending/caps.ts';
import type { Contents } from '../../../src/converser/words/workspace/contents.ts';
import type { Workspace } from '../../../src/converser/words/workspace/workspace.ts';
import { summarizationTools } from '../../../src/ensembles/summarization/summarization-tools.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { createToolContext } from '../../../src/ensembles/workspace/places/tool-context.ts';
import { type AddedPlaces, noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { workspaceToolsWith } from '../../../src/ensembles/workspace/workspace-tools.ts';
import { createFakeEnsemble, createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { type Script, says } from '../../fakes/scripted-model.ts';

export interface SummaryScene {
  readonly workspace: Workspace;
  readonly labels?: ContentLabels;
  readonly contents?: Contents;
  readonly addedPlaces?: AddedPlaces;
  /** What the conversation's model does in its rounds; "Done." once that is used up. */
  readonly rounds: readonly Script[];
  /** What it answers beside them, to the text and the question. Default: "Summary.". */
  readonly beside?: (asked: AskedBeside) => Script;
  /** Tokens of its window. */
  readonly window?: number;
  readonly caps?: Caps;
  readonly signal?: AbortSignal;
  /** One that goes on. */
  readonly conversation?: Conversation;
  readonly answers?: readonly ('once' | 'deny')[];
  readonly rules?: Readonly<Record<string, 'allow' | 'ask' | 'deny'>>;
}

export interface AskedBeside {
  readonly instructions: string;
  /** With its fence. */
  readonly text: string;
  readonly question: string;
  readonly request: ModelRequest;
}

/** A turn in which a model calls tools that ask it, or another one, for summaries. */
export async function runSummary({ rounds, beside = () => says('Summary.'), ...scene }: SummaryScene) {
  const labels = scene.labels ?? createKeptLabels();
  const shared = createToolContext(scene.workspace, {
    protectedRoles: () => [],
    addedPlaces: scene.addedPlaces ?? noAddedPlaces,
    labels,
  });
  const ensemble = (name: string, tools: ReturnType<typeof summarizationTools>) => ({
    ...createFakeEnsemble(name, {}),
    invokers: tools.map(tool => createFakeInvoker({ ...tool, ensemble: name })),
  });
  const ports = await createFakePorts({
    ensembles: [
      ensemble('summarization', summarizationTools(shared)),
      ensemble('workspace', workspaceToolsWith(shared)),
    ],
    rules: scene.rules ?? { 'workspace:*': 'allow', 'summarization:*': 'allow' },
    answers: [...(scene.answers ?? [])],
    ...(scene.caps && { limits: { caps: scene.caps } }),
  });
  const asked: AskedBeside[] = [];
  const model = askedModel({ rounds: [...rounds], beside, asked, window: scene.window });
  const conversation = scene.conversation ?? createConversation('c');
  const options = {
    ports: { ...ports, ...(scene.contents && { contents: scene.contents }) },
    model,
    signal: scene.signal ?? new AbortController().signal,
  };
  const before = conversation.canisters.length;
  const events: ConverseEvent[] = [];
  for await (const event of converse(conversation, { content: [text('Go.')] }, options)) events.push(event);
  const results = conversation.canisters
    .slice(before)
    .filter((each): each is ResultCanister => each.role === 'result');
  return {
    asked,
    conversation,
    results,
    events,
    end: events.at(-1) as TurnEnd,
    questions: ports.host.approver.asked,
    /** What the first call came to. */
    said: results[0]?.failure?.message ?? textOf(results[0]?.content ?? []),
  };
}

interface AskedModelOptions {
  readonly rounds: Script[];
  readonly beside: (asked: AskedBeside) => Script;
  readonly asked: AskedBeside[];
  readonly window?: number | undefined;
}

/** Requests without tools are those beside the conversation. */
function askedModel({ rounds, beside, asked, window }: AskedModelOptions): Model {
  return {
    provider: 'scripted',
    id: 'model',
    label: 'Scripted model',
    capabilities: {
      tools: 'native',
      images: true,
      ...(window === undefined ? {} : { contextTokens: window }),
    },
    async *reply(request, signal) {
      const script =
        request.tools.length > 0 ? (rounds.shift() ?? says('Done.')) : beside(note(request, asked));
      if (typeof script === 'function') yield* script(request, signal);
      else yield* script;
    },
  };
}

function note(request: ModelRequest, asked: AskedBeside[]): AskedBeside {
  const [above, document, user] = request.canisters;
  assert.deepEqual(
    request.canisters.map(({ role }) => role),
    ['supervisor', 'document', 'user'],
  );
  const of = (canister: typeof above) => textOf(canister?.content ?? []);
  const noted = { instructions: of(above), text: of(document), question: of(user), request };
  asked.push(noted);
  return noted;
}
