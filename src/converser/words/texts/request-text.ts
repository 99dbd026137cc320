import { parseJson } from '../../ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../ground/json/nesting.ts';
import { mark } from '../../ground/secrets/known-secrets.ts';
import { isSecretName } from '../../ground/secrets/looks-secret.ts';
import { bytesText } from '../../ground/wording/numbers.ts';
import type { Exchange, Message } from '../models/request-log.ts';
import { codeBlock } from './markdown-code.ts';

type Hide = (text: string) => string;

/** The first line and the headers, an empty line, and then exactly what was sent, but for keys. */
export function rawText(message: Message, hide: Hide): string {
  return `${headOf(message, hide)}\n\n${bodyOf(message, hide)}`;
}

/** Markdown: JSON is indented, events stand one below the other, and files have their size in place of Base64. */
export function readableText(exchanges: readonly Exchange[], hide: Hide): string {
  const part = (message: Message) =>
    `${codeBlock(headOf(message, hide))}\n\n${codeBlock(readable(bodyOf(message, hide)), 'json')}`;
  return exchanges
    .map(({ request, reply }, at) => {
      const which = exchanges.length > 1 ? ` ${at + 1} of ${exchanges.length}` : '';
      return `# Request${which}\n\n${part(request)}\n\n# Reply${which}\n\n${part(reply)}\n`;
    })
    .join('\n');
}

function headOf({ first, headers }: Message, hide: Hide): string {
  const lines = headers.map(([name, value]) => `${name}: ${isSecretName(name) ? mark : value}`);
  return hide([withoutKeys(first), ...lines].join('\n'));
}

function withoutKeys(address: string): string {
  return address
    .replace(/\/\/[^/?#\s]*@/, `//${mark}@`)
    .replace(/([?&]([^=&#\s]+)=)[^&#\s]+/g, (whole, start: string, name: string) =>
      isSecretName(name) ? `${start}${mark}` : whole,
    );
}

function bodyOf({ pieces }: Message, hide: Hide): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return hide(pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode());
}

function readable(text: string): string {
  const json = parseJson(text);
  const isWhole = json !== undefined && !isNestedDeeper(json, mostNestedInResults);
  const lines = isWhole ? JSON.stringify(json, undefined, 2) : text.replace(/[\r\n]+/g, '\n');
  return lines.replace(files, (whole, type = 'Base64') => `[${type}, ${bytesText((whole.length * 3) >> 2)}]`);
}

/** A shorter one may be a word. */
const files = /(?:data:([\w.+-]+\/[\w.+-]+);base64,)?[A-Za-z0-9+/_-]{256,}={0,2}/g;
