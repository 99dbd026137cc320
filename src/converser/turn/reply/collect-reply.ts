import type { ErrorData } from '../../ground/errors.ts';
import { type Content, text } from '../../words/canister/content.ts';
import type { Thought } from '../../words/conversation/thought.ts';
import type { FinishReason, ModelEvent, WrittenInvocation } from '../../words/models/provider.ts';

export interface ModelReply {
  readonly content: readonly Content[];
  readonly invocations: readonly WrittenInvocation[];
  readonly reason: FinishReason;
  readonly thought?: Omit<Thought, 'before'>;
  readonly error?: ErrorData;
}

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
