import type { SettingKey } from '../../src/house/setting-keys.ts';
import { createSettings, type Settings } from '../../src/house/settings.ts';

/** Settings that stay as they are written; others have their defaults. */
export function fixedSettings(written: { readonly [Key in SettingKey]?: unknown } = {}): Settings {
  return createSettings(key => written[key]);
}
