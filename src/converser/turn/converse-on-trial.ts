import { inheritLearnt } from '../words/context-window/window-gauge.ts';
import type { Conversation } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import { converse } from './converse.ts';
import type { ConverseOptions, ConversePorts, Prompt } from './converse-options.ts';

/** Works on a copy of the conversation: nothing is connected, asked, counted or kept. */
export async function* converseOnTrial(
  conversation: Conversation,
  prompt: Prompt,
  { ports, ...options }: ConverseOptions,
): AsyncGenerator<ConverseEvent, void> {
  const trial = conversation.fork(`${conversation.id}-trial`);
  inheritLearnt(trial, conversation);
  for await (const event of converse(trial, prompt, {
    ...options,
    ports: onTrial(ports),
    findsLargest: true,
  })) {
    yield event;
    if (event.type === 'window') return;
  }
}

function onTrial({ host, permissions, roster, limits, contents, guidance }: ConversePorts): ConversePorts {
  const { caps: _caps, ...others } = limits;
  return {
    host,
    permissions,
    roster: {
      ...roster,
      get ensembles() {
        return roster.ensembles;
      },
      connect: async () => {},
    },
    limits: { ...others, compactAt: 0 },
    ...(contents && { contents }),
    ...(guidance && { guidance }),
  };
}
