import type { SettingKey } from '../../house/setting-keys.ts';
import {
  keyNamed,
  type WrittenSetting,
  type WrittenSettings,
  type Wrong,
} from '../settings/written-settings.ts';
import { aliases, jsonOrText } from './aliases.ts';

export type GivenOptions = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

export function withGiven(
  file: WrittenSettings,
  given: GivenOptions,
  set: readonly string[] = [],
): WrittenSettings | Wrong {
  const written = new Map<SettingKey, WrittenSetting>(file);
  for (const [name, { key, value }] of Object.entries(aliases)) {
    const texts = [given[name] ?? []].flat().map(String);
    if (texts.length > 0)
      written.set(key, { value: value(texts, written.get(key)?.value), place: `--${name}` });
  }
  for (const each of set) {
    const at = each.indexOf('=');
    if (at <= 0)
      return { wrong: `--set must be KEY=VALUE, such as roundLimit=10, not ${JSON.stringify(each)}.` };
    const key = keyNamed(each.slice(0, at));
    if (typeof key === 'object') return { wrong: `--set: ${key.wrong}` };
    written.set(key, { value: jsonOrText(each.slice(at + 1)), place: `--set ${key}` });
  }
  return written;
}
