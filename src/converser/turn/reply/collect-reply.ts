import type { ErrorData } from '../../ground/errors.ts';
import { type Content, text } from '../../words/canister/content.ts';
import type { Thought } from '../../words/conversation/thought.ts';
import type { FinishReason, ModelEvent, WrittenInvocation } from '../../words/models/provider.ts';

/** All of one reply of a model, once it has ended. */
export interface ModelReply {
  /** What was said and what the provider wants back, in the order in which it came. */
  readonly content: readonly Content[];
  readonly invocations: readonly WrittenInvocation[];
  readonly reason: FinishReason;
  /** What the model thought, as far as it told. */
  readonly thought?: Omit<Thought, 'before'>;
  /** Why the reply is not whole. */
  readonly error?: ErrorData;
}

/** Gathers what a model says. Texts between two other parts are joined; blank ones are left out. */
export interface ReplyCollector {
  hear(event: ModelEvent): void;
  whole(reason: FinishReason): ModelReply;
  broken(error: ErrorData): ModelReply;
}

export function createReplyCollector(): ReplyCollector {
  const content: Content[] = [];
  const invocations: WrittenInvocation[] = [];
  let pieces: string[] = [];

  function close(): void {
    const said = pieces.join('');
    if (said.trim() !== '') content.push(text(said, 'text/markdown'));
    pieces = [];
  }

  function whole(reason: FinishReason): ModelReply {
    close();
    return { content, invocations, reason };
  }

  return {
    hear(event) {
      if (event.type === 'text-delta') pieces.push(event.text);
      if (event.type === 'invocation') invocations.push(event);
      if (event.type !== 'opaque') return;
      close();
      content.push(event.content);
    },
    whole,
    broken: error => ({ ...whole('stop'), error }),
  };
}
