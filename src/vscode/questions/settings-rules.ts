import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { indexRules, type RuleBook } from '../../converser/words/permission/rules.ts';
import { onDidChangeSettings, settings, writeSettings } from '../common/vscode-settings.ts';

export function createSettingsRules(): Required<RuleBook> & Disposable {
  let about: RuleBook['about'] | undefined;
  const forget = onDidChangeSettings('permissions', () => {
    about = undefined;
  });
  return {
    place: 'the setting converser.permissions',
    about(fullName) {
      about ??= indexRules(settings.permissions);
      return about(fullName);
    },
    async allow(text) {
      await writeSettings.permission(text, 'allow');
    },
    dispose: () => forget.dispose(),
  };
}
