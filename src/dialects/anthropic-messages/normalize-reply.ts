import type Anthropic from '@anthropic-ai/sdk';
import { errorData, errors } from '../../converser/errors.ts';
import type { ModelEvent } from '../../converser/models/provider.ts';
import { createCallFragments } from '../call-fragments.ts';
import { createBlockReader } from './read-block.ts';
import { anthropic } from './residue.ts';
import { finishReason, noticeOf } from './stop-reason.ts';
import { createUsageReader } from './usage.ts';

export interface NormalizeReplyOptions {
  /** What the model is called in messages. */
  readonly label: string;
  /** The provider that opaque parts are tagged with. Default `anthropic`. */
  readonly provider?: string;
  /** Arguments are passed on while they arrive, too. */
  readonly fragments?: boolean | undefined;
}

export interface ReplyNormalizer {
  /** Our events for an event of the API; none for kinds that are not known yet. */
  push(event: Anthropic.RawMessageStreamEvent): readonly ModelEvent[];
  /** The remaining events once the stream has ended: the only `finish`, or a `failure` if it broke off. */
  end(): readonly ModelEvent[];
  /** The usage so far, for when the stream has failed. */
  usage(): readonly ModelEvent[];
}

export function createReplyNormalizer({
  label,
  provider = anthropic,
  fragments = false,
}: NormalizeReplyOptions): ReplyNormalizer {
  const blocks = createBlockReader(provider, fragments ? createCallFragments() : undefined);
  const usage = createUsageReader();
  let stop: Anthropic.RawMessageDeltaEvent['delta'] | undefined;

  return {
    push(event) {
      switch (event.type) {
        case 'message_start':
          usage.read(event.message?.usage);
          return [];
        case 'content_block_start':
          return blocks.start(event);
        case 'content_block_delta':
          return blocks.delta(event);
        case 'content_block_stop':
          return blocks.stop(event);
        case 'message_delta':
          usage.read(event.usage);
          if (event.delta?.stop_reason) stop = event.delta;
          return [];
        default:
          return [];
      }
    },
    end() {
      if (stop?.stop_reason == null) {
        return [...usage.events(), { type: 'failure', error: brokenOff(label) }];
      }
      const rest = blocks.rest();
      const reason = finishReason(stop.stop_reason, blocks.calls());
      const word = stop.stop_sequence;
      const end = { type: 'finish', reason, ...(word ? { stopWord: word } : {}) } as const;
      return [...rest, ...noticeOf(stop, label), ...usage.events(), end];
    },
    usage: usage.events,
  };
}

function brokenOff(label: string) {
  return errorData(errors.modelUnreachable(label, 'its reply broke off.'));
}
