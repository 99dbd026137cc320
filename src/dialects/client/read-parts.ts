import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { fromBase64 } from '../../converser/words/canister/base64.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { imageType } from '../../converser/words/canister/image-type.ts';
import { fromDataUrl } from '../data-url.ts';

/** Where something stands in a request, and the places of what could not be read there. */
export interface Place {
  /** Such as `messages[1].content`. */
  readonly path: string;
  readonly ignored: string[];
}

/** Reads the parts of Chat Completions and Responses alike. What can’t be read is named to client and model. */
export function readParts(content: unknown, place: Place): readonly Content[] {
  if (typeof content === 'string') return content === '' ? [] : [text(content)];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, at) =>
    typeof part === 'string'
      ? readParts(part, place)
      : readPart(Object(part), { ...place, path: `${place.path}[${at}]` }),
  );
}

function readPart(part: JsonObject, place: Place): readonly Content[] {
  const { text: said, refusal, type, source } = part;
  if (typeof said === 'string') return readParts(said, place);
  if (typeof refusal === 'string') return [text(refusal)];
  if (isJsonObject(source)) return [readSource(part, source) ?? unread(part, place)];
  const image = addressIn(part.image_url);
  if (image !== undefined) return [readImage(image) ?? unread(part, place)];
  if (type === 'file' || type === 'input_file') return readFile(part, place);
  return [unread(part, place)];
}

function addressIn(image: JsonValue | undefined): string | undefined {
  const url = isJsonObject(image) ? image.url : image;
  return typeof url === 'string' ? url : undefined;
}

function readImage(url: string): Content | undefined {
  if (/^(?!data:)[a-z][a-z\d+.-]*:/i.test(url)) return { type: 'resource', uri: url, mimeType: 'image/*' };
  const data = readData(url);
  return data && { type: 'image', ...data };
}

/** As Anthropic’s clients write it. */
function readSource(
  { type, title }: JsonObject,
  { url, data, media_type: kind }: JsonObject,
): Content | undefined {
  const isImage = type === 'image';
  if (typeof url === 'string')
    return { type: 'resource', uri: url, mimeType: isImage ? 'image/*' : 'application/pdf' };
  const bytes = typeof data === 'string' ? fromBase64(data) : undefined;
  if (bytes === undefined || typeof kind !== 'string') return undefined;
  if (isImage) return { type: 'image', mimeType: kind, bytes };
  return { type: 'resource', uri: typeof title === 'string' ? title : 'file', mimeType: kind, bytes };
}

function readFile(part: JsonObject, place: Place): readonly Content[] {
  const { file_data: data, file_url: url, filename } = isJsonObject(part.file) ? part.file : part;
  const uri = typeof filename === 'string' ? filename : 'file';
  const read = typeof data === 'string' ? readData(data) : undefined;
  if (read !== undefined) return [{ type: 'resource', uri, ...read, ...textIn(read) }];
  // No provider is sent what is there.
  if (typeof url !== 'string') return [unread(part, place)];
  place.ignored.push(`${place.path} (file_url)`);
  return [{ type: 'resource', uri: url }];
}

interface Data {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** A data URL, or its base64 alone. */
function readData(written: string): Data | undefined {
  if (/^data:/i.test(written)) return fromDataUrl(written);
  const bytes = written === '' ? undefined : fromBase64(written);
  if (bytes === undefined) return undefined;
  const isPdf = String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
  const mimeType =
    imageType({ mimeType: '', bytes }) ?? (isPdf ? 'application/pdf' : 'application/octet-stream');
  return { mimeType, bytes };
}

function textIn({ mimeType, bytes }: Data): { readonly text?: string } {
  if (!/^text\/|[/+](?:json|xml|yaml)\b/.test(mimeType)) return {};
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {};
  }
}

/** In characters. Enough to tell what it was. */
const most = 500;

/** Names what has no place in a conversation: to the client by its place, and to the model by what it holds. */
export function unread(
  { type, id: _id, status: _status, ...others }: JsonObject,
  { path, ignored }: Place,
): Content {
  const kind = typeof type === 'string' ? type : 'part';
  ignored.push(`${path} (${kind})`);
  const told = JSON.stringify(others, (_name, value: JsonValue) => (isSealed(value) ? undefined : value));
  return text(`[${kind} that could not be read${told === '{}' ? '' : `: ${shortened(told, most)}`}]`);
}

function isSealed(value: JsonValue): boolean {
  return typeof value === 'string' && (/^data:/i.test(value) || /^[\w+/-]{100,}=*$/.test(value));
}
