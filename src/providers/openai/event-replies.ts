import type { Dialect, ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import type { NormalizerOptions, ReplyNormalizer } from '../../dialects/reply-normalizer.ts';
import type { Answer } from '../wire/exchange.ts';
import { readEvents, type ServerEvent } from '../wire/read-events.ts';
import { streamedReply } from '../wire/streamed-reply.ts';
import { type AskOptions, createToolRefusals } from '../wire/tool-refusals.ts';
import { createWantedOptions } from '../wire/wanted-options.ts';
import type { Replies, ReplyOptions } from './openai-model.ts';
import { asSdkError, isDone } from './read-chunk.ts';

export interface EventApi<Native> {
  readonly dialect: Dialect;
  readonly open: (request: ModelRequest, options: ReplyOptions) => Promise<Answer>;
  readonly stream?: { readonly lines: true; readonly isLast: (event: ServerEvent) => boolean };
  readonly parse: (event: ServerEvent) => Native;
  readonly eventsOfWhole?: (reply: Native) => readonly Native[];
  readonly salvage?: (cause: unknown) => readonly ModelEvent[] | undefined;
  readonly createNormalizer: (options: NormalizerOptions, request: ModelRequest) => ReplyNormalizer<Native>;
}

export function eventReplies<Native>({
  dialect,
  open,
  stream,
  parse,
  eventsOfWhole = reply => [reply],
  salvage,
  createNormalizer,
}: EventApi<Native>): Replies {
  const refusals = createToolRefusals();
  const wanted = createWantedOptions(dialect);
  return (request, options) => {
    const { label, wire, signal, explain, hideIn } = options;
    const { fragments } = request;
    const { read, end, usage } = createNormalizer(
      { model: wire.model, provider: wire.provider, label, fragments },
      request,
    );
    const notices: ModelEvent[] = [];
    const notice: AskOptions['notice'] = (message, leftOut) =>
      notices.push({ type: 'notice', message, ...(leftOut && { leftOut }) });
    let headers: (() => Headers) | undefined;
    const reader = {
      async open() {
        const { model, thinks, server } = wire;
        const asking = { model, thinks, server, label, notice };
        const { body, headers: theirs } = await refusals.ask(request, asking, asked =>
          wanted.ask(asked, asking, each => open(each, options)),
        );
        headers = theirs;
        return readEvents(body, { label, isLast: stream?.isLast ?? isDone, lines: stream?.lines });
      },
      opening: () => notices,
      read(event: ServerEvent) {
        // The last event mostly comes in the same packet as the last words.
        if (stream?.isLast(event)) return [...read(parse(event)), ...end()];
        if (stream === undefined && isDone(event)) return end(true);
        if (event.isWhole) return [...eventsOfWhole(parse(event)).flatMap(read), ...end(true)];
        return read(parse(event));
      },
      end: () => end(),
      known: usage,
      ...(salvage === undefined || request.tools.length === 0 ? {} : { salvage }),
      explain: async (cause: unknown) =>
        explain(await asSdkError(cause, headers?.()), { request, hasBegun: headers !== undefined }),
      hideIn,
    };
    return streamedReply(reader, signal);
  };
}
