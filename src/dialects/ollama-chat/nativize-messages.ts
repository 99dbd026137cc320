import type {
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { nativizeMessages as nativizeChatMessages } from '../openai-chat/nativize-messages.ts';
import type { KeptThoughts } from '../options/kept-thoughts.ts';
import type { OllamaCall, OllamaMessage } from './api.ts';

export interface MessageOptions {
  readonly provider: string;
  readonly images: boolean;
  readonly thoughts: KeptThoughts;
}

/** Unlike in Chat Completions, arguments are objects, a result names its tool, and images stand beside the text. */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): readonly OllamaMessage[] {
  const names = new Map<string, string>();
  const said = nativizeChatMessages(canisters, { ...options, supervisor: 'system', files: false });
  return said.map(message => {
    for (const { id, function: called } of callsOf(message)) names.set(id, called.name);
    const known = became.get(message);
    if (known !== undefined) return known;
    const native = nativizeMessage(message, names);
    became.set(message, native);
    return native;
  });
}

/** The same message becomes the same object, so that its bytes are written once. */
const became = new WeakMap<ChatCompletionMessageParam, OllamaMessage>();

function callsOf(message: ChatCompletionMessageParam): readonly ChatCompletionMessageFunctionToolCall[] {
  if (message.role !== 'assistant') return [];
  return (message.tool_calls ?? []).filter(call => call.type === 'function');
}

function nativizeMessage(
  message: ChatCompletionMessageParam,
  names: ReadonlyMap<string, string>,
): OllamaMessage {
  const content = textIn(message.content);
  switch (message.role) {
    case 'tool': {
      const name = names.get(message.tool_call_id);
      return {
        role: 'tool',
        content,
        ...(name !== undefined && { tool_name: name }),
        tool_call_id: message.tool_call_id,
      };
    }
    case 'assistant': {
      const calls = callsOf(message);
      const thinking = thoughtIn(message);
      return {
        role: 'assistant',
        content,
        ...(thinking !== undefined && { thinking }),
        ...(calls.length > 0 && { tool_calls: calls.map(nativizeCall) }),
      };
    }
    case 'user': {
      const images = imagesIn(message.content);
      return { role: 'user', content, ...(images.length > 0 && { images }) };
    }
    default:
      return { role: 'system', content };
  }
}

function nativizeCall({
  id,
  function: { name, arguments: written },
}: ChatCompletionMessageFunctionToolCall): OllamaCall {
  const args = parseJson(written);
  return { id, function: { name, arguments: isJsonObject(args) ? args : {} } };
}

/** Chat Completions has no field for thoughts, and servers have two. */
function thoughtIn(message: object): string | undefined {
  const { reasoning_content: one, reasoning: other = one } = { ...message } as Readonly<
    Record<string, unknown>
  >;
  return typeof other === 'string' && other !== '' ? other : undefined;
}

type MessageContent = ChatCompletionMessageParam['content'];

function textIn(content: MessageContent): string {
  if (!Array.isArray(content)) return content ?? '';
  return content
    .map(part => (part.type === 'text' ? part.text : isLink(part) ? `[image: ${urlIn(part)}]` : ''))
    .filter(text => text !== '')
    .join('\n\n');
}

type Part = Exclude<MessageContent, string | null | undefined>[number];

function imagesIn(content: MessageContent): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.map(urlIn).flatMap(url => /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1] ?? []);
}

/** Ollama loads nothing from elsewhere. */
function isLink(part: Part): boolean {
  return part.type === 'image_url' && !urlIn(part).startsWith('data:');
}

function urlIn(part: Part | ChatCompletionContentPart): string {
  return part.type === 'image_url' ? part.image_url.url : '';
}
