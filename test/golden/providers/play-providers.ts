import type { Prompt } from '../../../src/converser/turn/converse-options.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { takeTurn } from '../../converser/turn/take-turn.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { renderEvents, section } from '../render-transcript.ts';
import type { Maker } from './makers.ts';
import { type Exchange, renderExchanges } from './render-exchange.ts';

export interface Turn {
  readonly prompt: string | Prompt;
  readonly maker: Maker;
}

export interface Journey {
  readonly name: string;
  /** What a reader learns from it about the product. */
  readonly shows: string;
  readonly turns: readonly Turn[];
}

export interface PlayedJourney {
  readonly transcript: string;
  readonly exchanges: readonly Exchange[];
}

const notes: Readonly<Record<string, string>> = { 'a.txt': 'Alpha', 'b.txt': 'Beta' };

const files = createFakeEnsemble('workspace', {
  read_file: {
    description: 'Reads a file.',
    arguments: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    invocable: ({ path }) => {
      const note = notes[String(path)];
      if (note === undefined) throw new Error(`There is no ${path}.`);
      return note;
    },
  },
});

/** Plays a conversation with real providers, whose servers are on this machine. */
export async function playJourney({ shows, turns }: Journey): Promise<PlayedJourney> {
  const ports = await createFakePorts({ ensembles: [files] });
  const conversation = createConversation('conversation-1');
  const exchanges: Exchange[] = [];
  const models = new Map<Maker, Model>();
  const disposables: (() => Promise<void>)[] = [];
  const sections: string[] = [shows];
  try {
    for (const [at, { prompt, maker }] of turns.entries()) {
      const model = models.get(maker) ?? (await connect(maker));
      models.set(maker, model);
      const before = exchanges.length;
      const { events } = await takeTurn({
        ports,
        model,
        supervisor: 'Be brief.',
        conversation,
        said: prompt,
      });
      sections.push(section(`Turn ${at + 1}, with ${model.label}`, renderEvents(events)));
      sections.push(section('On the wire', renderExchanges(exchanges, before)));
    }
  } finally {
    for (const dispose of disposables) await dispose();
  }
  return { transcript: sections.filter(Boolean).join('\n\n').concat('\n'), exchanges };

  async function connect(maker: Maker): Promise<Model> {
    const { model, dispose } = await maker(exchange => exchanges.push(exchange));
    disposables.push(dispose);
    return model;
  }
}
