import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { CreateContestant } from '../main.ts';
import { type Change, passingOn } from './doors.ts';

/**
 * The least that a door does which looks at what it passes on: it parses each event, and renders it anew, for a client
 * that speaks another wire in the form of that. What arrives together is written together.
 */
export const createLoopDoor: CreateContestant = async assignment => {
  const { wire, clientWire = wire } = assignment;
  const render = wire === clientWire ? asItCame : asBlocks;
  return passingOn(assignment, () => createRendering(render));
};

type Render = (event: EventSourceMessage) => string;

function asItCame({ event, data }: EventSourceMessage): string {
  const json = data === '[DONE]' ? data : JSON.stringify(JSON.parse(data));
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${json}\n\n`;
}

/** The text of Chat Completions as Anthropic's events. The client of the benchmark needs no others. */
function asBlocks({ data }: EventSourceMessage): string {
  if (data === '[DONE]') return '';
  const { choices } = JSON.parse(data) as ChatCompletionChunk;
  const text = choices[0]?.delta.content;
  if (typeof text !== 'string' || text === '') return '';
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function createRendering(render: Render): Change {
  const decoder = new TextDecoder();
  let written = '';
  const parser = createParser({
    onEvent(event) {
      written += render(event);
    },
  });
  return packet => {
    written = '';
    parser.feed(decoder.decode(packet, { stream: true }));
    return written;
  };
}
