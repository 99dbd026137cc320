import { type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { hasCode } from '../../converser/ground/causes.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { ConverseOptions, Prompt } from '../../converser/turn/converse-options.ts';
import { playedTurn, type RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import { toJson } from '../../converser/words/canister/canister-json.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../converser/words/conversation/converse-event.ts';
import type { Model, ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import { rawText } from '../../converser/words/texts/request-text.ts';
import { hiddenRecord } from '../exchange/hide-secrets.ts';
import { addToRecording, beginRecording } from '../recording-file.ts';

/** Records nothing before `begin`, and only the conversations that it names. */
export interface Recorder {
  /** Throws if nothing can be written there. Returns `false` if the recording is full. */
  begin(conversation: string): boolean;
  end(conversation: string): void;
  isRecording(conversation: string): boolean;
  readonly log: RequestLog;
  /** Runs turns as before, and records them where that is wanted. */
  recording<Options extends RecordedOptions>(run: Run<Options>): Run<Options>;
  readonly onDidChange: Listen<void>;
}

type RecordedOptions = Pick<ConverseOptions, 'model'> & { readonly isTrial?: true };

type Run<Options> = (
  conversation: Conversation,
  prompt: Prompt,
  options: Options,
) => AsyncIterable<ConverseEvent>;

export interface RecorderPorts {
  readonly host: Pick<Host, 'clock' | 'secrets' | 'alerts'>;
  readonly fileOf: (conversation: string) => string;
}

export function createRecorder({ host, fileOf }: RecorderPorts): Recorder {
  const { clock, secrets, alerts } = host;
  const begun = new Set<string>();
  const changes = listeners<void>();

  function end(conversation: string): void {
    if (begun.delete(conversation)) changes.fire();
  }

  function add(conversation: string, record: object): void {
    if (!begun.has(conversation)) return;
    try {
      if (addToRecording(fileOf(conversation), hiddenRecord(toJson(record), secrets))) return;
      alerts.warn(fullText);
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT')) alerts.warn(`Converser stopped recording: ${reasonOf(cause)}`);
    }
    end(conversation);
  }

  return {
    begin(conversation) {
      if (begun.has(conversation)) return true;
      const hasRoom = beginRecording(fileOf(conversation));
      if (hasRoom) begun.add(conversation);
      changes.fire();
      return hasRoom;
    },
    end,
    isRecording: conversation => begun.has(conversation),
    log({ origin, request, reply }) {
      if (origin === undefined || !begun.has(origin.conversation)) return () => {};
      const { conversation, turn, round } = origin;
      const [at, start] = [clock.now().toISOString(), clock.monotonic()];
      const sent = rawText(request, secrets.hide);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const milliseconds = Math.round(clock.monotonic() - start);
        const texts = { request: sent, reply: rawText(reply, secrets.hide) };
        add(conversation, { exchange: { turn, round, at, milliseconds, ...texts } });
      };
    },
    recording: run => (conversation, prompt, options) => {
      if (options.isTrial || !begun.has(conversation.id)) return run(conversation, prompt, options);
      const keep = (turn: RecordedTurn) => add(conversation.id, { turn });
      return recorded(conversation, options, { run: heard => run(conversation, prompt, heard), clock, keep });
    },
    onDidChange: changes.listen,
  };
}

export const fullText =
  'The recording is full (20 MB), so Converser stopped recording. What it holds can be replayed and exported.';

interface Recording<Options> extends Pick<Host, 'clock'> {
  readonly run: (heard: Options) => AsyncIterable<ConverseEvent>;
  readonly keep: (turn: RecordedTurn) => void;
}

async function* recorded<Options extends RecordedOptions>(
  { id }: Conversation,
  options: Options,
  { run, clock, keep }: Recording<Options>,
): AsyncGenerator<ConverseEvent, void> {
  const { model } = options;
  const start = clock.monotonic();
  const tools = new Map<string, ToolDefinition>();
  let first: ModelRequest | undefined;
  const reply: Model['reply'] = (request, signal) => {
    // Others are made beside the turn, as for a summary.
    if (request.origin?.conversation === id) {
      first ??= request;
      for (const tool of request.tools) tools.set(tool.name, tool);
    }
    return model.reply(request, signal);
  };
  const heard: Options = { ...options, model: { ...model, reply } };
  for await (const event of run(heard)) {
    if (event.type === 'turn-end' && first !== undefined)
      keep({
        at: clock.now().toISOString(),
        asked: { canisters: first.canisters, tools: [...tools.values()] },
        ...playedTurn(event, { model, milliseconds: clock.monotonic() - start }),
      });
    yield event;
  }
}
