import path from 'node:path';
import { reasonOf, sentence } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Diagnostic } from '../../ensembles/descriptors/mistakes/diagnostic.ts';
import { orAbsent } from '../../ensembles/workspace/real-path.ts';
import type { SettingKey } from '../../house/setting-keys.ts';
import { readOwn, stateFolder } from '../state/state-file.ts';
import { keyNamed, type WrittenSetting, type WrittenSettings, type Wrong } from './written-settings.ts';

export async function readSettingsFile(
  file = path.join(stateFolder(), 'settings.json'),
): Promise<WrittenSettings | Wrong> {
  const text = await readOwn(file)
    .catch(orAbsent)
    .catch(cause => ({ wrong: `${file} can’t be read: ${sentence(reasonOf(cause))}` }));
  if (text === undefined) return new Map();
  if (typeof text !== 'string') return text;
  const { readJsonDocument } = await import('../../ensembles/mcp/entries/json-document.ts');
  const { broken, value, diagnose } = await readJsonDocument(file, text);
  const [mistake] = broken;
  if (mistake !== undefined) return { wrong: placed(mistake) };
  if (value === undefined) return new Map();
  if (!isJsonObject(value))
    return { wrong: `${file}: Must be an object, such as { "model": "ollama/qwen3" }.` };
  const written = new Map<SettingKey, WrittenSetting>();
  for (const [name, each] of Object.entries(value)) {
    const key = keyNamed(name);
    if (typeof key === 'object')
      return { wrong: placed(diagnose([name], { at: 'key', message: key.wrong })) };
    written.set(key, {
      value: each,
      place: placed(diagnose([name], { at: 'value', message: key })),
    });
  }
  return written;
}

function placed({ file, start, message }: Diagnostic): string {
  return `${file}:${start.line}:${start.column}: ${message}`;
}
