import { didYouMean } from '../../ensembles/descriptors/mistakes/nearest-name.ts';
import { type SettingKey, settingKeys } from '../../house/setting-keys.ts';
import { createSettings, type SettingMistake, type Settings } from '../../house/settings.ts';

export type WrittenSettings = ReadonlyMap<SettingKey, WrittenSetting>;

export interface WrittenSetting {
  readonly value: unknown;
  /** Begins a sentence that says what is wrong with it: `--rounds`. */
  readonly place: string;
}

export interface Wrong {
  readonly wrong: string;
}

/** A limit with a mistake must not count as none. */
export function settingsOf(written: WrittenSettings): Settings | Wrong {
  const mistakes: SettingMistake[] = [];
  const settings = createSettings(
    key => written.get(key)?.value ?? ordinary[key],
    mistake => mistakes.push(mistake),
  );
  for (const group of [settings, settings.shell, settings.gateway]) Object.values(group);
  const [first] = mistakes;
  if (first === undefined) return settings;
  return { wrong: `${written.get(first.key)?.place ?? first.key}${first.mistake}` };
}

/** Several programs may serve at the same time, unlike in VS Code. */
const ordinary: { readonly [Key in SettingKey]?: unknown } = { 'gateway.port': 0 };

/** The name may have the prefix that VS Code wants. */
export function keyNamed(name: string): SettingKey | Wrong {
  const short = name.replace(/^converser\./, '');
  const key = settingKeys.find(each => each === short);
  return key ?? { wrong: `No setting is named ${JSON.stringify(name)}.${didYouMean(short, settingKeys)}` };
}
