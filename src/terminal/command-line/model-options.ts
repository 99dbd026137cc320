import type { JsonObject, JsonValue } from '../../converser/json/json.ts';
import { type ReadOptions, readModelOptions } from '../../converser/models/model-options.ts';

/** What `--effort LEVEL` and `--option NAME=VALUE` want of a model. A value is JSON, or text. */
export function readOptions(effort: string | undefined, written: readonly string[] = []): ReadOptions {
  const options: Record<string, JsonValue> = effort === undefined ? {} : { effort };
  const body: Record<string, JsonValue> = {};
  for (const each of written) {
    const at = each.indexOf('=');
    if (at <= 0)
      return {
        mistake: `--option must be NAME=VALUE, such as temperature=0.2, not ${JSON.stringify(each)}.`,
      };
    const [name, value] = [each.slice(0, at), jsonOrText(each.slice(at + 1))];
    if (name.startsWith('body.')) body[name.slice('body.'.length)] = value;
    else options[name] = value;
  }
  const all: JsonObject = Object.keys(body).length === 0 ? options : { ...options, body };
  const read = readModelOptions(all);
  return 'mistake' in read ? { mistake: `--effort and --option: ${read.mistake}` } : read;
}

function jsonOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
