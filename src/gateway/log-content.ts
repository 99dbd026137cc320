import { isJsonObject, type JsonValue } from '../converser/ground/json/json.ts';
import { isSecretName, withoutSecrets } from '../converser/ground/secrets/looks-secret.ts';
import { countText } from '../converser/ground/wording/numbers.ts';
import type { Admitted } from './guard/admitted.ts';

export type ContentLog = (line: string) => void;

export function logContent(log: ContentLog, { asked, client, body }: Admitted): void {
  if (body !== undefined) log(`${client.name}: ${asked.method} ${asked.path} ${contentText(body)}`);
}

/** In characters, of one text and of a whole request. */
const longestText = 2_000;
const longestContent = 50_000;

function contentText(body: JsonValue | undefined): string {
  const written = JSON.stringify(body, (name, value: JsonValue) => shown(name, value)) ?? '';
  return cut(written, longestContent);
}

function shown(name: string, value: JsonValue): JsonValue {
  if (isJsonObject(value) && typeof value.data === 'string') return { ...value, data: leftOut(value.data) };
  if (typeof value !== 'string' || value === '') return value;
  if (/^data:/i.test(value) || isEncoded(value)) return leftOut(value);
  return isSecretName(name) ? '…' : withoutSecrets(cut(value, longestText));
}

function isEncoded(value: string): boolean {
  return value.length > 200 && /^[A-Za-z0-9+/_-]+=*$/.test(value);
}

function leftOut({ length }: string): string {
  return `(${countText(length, 'character')} left out)`;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${countText(text.length - longest, 'more character')})`;
}
