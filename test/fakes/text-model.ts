import { errorData, errors } from '../../src/converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../src/converser/words/models/provider.ts';

export interface TextModel extends Model {
  readonly requests: readonly ModelRequest[];
}

export interface TextModelOptions {
  /** Characters of one delta. */
  readonly pieceLength?: number;
  readonly images?: boolean;
  readonly replySchema?: boolean;
  readonly parallel?: boolean;
  readonly contextTokens?: number;
  readonly outputTokens?: number;
}

/** A model that only reads and writes text: one reply for each request, in order, then nothing more. */
export function createTextModel(
  replies: readonly (string | readonly ModelEvent[])[],
  { pieceLength = 3, images = false, ...more }: TextModelOptions = {},
): TextModel {
  const remaining = [...replies];
  const requests: ModelRequest[] = [];
  return {
    provider: 'text',
    id: 'model',
    label: 'Text model',
    capabilities: { tools: 'none', images, ...more },
    requests,
    async *reply(request, signal) {
      requests.push(request);
      const reply = remaining.shift() ?? '';
      for (const event of typeof reply === 'string' ? spelled(reply, pieceLength) : reply) {
        await Promise.resolve();
        if (signal.aborted) return yield { type: 'failure', error: errorData(errors.cancelled()) };
        yield event;
      }
    },
  };
}

function* spelled(reply: string, pieceLength: number): Generator<ModelEvent, void> {
  for (let at = 0; at < reply.length; at += pieceLength) {
    yield { type: 'text-delta', text: reply.slice(at, at + pieceLength) };
  }
  yield { type: 'usage', usage: { input: 10, output: 5 } };
  yield { type: 'finish', reason: 'stop' };
}
