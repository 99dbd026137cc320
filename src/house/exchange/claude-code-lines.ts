import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { objectsIn, stringIn } from './imported-file.ts';

export interface SaidInLine {
  /** `system` is what Claude Code told its model, such as the text of a command or how a task ended. */
  readonly role: 'user' | 'assistant' | 'system';
  /** Of Anthropic’s messages. */
  readonly blocks: readonly JsonObject[];
  readonly id: string;
  /** It is part of the message before it. */
  readonly joins?: true;
}

/** `undefined` for lines that are for the program itself. */
export function saidIn({ type, message, attachment, ...line }: JsonObject): SaidInLine | undefined {
  if (type === 'attachment') return isJsonObject(attachment) ? attachedIn(attachment) : undefined;
  if (!isJsonObject(message) || line.isApiErrorMessage === true) return undefined;
  const said = { blocks: blocksIn(message.content), id: stringIn(message.id) };
  if (type === 'assistant') return { ...said, role: 'assistant' };
  return type === 'user' ? inputOf(said.blocks, line.isMeta === true) : undefined;
}

/** A message that was sent while the model worked, and a file that a message named with `@`, stand here alone. */
function attachedIn(attachment: JsonObject): SaidInLine | undefined {
  const { type, prompt, commandMode, displayPath, content, origin } = attachment;
  if (type === 'queued_command') {
    const isTold = commandMode === 'task-notification' || (isJsonObject(origin) && origin.kind !== 'human');
    return inputOf(blocksIn(prompt), isTold);
  }
  const file = type === 'file' && isJsonObject(content) && isJsonObject(content.file) ? content.file : {};
  const isImage = /^image\//.test(stringIn(file.type));
  const source = isImage
    ? { type: 'base64', media_type: stringIn(file.type), data: stringIn(file.base64) }
    : { type: 'text', media_type: 'text/plain', data: stringIn(file.content) };
  if (source.data === '') return undefined;
  const title = stringIn(displayPath ?? attachment.filename);
  const block = isImage ? { type: 'image', source } : { type: 'document', title, source };
  return { role: 'user', blocks: [block], id: '', joins: true };
}

function blocksIn(content: JsonValue | undefined): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
}

function inputOf(blocks: readonly JsonObject[], isMeta: boolean): SaidInLine | undefined {
  const written = blocks.map(({ text }) => stringIn(text)).join('\n');
  if (isMeta && caveat.test(written)) return undefined;
  // Instructions are text.
  const isTold = (isMeta || toldStart.test(written)) && blocks.every(({ type }) => type === 'text');
  return { role: isTold ? 'system' : 'user', blocks: blocks.map(asTyped), id: '' };
}

const caveat = /^\s*(<local-command-caveat>|Caveat: The messages below)/;
const toldStart = /^\s*<(task-notification|(local-command|bash)-std(out|err))>/;

/** `/name arguments` and `!command`, which stand there in tags. */
function asTyped(block: JsonObject): JsonObject {
  const written = stringIn(block.text);
  const [, command] = /^\s*<bash-input>(.*)<\/bash-input>\s*$/s.exec(written) ?? [];
  if (command !== undefined) return { ...block, text: `!${command}` };
  if (!/^\s*(<command-(name|message|args)>.*?<\/command-\2>\s*)+$/s.test(written)) return block;
  const inTag = (tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(written)?.[1] ?? '';
  const name = inTag('command-name')
    .trim()
    .replace(/^\/?(?=.)/, '/');
  return name === '' ? block : { ...block, text: `${name} ${inTag('command-args')}`.trim() };
}
