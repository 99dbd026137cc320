import zlib from 'node:zlib';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { errors, reasonOf } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../converser/ground/json/nesting.ts';
import { bytesText, countText } from '../../converser/ground/wording/numbers.ts';
import { describeRecords } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { isConversationFile, readConversationFile } from '../../store/exchange/conversation-file.ts';
import { largestImport } from '../../store/imported.ts';
import { isClaudeCode, readClaudeCode } from './claude-code.ts';
import { isCodex, readCodex } from './codex.ts';
import type { ImportedFile } from './imported-file.ts';
import { readMessageList } from './message-lists.ts';
import { type Line, readLines } from './read-lines.ts';
import { isVscodeChat, readVscodeChat } from './vscode-chat.ts';

export interface ImportPorts {
  readonly store: Pick<ConversationStore, 'take'>;
  readonly host: Pick<Host, 'ids' | 'clock' | 'log'>;
}

export interface ImportedConversation {
  readonly id: string;
  /** For people. */
  readonly message: string;
}

/** Stores the whole conversation or nothing. Throws `bad-arguments` that says where the file can’t be read. */
export async function importConversation(
  bytes: Uint8Array,
  { store, host }: ImportPorts,
): Promise<ImportedConversation> {
  const file = await readImport(bytes, host.clock.now().toISOString());
  const { from, records, leftOut } = file;
  // No list would show it.
  if (describeRecords('', records) === undefined)
    throw errors.badArguments('Nothing was said in this conversation.');
  const id = host.ids.next('conversation');
  await store.take(id, records, { from });
  for (const place of leftOut.slice(0, mostLogged)) host.log.warn(`Left out of the import: ${place}`);
  const rest =
    leftOut.length === 0
      ? ''
      : ` ${countText(leftOut.length, 'part')} couldn’t be read; the log lists ${leftOut.length > 1 ? 'them' : 'it'}.`;
  const message = `Imported from ${from}. Converser treats its content as coming from outside, and asks before it acts on it.${rest}`;
  return { id, message };
}

const mostLogged = 100;

/** Times are those of the file, or else `now`. */
async function readImport(bytes: Uint8Array, now: string): Promise<ImportedFile> {
  const text = textOf(bytes);
  const whole = parseJson(text);
  const lines = linesIn(whole, text);
  if (isNestedDeeper(whole ?? lines, mostNestedInResults))
    throw errors.badArguments(`It is nested more than ${mostNestedInResults} levels deep`);
  if (isConversationFile(whole))
    return { from: 'Converser', records: await readConversationFile(whole), leftOut: [] };
  if (isVscodeChat(whole)) return readVscodeChat(whole, now);
  if (lines.some(isCodex)) return readCodex(lines, now);
  if (lines.some(isClaudeCode)) return readClaudeCode(lines, now);
  const list = readMessageList(whole ?? lines.map(({ value }) => value), now);
  if (list !== undefined) return list;
  throw errors.badArguments(
    'No conversation found. Converser reads its own JSON, lists of OpenAI’s and Anthropic’s messages, what VS Code’s “Chat: Export Chat…” writes, and session files of Claude Code and Codex.',
  );
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > largestImport) throw tooLarge();
  const isZstd = bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
  const plain = isZstd ? decompressed(bytes) : bytes;
  // PowerShell writes the output of programs in it.
  const isUtf16 = plain[0] === 0xff && plain[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(plain);
  } catch {
    throw errors.badArguments('This file isn’t UTF-8 text.');
  }
}

/** Old sessions of Codex are compressed. */
function decompressed(bytes: Uint8Array): Uint8Array {
  // Node before 22.15 has no zstd.
  if (!('zstdDecompressSync' in zlib)) throw errors.badArguments('Decompress it first, with zstd -d FILE.');
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: largestImport });
  } catch (cause) {
    throw cause instanceof RangeError
      ? tooLarge()
      : errors.badArguments(`It can’t be decompressed: ${reasonOf(cause)}`);
  }
}

function tooLarge() {
  return errors.badArguments(`It has more than ${bytesText(largestImport)}`);
}

/** A session may have one line only. */
function linesIn(whole: JsonValue | undefined, text: string): readonly Line[] {
  if (whole !== undefined) return isJsonObject(whole) ? [{ number: 1, value: whole }] : [];
  const end = text.indexOf('\n');
  if (parseJson(end === -1 ? text : text.slice(0, end)) === undefined) throw notJson(text);
  return readLines(text);
}

/** V8 says the line only of long texts. */
function notJson(text: string): Error {
  const mistakes: ParseError[] = [];
  parse(text, mistakes);
  const [{ error, offset } = { error: 0, offset: 0 }] = mistakes;
  const line = text.slice(0, offset).split('\n').length;
  return errors.badArguments(`Line ${line}: neither JSON nor JSON lines (${printParseErrorCode(error)}).`);
}
