import { errorData, errors } from '../../../converser/errors.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  ToolDefinition,
  Usage,
} from '../../../converser/models/provider.ts';
import { addUsage, correctUsage } from '../../../converser/spending/spending.ts';
import type { ContractCall } from '../../../dialects/contract/outcome.ts';
import { createReplyParser } from '../../../dialects/contract/parse-reply.ts';
import type { ReplyEvent } from '../../../dialects/contract/reply-output.ts';
import { complaintsAboutCalls } from './check-calls.ts';

/** One request and all that came of it. What was said is passed on already, the rest is not. */
export interface Attempt {
  /** The reply as the model wrote it. */
  readonly written: string;
  readonly said: string;
  /** The calls as they were written, which is what is left to show when they are not made. */
  readonly held: readonly string[];
  readonly calls: readonly WrittenCall[];
  readonly proposals: readonly ContractCall[];
  /** Why the calls cannot be made: they could not be read, or do not fit the schemas of their tools. */
  readonly complaints: readonly string[];
  /** What was used and not told yet, with what was used before. */
  readonly usage?: Usage;
  readonly end: Extract<ModelEvent, { type: 'finish' | 'failure' }>;
}

type WrittenCall = Pick<Extract<ModelEvent, { type: 'invocation' }>, 'name' | 'arguments'>;

export interface AttemptOptions {
  readonly tools: readonly ToolDefinition[];
  /** What this reply goes on from. A restart makes it void too, so it is said again. */
  readonly before?: { readonly said: string; readonly usage: Usage | undefined };
  readonly signal: AbortSignal;
}

/** Asks once. Text, reasoning, notices and residue are passed on while they come. */
export async function* attemptReply(
  model: Model,
  request: ModelRequest,
  { tools, before, signal }: AttemptOptions,
): AsyncGenerator<ModelEvent, Attempt> {
  let parser = createReplyParser({ tools });
  let collected = createCollector(before);
  let end: Attempt['end'] = {
    type: 'failure',
    error: errorData(errors.modelFailed(model.label, 'its reply broke off.')),
  };
  for await (const event of model.reply(request, signal)) {
    if (event.type === 'finish' || event.type === 'failure') {
      end = event;
      break;
    }
    if (event.type === 'text-delta') {
      collected.write(event.text);
      yield* collected.take(parser.push(event.text));
    } else if (event.type === 'usage') collected.use(event.usage);
    else if (event.type === 'invocation') collected.call(event);
    else if (event.type === 'restart') {
      const usage = collected.used();
      if (usage !== undefined) yield { type: 'usage', usage };
      yield event;
      if (before !== undefined && before.said !== '') yield { type: 'text-delta', text: before.said };
      parser = createReplyParser({ tools });
      collected = createCollector();
    } else yield event;
  }
  const isCut = end.type === 'failure';
  yield* collected.take(isCut ? [] : parser.end());
  const attempt = collected.attempt(end);
  const complaints = isCut ? [] : await complaintsAboutCalls(collected.readCalls(), tools);
  return { ...attempt, complaints: [...attempt.complaints, ...complaints] };
}

function createCollector(before?: AttemptOptions['before']) {
  const written: string[] = [];
  const said: string[] = [];
  const held: string[] = [];
  const calls: WrittenCall[] = [];
  const read: ContractCall[] = [];
  const proposals: ContractCall[] = [];
  const complaints: string[] = [];
  let usage: Usage | undefined;
  const used = () => (before === undefined ? usage : addUsage(before.usage, usage));
  return {
    used,
    /** The calls that were made in the contract's way: the others go by without it. */
    readCalls: (): readonly ContractCall[] => read,
    write: (text: string) => void written.push(text),
    use: (told: Usage) => {
      usage = correctUsage(usage ?? {}, told);
    },
    call: ({ name, arguments: args }: WrittenCall) => void calls.push({ name, arguments: args }),
    *take(events: readonly ReplyEvent[]): Generator<ModelEvent, void> {
      for (const event of events) {
        switch (event.type) {
          case 'text':
            said.push(event.text);
            yield { type: 'text-delta', text: event.text };
            break;
          case 'reasoning':
            yield { type: 'reasoning-delta', text: event.text };
            break;
          case 'call':
            calls.push(event.call);
            read.push(event.call);
            if (event.written !== '') held.push(event.written);
            break;
          case 'proposal':
            proposals.push(event.call);
            break;
          case 'malformed':
            held.push(event.written);
            complaints.push(event.reason);
        }
      }
    },
    attempt(end: Attempt['end']): Attempt {
      const total = used();
      return {
        written: written.join(''),
        said: said.join(''),
        held,
        calls,
        proposals,
        complaints,
        ...(total && { usage: total }),
        end,
      };
    },
  };
}
