import { type Canister, isInvocation, isResult } from '../../src/converser/words/canister/canister.ts';
import { type Content, type OpaqueContent, text } from '../../src/converser/words/canister/content.ts';
import type { ModelEvent, ModelRequest, ToolDefinition } from '../../src/converser/words/models/provider.ts';
import { callOf, canisterOf, common, type Part, type Role, resultOf } from './canister-of.ts';

/** A fact that a request may hold, and how to tell whether it is still there. */
export interface Fact {
  readonly request: ModelRequest;
  /** Whether whoever reads the request finds the fact in its place. */
  readonly isKept: (read: ModelRequest, written: string) => boolean;
  /** Otherwise: whether it is found in another place. */
  readonly isElsewhere?: (read: ModelRequest) => boolean;
  /** Otherwise: words by which a model learns of it all the same. */
  readonly words?: RegExp;
}

const said = (role: Role, ...content: readonly Part[]) =>
  canisterOf(role, `${role}-${content.length}`, ...content);

const tool: ToolDefinition = {
  name: 'files__read',
  description: 'Reads.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  aliases: ['perusal'],
};

function request(canisters: readonly Canister[], more: Partial<ModelRequest> = {}): ModelRequest {
  return { canisters, tools: [tool], ...more };
}

function asking(...content: readonly Content[]): ModelRequest {
  return request([said('user', 'Look.', ...content)]);
}

interface Round {
  readonly call?: object;
  readonly result?: object;
  readonly before?: readonly Content[];
}

function round({ call = {}, result = {}, before = [text('I look.')] }: Round): ModelRequest {
  return request([
    said('user', 'Look.'),
    said('assistant', ...before),
    { ...callOf('call-of-mine', { path: 'a' }), name: 'read', ...call },
    { ...resultOf('call-of-mine', 'Seen.'), ...result },
  ] as readonly Canister[]);
}

const bytes = new Uint8Array([1, 2, 3]);
const png: Content = { type: 'image', mimeType: 'image/png', bytes };
const tiff: Content = { type: 'image', mimeType: 'image/tiff', bytes };
const note: Content = {
  type: 'resource',
  uri: 'file:///note.md',
  mimeType: 'text/markdown',
  text: 'A note.',
};
const pdf: Content = { type: 'resource', uri: 'file:///a.pdf', mimeType: 'application/pdf', bytes };
const zip: Content = { type: 'resource', uri: 'file:///a.zip', mimeType: 'application/zip', bytes };
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'the-seal' };

/** As the maker on each wire would have left it, all in one. */
function residue(provider: string): readonly OpaqueContent[] {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'the-seal' };
  return [
    { block: thinking },
    { dialect: 'openai-chat', message: { reasoning_details: [{ type: 'x', data: 'the-seal' }] } },
    { dialect: 'openai-responses', item: reasoning, afterCalls: 0 },
  ].map(data => ({ type: 'opaque', provider, data }));
}

function parts({ canisters }: ModelRequest, ...roles: readonly Canister['role'][]): readonly Content[] {
  return canisters.filter(({ role }) => roles.includes(role)).flatMap(({ content }) => content);
}

function isPng(part: Content): boolean {
  return part.type === 'image' && part.mimeType === 'image/png' && part.bytes.join() === bytes.join();
}

function holds(read: ModelRequest, is: (part: Content) => boolean): boolean {
  return parts(read, 'user', 'document').some(is);
}

function calls({ canisters }: ModelRequest) {
  return canisters.filter(isInvocation);
}

function results({ canisters }: ModelRequest) {
  return canisters.filter(isResult);
}

/** The rows of the table in `src/dialects/README.md`, in its order. */
export const requestFacts: Readonly<Record<string, Fact>> = {
  'texts of instructions, users and models': {
    request: request([said('supervisor', 'Be brief.'), said('user', 'Hi.'), said('assistant', 'Yes?')]),
    isKept: read =>
      (['supervisor', 'user', 'assistant'] as const).every(role =>
        parts(read, role).some(({ type }) => type === 'text'),
      ),
  },
  'instructions in the middle, in their place': {
    request: request([said('user', 'Hi.'), said('supervisor', 'Be brief.'), said('user', 'So?')]),
    isKept: ({ canisters }) => canisters.findIndex(({ role }) => role === 'supervisor') === 1,
    isElsewhere: read => JSON.stringify(parts(read, 'supervisor')).includes('Be brief.'),
    words: /<system-reminder>\\nBe brief/,
  },
  'MIME type of a text': {
    request: asking(text('<b>', 'text/html')),
    isKept: read => holds(read, part => part.type === 'text' && part.mimeType === 'text/html'),
  },
  'that a text is blank': {
    request: request([said('user', ' \n')]),
    isKept: read => holds(read, part => part.type === 'text' && part.text === ' \n'),
  },
  'image (PNG, JPEG, GIF, WebP)': { request: asking(png), isKept: read => holds(read, isPng) },
  'image of another kind': {
    request: asking(tiff),
    isKept: read => holds(read, ({ type }) => type === 'image'),
    words: /image\/tiff/,
  },
  'image in a result': {
    request: round({ result: { content: [text('Seen.'), png] } }),
    isKept: read => parts(read, 'result').some(isPng),
    isElsewhere: read => holds(read, isPng),
  },
  'image in a failed result': {
    request: round({
      result: { content: [text('Seen.'), png], failure: { kind: 'execution', message: 'Seen.' } },
    }),
    isKept: read => parts(read, 'result').some(isPng),
    isElsewhere: read => holds(read, isPng),
  },
  'document of text, with its address': {
    request: asking(note),
    isKept: read =>
      holds(
        read,
        part => part.type === 'resource' && part.uri === 'file:///note.md' && part.text === 'A note.',
      ),
    words: /file:\/\/\/note\.md/,
  },
  'PDF (where the server takes files)': {
    request: asking(pdf),
    isKept: read => holds(read, part => part.type === 'resource' && part.bytes?.join() === bytes.join()),
    words: /a\.pdf/,
  },
  'other binary document': {
    request: asking(zip),
    isKept: read => holds(read, part => part.type === 'resource' && part.bytes !== undefined),
    words: /a\.zip/,
  },
  'that a document is none of the user’s words': {
    request: request([said('document', 'A note.'), said('user', 'Look.')]),
    isKept: read => parts(read, 'document').length > 0,
  },
  'call with its arguments': {
    request: round({}),
    isKept: read => calls(read)[0]?.arguments.path === 'a',
    words: /\\"path\\":\\"a\\"/,
  },
  'id of a call': { request: round({}), isKept: read => calls(read)[0]?.id === 'call-of-mine' },
  'ensemble of a call': {
    request: round({}),
    isKept: read => calls(read)[0]?.ensemble === 'files',
    words: /files__read/,
  },
  'arguments that could not be read': {
    request: round({ call: { arguments: {}, malformedArguments: '{half' } }),
    isKept: read => calls(read)[0]?.malformedArguments === '{half',
    words: /\{half/,
  },
  'result with its text': {
    request: round({}),
    isKept: read =>
      results(read)[0]?.content.some(part => part.type === 'text' && part.text === 'Seen.') === true,
    words: /Seen\./,
  },
  'that a call failed': {
    request: round({ result: { content: [], failure: { kind: 'timeout', message: 'No answer.' } } }),
    isKept: read => results(read)[0]?.failure !== undefined,
    words: /No answer\./,
  },
  'how a call failed': {
    request: round({ result: { content: [], failure: { kind: 'timeout', message: 'No answer.' } } }),
    isKept: read => results(read)[0]?.failure?.kind === 'timeout',
    words: /Timed out|timeout/,
  },
  'reasoning that this maker sealed': {
    request: round({ before: residue('maker') }),
    isKept: (_read, written) => written.includes('the-seal'),
  },
  'reasoning that another maker sealed': {
    request: round({ before: residue('other') }),
    isKept: (_read, written) => written.includes('the-seal'),
  },
  'what the screen shows of a result': {
    request: round({ result: { screen: '**Seen**' } }),
    isKept: read => results(read)[0]?.screen !== undefined,
  },
  timestamps: {
    request: asking(),
    isKept: ({ canisters }) => canisters.some(each => each.timestamp === common('').timestamp),
  },
  'marks (pinned)': {
    request: request([{ ...said('user', 'Hi.'), marks: { active: true, pinned: true } }]),
    isKept: ({ canisters }) => canisters.some(({ marks }) => marks.pinned),
  },
  'tool with its schema': {
    request: asking(),
    isKept: ({ tools }) => JSON.stringify(tools[0]?.inputSchema) === JSON.stringify(tool.inputSchema),
    words: /files__read/,
  },
  'aliases of a tool': {
    request: asking(),
    isKept: ({ tools }) => tools[0]?.aliases !== undefined,
    words: /perusal/,
  },
  'that a tool must be called': {
    request: { ...asking(), toolChoice: 'required' },
    isKept: ({ toolChoice }) => toolChoice === 'required',
    words: /must call/,
  },
  'schema of the reply': {
    request: { ...asking(), tools: [], replySchema: { type: 'object', properties: {} } },
    isKept: ({ replySchema }) => replySchema !== undefined,
  },
  'words at which to stop': {
    request: { ...asking(), options: { stop_sequences: ['END'] } },
    isKept: ({ options }) => JSON.stringify(options).includes('END'),
  },
};

/** The facts of replies: each as the one event that tells it. */
export const replyFacts: Readonly<Record<string, { readonly event: ModelEvent }>> = {
  text: { event: { type: 'text-delta', text: 'Hi.' } },
  reasoning: { event: { type: 'reasoning-delta', text: 'Hm.' } },
  'call with its arguments': { event: { type: 'invocation', name: 'a', arguments: { n: 1 } } },
  'arguments that cannot be read': { event: { type: 'invocation', name: 'a', arguments: '{half' } },
  'that a call was only shown': { event: { type: 'invocation', name: 'a', arguments: {}, proposed: true } },
  'reasoning that this maker sealed': {
    event: { type: 'opaque', content: { type: 'opaque', provider: 'maker', data: { block: thinking } } },
  },
  'reasoning that another maker sealed': {
    event: { type: 'opaque', content: { type: 'opaque', provider: 'other', data: { seal: 'x' } } },
  },
  notices: { event: { type: 'notice', message: 'Mind the gap.' } },
  'tokens, also those cached': {
    event: { type: 'usage', usage: { input: 9, output: 2, cached: 4, reasoning: 0 } },
  },
  'tokens of reasoning': {
    event: { type: 'usage', usage: { input: 9, output: 2, cached: 0, reasoning: 1 } },
  },
  'that tokens were estimated': {
    event: { type: 'usage', usage: { input: 9, output: 2, cached: 0, reasoning: 0, estimated: true } },
  },
  'stop at the limit of length': { event: { type: 'finish', reason: 'length' } },
  refusal: { event: { type: 'finish', reason: 'refusal' } },
};
